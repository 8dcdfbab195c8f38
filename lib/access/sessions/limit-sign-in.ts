import "server-only";
import { createHash } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, isAPIError } from "better-auth/api";
import { budgets } from "@/lib/platform/settings/budgets";
import { clientAddress } from "./client-address";
import { logFailedSignIn } from "./log-failed-sign-in";
import { countAttempt, forgiveAttempt } from "./sign-in-attempts";

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
