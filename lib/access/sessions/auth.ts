import "server-only";
import type { BetterAuthPlugin } from "better-auth";
import { prismaAdapter } from "better-auth/adapters/prisma";
import { createAuthMiddleware, isAPIError } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { betterAuth } from "better-auth/minimal";
import { nextCookies } from "better-auth/next-js";
import { headers } from "next/headers";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { newRequestId, problemResponse, readBody } from "@/lib/platform/answer";
import { db } from "@/lib/platform/database/db";
import { processWide } from "@/lib/platform/process/process-wide";
import { budgets } from "@/lib/platform/settings/budgets";
import { env } from "@/lib/platform/settings/env";
import type { PrismaClient } from "@/prisma/client/client";
import { maxPasswordLength, minPasswordLength, type SignInRefusal } from "../views";
import { trustedOrigins } from "./request-origin";
import { idleSince, isIdle, sessionNow, sessionSeconds, sessionWatch } from "./session-watch";
import {
  clientAddress,
  hashPassword,
  limitSignIn,
  signInByLink,
  unlessCrowded,
  verifyPassword,
} from "./sign-in";

type Auth = ReturnType<typeof createAuth>;

const own = processWide("earshotAuth", (): { client?: PrismaClient; auth?: Auth } => ({}));

/** The sign-in library, made at first use: the build imports this file without any settings. */
export function auth(): Auth {
  const client = db();
  const held = own();
  if (!held.auth || held.client !== client) {
    Object.assign(held, { client, auth: createAuth(client) });
  }
  return held.auth as Auth;
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
    database: prismaAdapter(onThisClock(client), { provider: "postgresql" }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength,
      maxPasswordLength,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: {
      additionalFields: {
        role: { type: "string", input: false },
        locale: { type: "string", input: false, required: false },
      },
    },
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
    plugins: [limitSignIn(), signInByLink(), endIdleSessions(), nextCookies()],
  });
}

/** Gives the library, which goes by this machine's clock, the ends of sessions as that clock tells them. */
function onThisClock(client: PrismaClient) {
  return client.$extends({
    result: {
      session: {
        expiresAt: {
          needs: { expiresAt: true },
          compute: ({ expiresAt }) => new Date(expiresAt.getTime() + correctionMs()),
        },
      },
    },
  });
}

/** How far this machine's clock is ahead of the time that sessions go by. */
function correctionMs(): number {
  return Date.now() - sessionNow().getTime();
}

function rethrowFailure(error: unknown): void {
  if (!isAPIError(error)) throw error;
}

/** No way of signing in outlives the twelve hours. */
async function capSession<Session extends { expiresAt: Date }>(session: Session) {
  const now = sessionNow();
  const expiresMs = session.expiresAt.getTime() - correctionMs();
  const expiresAt = new Date(Math.min(expiresMs, now.getTime() + sessionSeconds * 1_000));
  return { data: { ...session, expiresAt, lastSeenAt: now } };
}

/** A session that nobody comes back to is deleted when its person signs in anew. */
async function forgetOver(userId: string): Promise<void> {
  const now = sessionNow();
  const isOver = [{ expiresAt: { lte: now } }, { lastSeenAt: { lte: idleSince(now) } }];
  await db().session.deleteMany({ where: { userId, OR: isOver } });
}

/** Every reading of a session, over HTTP or in process, ends and refuses it when it was idle. */
function endIdleSessions() {
  return {
    id: "end-idle-sessions",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === "/get-session",
          handler: createAuthMiddleware(async (context) => {
            const found = foundSessionSchema.safeParse(context.context.returned);
            if (!found.success || !isIdle(found.data.session.lastSeenAt, sessionNow())) return;
            await context.context.internalAdapter.deleteSession(found.data.session.token);
            deleteSessionCookie(context);
            return context.json(null);
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

const foundSessionSchema = z.object({
  session: z.object({ token: z.string(), lastSeenAt: z.date() }),
});

/**
 * Signs a person in and sets their cookie; for server actions. Null when that worked. An unknown
 * address and a wrong password are one refusal, in words and in time. Throws when the database is
 * away.
 */
export async function startSession(email: string, password: string): Promise<SignInRefusal | null> {
  const received = await headers();
  try {
    return await unlessCrowded(clientAddress(received), async () => {
      await auth().api.signInEmail({ body: { email, password }, headers: received });
      return null;
    });
  } catch (error) {
    if (!isAPIError(error)) throw error;
    if (error.statusCode === 429) return "too-many-attempts";
    if (error.statusCode === 400 || error.statusCode === 401) return "wrong-credentials";
    throw error;
  }
}

/**
 * Answers the few routes of the sign-in library that Earshot has a use for, and 404 for the rest.
 * Refusals are the library's own, those of the limits are problems; its failures become a problem
 * that tells strangers nothing.
 */
export async function handleAuthRequest(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!openRoutes.has(`${request.method} ${pathname}`)) return problemResponse(404, "not-found");
  try {
    const body = request.body ? await readBody(request, maxBodyBytes) : undefined;
    if (body === null) return problemResponse(413, "body-too-large");
    const { url, method } = request;
    const headers = headersOf(request);
    const answer = () => auth().handler(new Request(url, { method, headers, body }));
    const response =
      pathname === signInPath
        ? await unlessCrowded(clientAddress(headers), answer)
        : await answer();
    if (pathname === signOutPath) sessionWatch().noteChange();
    if (response === "busy") return answerBusy();
    if (response.status === 429) return answerTooManyAttempts();
    return response.status < 500 ? response : unavailable(`status ${response.status}`);
  } catch (error) {
    return unavailable(error);
  }
}

const signInPath = "/api/auth/sign-in/email";
const signOutPath = "/api/auth/sign-out";

const openRoutes = new Set([
  `POST ${signInPath}`,
  `POST ${signOutPath}`,
  "GET /api/auth/get-session",
]);

/** Strangers post here, so that nothing large is ever held. */
const maxBodyBytes = 16_384;

/**
 * A browser names its page in at least one of these headers on every POST. A request without any
 * comes from a program, which no foreign page can have sent, so it may carry cookies.
 */
function headersOf(request: Request): Headers {
  const headers = new Headers(request.headers);
  const isBrowser = browserHeaders.some((name) => headers.has(name));
  if (!isBrowser) headers.set("origin", new URL(env().PUBLIC_URL).origin);
  return headers;
}

const browserHeaders = ["origin", "referer", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest"];

function answerBusy(): Response {
  return problemResponse(429, "sign-in-busy", {
    detail: "Many people are signing in. Try again in a moment.",
    headers: { "Retry-After": String(budgets.signIn.retrySeconds) },
  });
}

function answerTooManyAttempts(): Response {
  return problemResponse(429, "too-many-attempts", {
    detail: "Too many attempts. Try again in a minute.",
    headers: { "Retry-After": String(budgets.attempts.windowMs / 1000) },
  });
}

function unavailable(error: unknown): Response {
  const requestId = newRequestId();
  log().error({ err: error, requestId }, "the sign-in route failed");
  return problemResponse(503, "sign-in-unavailable", {
    detail: "Sign-in is unavailable at the moment. Try again shortly.",
    requestId,
    headers: { "Retry-After": "5" },
  });
}
