import "server-only";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { db } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/settings/env";

/**
 * Makes an address that signs this person in, once, within a quarter of an hour, in a browser on this
 * machine. Those made before stop working. The database holds its hash only. Null: nobody has an account
 * under this address.
 */
export async function makeSignInLink(email: string): Promise<string | null> {
  const user = await db().user.findUnique({ where: { email }, select: { id: true } });
  if (!user) return null;
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + validMs);
  await db().verification.deleteMany({ where: { identifier: { startsWith: prefix } } });
  await db().verification.create({
    data: { id: randomUUID(), identifier: identify(token), value: user.id, expiresAt },
  });
  return `${env().PUBLIC_URL}/sign-in?${new URLSearchParams({ link: token })}`;
}

const validMs = 15 * 60_000;
const prefix = "sign-in-link:";

function identify(token: string): string {
  return `${prefix}${createHash("sha256").update(token).digest("hex")}`;
}

/** The library's part of it: of simultaneous uses of one link exactly one gets a session. */
export function signInByLink() {
  return {
    id: "sign-in-by-link",
    endpoints: {
      signInByLink: createAuthEndpoint(
        "/sign-in/link",
        { method: "POST", body: z.object({ token: z.string() }) },
        async (context) => {
          const { internalAdapter } = context.context;
          const link = await internalAdapter.consumeVerificationValue(identify(context.body.token));
          const isValid = link && link.expiresAt > new Date();
          const user = isValid && (await internalAdapter.findUserById(link.value));
          if (!user) return context.json({ userId: null });
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(context, { session, user });
          return context.json({ userId: user.id });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}

/** Whether both ends are this machine: what is printed on its terminal is for its browser alone. */
export function isOnThisMachine(address: string): boolean {
  return isLoopback(address) && isLoopback(new URL(env().PUBLIC_URL).hostname);
}

function isLoopback(host: string): boolean {
  return /^(localhost|(::ffff:)?127(\.\d+){3}|\[?::1\]?)$/.test(host);
}
