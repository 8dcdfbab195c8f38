import "server-only";
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getIP,
  isAPIError,
} from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as crypto from "better-auth/crypto";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { db } from "@/lib/platform/database/db";
import { processWide } from "@/lib/platform/process/process-wide";
import { budgets } from "@/lib/platform/settings/budgets";
import { env } from "@/lib/platform/settings/env";
import { addAttempt } from "../sql";

/**
 * Limits wrong passwords per address and per account, for the HTTP route and for calls in process
 * alike: the library's own limit sees HTTP only, and counts right passwords too.
 */
export function limitSignIn() {
  return {
    id: "limit-sign-in",
    hooks: {
      before: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async ({ headers, body }) => {
            for (const { key, most } of attemptKeys(headers, body)) {
              if (await countAttempt(key, most, new Date())) continue;
              logFailedSignIn("too-many-attempts", factsOf(headers, body));
              throw tooManyAttempts();
            }
          }),
        },
      ],
      after: [
        {
          matcher: isSignIn,
          handler: createAuthMiddleware(async ({ headers, body, context }) => {
            if (!context.newSession) {
              if (isAPIError(context.returned)) logFailedSignIn("refused", factsOf(headers, body));
              return;
            }
            for (const { key } of attemptKeys(headers, body)) await forgiveAttempt(key);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** What attempts from one address are counted under, whatever they try. */
export function addressAttempts(address: string): { key: string; most: number } {
  return { key: `address ${address}`, most: budgets.attempts.ofAddress };
}

function isSignIn({ path }: { path?: string }): boolean {
  return path === "/sign-in/email";
}

function attemptKeys(headers: Headers | undefined, body: { email?: unknown } | undefined) {
  const { address, email } = factsOf(headers, body);
  return [
    addressAttempts(address),
    { key: `account ${digest(email)}`, most: budgets.attempts.ofAccount },
  ];
}

function factsOf(headers: Headers | undefined, body: { email?: unknown } | undefined) {
  const email = typeof body?.email === "string" ? body.email.trim().toLowerCase() : "";
  return { address: clientAddress(headers ?? new Headers()), email };
}

function tooManyAttempts(): APIError {
  return new APIError(
    "TOO_MANY_REQUESTS",
    { code: "TOO_MANY_ATTEMPTS", message: "Too many attempts. Try again in a minute." },
    { "Retry-After": String(budgets.attempts.windowMs / 1000) },
  );
}

function digest(value: string): string {
  return createHash("sha256").update(value).digest("base64url");
}

export const loggedPerMinute = 20;
const minuteMs = 60_000;

type Minute = { logged: number; unlogged: number };

const own = processWide("earshotFailedSignIns", (): { minute?: Minute | undefined } => ({}));

/**
 * One line for a sign-in that failed: from where, and which account, as a hash that only this
 * installation can make. Of a flood the first of each minute are logged, and how many more there were.
 */
export function logFailedSignIn(
  outcome: "refused" | "too-many-attempts",
  { address, email }: { address: string; email: string },
): void {
  const held = own();
  held.minute ??= beginMinute();
  const tally = held.minute;
  if (tally.logged >= loggedPerMinute) {
    tally.unlogged += 1;
    return;
  }
  tally.logged += 1;
  log().warn({ address, account: toAccountHash(email), outcome }, "a sign-in failed");
}

function beginMinute(): Minute {
  const tally = { logged: 0, unlogged: 0 };
  setTimeout(() => {
    own().minute = undefined;
    if (tally.unlogged === 0) return;
    log().warn({ count: tally.unlogged }, "more failed sign-ins than are logged one by one");
  }, minuteMs).unref();
  return tally;
}

function toAccountHash(email: string): string {
  const key = `failed sign-ins ${env().AUTH_SECRET?.reveal() ?? ""}`;
  return createHmac("sha256", key).update(email).digest("hex").slice(0, 16);
}

/**
 * Counts one attempt under `key` in a single statement, so that simultaneous attempts can't all
 * slip under the limit. False when `most` were counted already without a pause of a minute.
 */
export async function countAttempt(key: string, most: number, now: Date): Promise<boolean> {
  const at = BigInt(now.getTime());
  const stale = at - BigInt(budgets.attempts.windowMs);
  const count = await addAttempt(key, most, { at, stale });
  if (count === 1) await forgetAttemptsBefore(stale);
  return count !== null;
}

/** Takes one counted attempt back: a password that was right is no guess. */
export async function forgiveAttempt(key: string): Promise<void> {
  await db().rateLimit.updateMany({
    where: { key, count: { gt: 0 } },
    data: { count: { decrement: 1 } },
  });
}

async function forgetAttemptsBefore(stale: bigint): Promise<void> {
  await db().rateLimit.deleteMany({ where: { lastRequest: { lte: stale } } });
}

/**
 * The address that attempts are counted under: the one that the server wrote into `X-Forwarded-For`.
 * Where Next listens alone, the last entry of the header is taken, which Next writes when no proxy
 * does; a client that reaches it directly can invent one, so attempts are counted per account too.
 */
export function clientAddress(headers: Headers): string {
  const nearest = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return getIP(new Headers(nearest ? { "x-forwarded-for": nearest } : {}), {}) ?? "unknown";
}

/**
 * Hashes a password as the sign-in library stores it, when two others aren't being hashed. Slow on
 * purpose, so it belongs before a transaction, never inside.
 */
export function hashPassword(password: string): Promise<string> {
  return whenItsTurn(() => crypto.hashPassword(password));
}

/** Whether the password belongs to the hash; costs as much, and waits for its turn in the same way. */
export function verifyPassword(given: { hash: string; password: string }): Promise<boolean> {
  return whenItsTurn(() => crypto.verifyPassword(given));
}

/**
 * Does what a stranger asks for and passwords are hashed for, unless so many are at it already, all
 * in all or from this address, that it is better to come again in a moment.
 */
export async function unlessCrowded<T>(address: string, work: () => Promise<T>) {
  const { addresses } = crowd();
  const ofAddress = addresses.filter((known) => known === address);
  if (addresses.length >= places || ofAddress.length >= placesOfAddress) return "busy";
  addresses.push(address);
  try {
    return await work();
  } finally {
    addresses.splice(addresses.indexOf(address), 1);
  }
}

/**
 * A hash fills one of the threads that the journal writes with, and one of the processor's cores,
 * for about a tenth of a second; so the places are a second or two of hashing, and nobody alone keeps
 * all others out.
 */
const { hashes: mostHashing, places, placesOfAddress } = budgets.signIn;

async function whenItsTurn<T>(hash: () => Promise<T>): Promise<T> {
  const { waiting } = crowd();
  if (crowd().hashing < mostHashing) crowd().hashing++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await hash();
  } finally {
    // Whoever waits takes the turn over, so that nobody who comes now is faster.
    const next = waiting.shift();
    if (next) next();
    else crowd().hashing--;
  }
}

type Crowd = { addresses: string[]; hashing: number; waiting: (() => void)[] };

const crowd = processWide(
  "earshotSignInCrowd",
  (): Crowd => ({ addresses: [], hashing: 0, waiting: [] }),
);

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
