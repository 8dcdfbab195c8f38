import "server-only";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { isAPIError } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { nextCookies } from "better-auth/next-js";
import { log } from "@/lib/ops/log";
import { db } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/settings/env";
import type { PrismaClient } from "@/prisma/client/client";
import { endIdleSessions } from "./end-idle-sessions";
import { hashPassword, verifyPassword } from "./hash-password";
import { limitSignIn } from "./limit-sign-in";
import { maxPasswordLength, minPasswordLength } from "./password";
import { capExpiry, idleSince, sessionSeconds } from "./session-life";
import { trustedOrigins } from "./trusted-origins";

type Auth = ReturnType<typeof createAuth>;

const held = globalThis as { earshotAuth?: { client: PrismaClient; auth: Auth } };

/** The sign-in library, made at first use: the build imports this file without any settings. */
export function auth(): Auth {
  const client = db();
  if (held.earshotAuth?.client !== client) {
    held.earshotAuth = { client, auth: createAuth(client) };
  }
  return held.earshotAuth.auth;
}

export const cookiePrefix = "earshot";

function createAuth(client: PrismaClient) {
  const { AUTH_SECRET, PUBLIC_URL } = env();
  if (!AUTH_SECRET) throw new Error("AUTH_SECRET is not set; start Earshot with `npm start`");
  return betterAuth({
    appName: "Earshot",
    baseURL: new URL(PUBLIC_URL).origin,
    basePath: "/api/auth",
    secret: AUTH_SECRET.reveal(),
    trustedOrigins: trustedOrigins(PUBLIC_URL),
    database: prismaAdapter(client, { provider: "postgresql" }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength,
      maxPasswordLength,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: { additionalFields: { role: { type: "string", input: false } } },
    session: {
      expiresIn: sessionSeconds,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: { lastSeenAt: { type: "date", input: false } },
    },
    databaseHooks: {
      session: { create: { before: capSession, after: ({ userId }) => forgetOver(userId) } },
    },
    // `limitSignIn` counts wrong passwords instead, and in process too.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix,
      useSecureCookies: PUBLIC_URL.startsWith("https:"),
      disableOriginCheck: false,
    },
    // Refusals become answers; a failure is the caller's to log and to tell.
    onAPIError: { onError: rethrowFailure },
    logger: {
      level: "error",
      log: (level, message, ...details) =>
        log()[level]({ err: details.find((detail) => detail instanceof Error) }, message),
    },
    plugins: [limitSignIn(), endIdleSessions(), nextCookies()],
  });
}

function rethrowFailure(error: unknown): void {
  if (!isAPIError(error)) throw error;
}

async function capSession<Session extends { expiresAt: Date }>(session: Session) {
  const now = new Date();
  return { data: { ...session, expiresAt: capExpiry(session.expiresAt, now), lastSeenAt: now } };
}

/** A session that nobody comes back to is deleted when its person signs in anew. */
async function forgetOver(userId: string): Promise<void> {
  const now = new Date();
  const isOver = [{ expiresAt: { lte: now } }, { lastSeenAt: { lte: idleSince(now) } }];
  await db().session.deleteMany({ where: { userId, OR: isOver } });
}
