import "server-only";
import { log } from "@/lib/ops/log";
import { newRequestId, problemResponse } from "@/lib/platform/problem";
import { budgets } from "@/lib/platform/settings/budgets";
import { env } from "@/lib/platform/settings/env";
import { auth } from "../sessions/auth";
import { unlessCrowded } from "../sessions/hash-password";
import { clientAddress } from "../sessions/limit-sign-in";
import { sessionWatch } from "../sessions/session-watch";

/**
 * Answers the few routes of the sign-in library that Earshot has a use for, and 404 for the rest.
 * Refusals are the library's own, those of the limits are problems; its failures become a problem
 * that tells strangers nothing.
 */
export async function handleAuthRequest(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!openRoutes.has(`${request.method} ${pathname}`)) return problemResponse(404, "not-found");
  try {
    const body = await readBody(request);
    if (body === "too-large") return problemResponse(413, "body-too-large");
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
async function readBody(
  request: Request,
): Promise<Uint8Array<ArrayBuffer> | undefined | "too-large"> {
  if (!request.body) return undefined;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBodyBytes) return "too-large";
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

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
