import { createHook } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { closeDatabase, db } from "@/lib/platform/database/db";
import { createTestDatabase } from "@/lib/platform/database/test-database";
import { handleAuthRequest } from "../sessions/auth";
import { sessionWatch } from "../sessions/session-watch";
import { hashPassword, unlessCrowded } from "../sessions/sign-in";
import type { Role } from "../views";
import { createAccount } from "./members";

export const origin = "http://localhost:3000";
export const password = "a quiet long password";

/** A database of its own for one test file, and the settings that access reads. */
export async function openTestAccess(publicUrl = origin): Promise<{ close: () => Promise<void> }> {
  const database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.AUTH_SECRET = randomUUID();
  process.env.PUBLIC_URL = publicUrl;
  process.env.LOG_LEVEL = "silent";
  return {
    close: async () => {
      await emptyAccess();
      // All that is held on a session ends when the watch looks for it once more.
      const held = sessionWatch().hold(randomUUID(), "member");
      await held.confirm();
      await closeDatabase();
    },
  };
}

export async function emptyAccess(): Promise<void> {
  await db().user.deleteMany();
  await db().invitation.deleteMany();
  await db().rateLimit.deleteMany();
}

export async function addAccount(
  role: Role = "member",
  email = `${randomUUID()}@example.com`,
): Promise<{ userId: string; email: string }> {
  const account = { name: "Ada Example", email };
  passwordHash ??= hashPassword(password);
  const { userId } = await createAccount(db(), account, await passwordHash, role);
  return { userId, email };
}

let passwordHash: Promise<string> | undefined;

/** Takes every place among those who sign in, as long as it lasts. */
export async function whileCrowded(work: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const isOver = once(over.signal, "abort");
  const visitors = Array.from({ length: 100 }, () => unlessCrowded(randomUUID(), () => isOver));
  try {
    await work();
  } finally {
    over.abort();
    await Promise.all(visitors);
  }
}

/** How many passwords were hashed, and how many of them at once. */
export function watchHashing() {
  const underWay = new Set<number>();
  let hashed = 0;
  let mostAtOnce = 0;
  const hook = createHook({
    init: (id, type) => {
      if (type !== "SCRYPTREQUEST") return;
      underWay.add(id);
      hashed++;
      mostAtOnce = Math.max(mostAtOnce, underWay.size);
    },
    before: (id) => underWay.delete(id),
  }).enable();
  return {
    stop: () => {
      hook.disable();
      return { hashed, mostAtOnce };
    },
  };
}

/** Posts to a sign-in route as a program would, unless `headers` say otherwise. */
export async function post(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return handleAuthRequest(
    new Request(`${origin}/api/auth${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    }),
  );
}

/** Headers that carry the session of a fresh sign-in. */
export async function signedInHeaders(email: string, extra: object = {}): Promise<Headers> {
  const response = await post("/sign-in/email", { email, password, ...extra });
  const cookie = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  return new Headers({ cookie: cookie.join("; ") });
}
