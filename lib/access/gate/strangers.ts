import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { getSessionCookie } from "better-auth/cookies";
import type { Route } from "next";
import { type Answer, problemAnswer } from "@/lib/platform/answer";
import { budgets } from "@/lib/platform/settings/budgets";
import { env } from "@/lib/platform/settings/env";
import { cookiePrefix } from "../sessions/auth";

/** Leads on to the list that the person begins with. */
export const home = "/" satisfies Route;

/**
 * Where to go after signing in: a page of this site, whatever was asked for. The result begins
 * with exactly one slash and resolves within the site, so it can never lead elsewhere.
 */
export function parseReturnTo(value: unknown): Route {
  if (typeof value !== "string" || !/^\/(?![/\\])/.test(value)) return home;
  if (!URL.canParse(value, anySite)) return home;
  const { origin, pathname, search, hash } = new URL(value, anySite);
  if (origin !== anySite || pathname.startsWith("//") || isNoDestination(pathname)) return home;
  return `${pathname}${search}${hash}` as Route;
}

/** The sign-in page that leads back to `returnTo` afterwards. */
export function signInPath(returnTo: string | undefined): Route {
  const next = parseReturnTo(returnTo);
  return next === home ? "/sign-in" : (`/sign-in?${new URLSearchParams({ next })}` as Route);
}

const anySite = "http://site.invalid";

function isNoDestination(pathname: string): boolean {
  return pathname === "/" || /^\/(api|sign-in|set-up)(\/|$)/.test(pathname);
}

type Asked = { method?: string; url?: string; headers: IncomingHttpHeaders };

/**
 * The answer to somebody who can't have a session, before Next renders anything for them: where to
 * sign in, or 401 from the interfaces. What is open to all is theirs so many times a minute. Undefined:
 * the request goes on to its gate. It may carry a session that is over.
 * @param address the sender's, as it is believed
 */
export function answerStranger(
  { method = "", url = "/", headers }: Asked,
  address: string,
  nowMs = Date.now(),
): Answer | undefined {
  const [path = "/"] = url.split("?");
  if (isMissingFile(path)) return problemAnswer(404, "not-found");
  if (isFree(path) || carriesSession(headers)) return undefined;
  if (isOpen(path)) {
    if (countVisit(address, nowMs)) return undefined;
    return problemAnswer(429, "too-many-requests", { headers: { "Retry-After": "30" } });
  }
  if (path.startsWith("/api/")) {
    return problemAnswer(401, "not-signed-in", { detail: "Sign in first." });
  }
  const location = signInPath(withoutMark(url));
  if (method === "GET" || method === "HEAD") return redirect(307, { Location: location });
  // A form that the page sends by itself is led on by this header alone, as Next does it.
  const isAction = headers["next-action"] !== undefined;
  return redirect(
    303,
    isAction ? { "x-action-redirect": `${location};push` } : { Location: location },
  );
}

/** What monitors and the calling service ask for, and the files of the sign-in's pages. */
function isFree(path: string): boolean {
  return /^\/(?:api\/(?:health|ready|webhooks)(?:\/|$)|_next\/static\/|icon\.svg$)/.test(path);
}

/** Next would render a whole page to say so. */
function isMissingFile(path: string): boolean {
  return /^\/_next(?:\/|$)/.test(path) && !(isFree(path) && existsSync(builtFile(path)));
}

/** Where Next has put what it serves under this path; nowhere for whatever leads out of it. */
function builtFile(path: string): string {
  const name = decode(path.slice("/_next/".length));
  return name.includes("..") || name.includes("\0") ? "" : join(process.cwd(), ".next", name);
}

function isOpen(path: string): boolean {
  return /^\/(?:sign-in|set-up|api\/auth)(?:\/|$)/.test(path);
}

/** Whether we signed the cookie; nobody without the server's secret can make one. */
function carriesSession(headers: IncomingHttpHeaders): boolean {
  const cookie = getSessionCookie(new Headers({ cookie: headers.cookie ?? "" }), { cookiePrefix });
  const secret = env().AUTH_SECRET?.reveal();
  if (!cookie || !secret) return false;
  const [, token, signature] = /^(.+)\.([^.]+)$/.exec(decode(cookie)) ?? [];
  if (token === undefined || signature === undefined) return false;
  const own = createHmac("sha256", secret).update(token).digest();
  const given = Buffer.from(signature, "base64");
  return given.length === own.length && timingSafeEqual(given, own);
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** What the browser's own fetching of pages adds to an address. */
function withoutMark(url: string): string {
  return url.replace(/(?<=[?&])_rsc=[^&]*&?/, "").replace(/[?&]$/, "");
}

function redirect(status: number, headers: Record<string, string>): Answer {
  return { status, headers: { "Cache-Control": "no-store", ...headers }, body: "" };
}

const visits = new Map<string, { count: number; sinceMs: number }>();

/** False: this address has asked too often within a minute. */
function countVisit(address: string, nowMs: number): boolean {
  const { ofAddress, windowMs, addresses } = budgets.visits;
  const known = visits.get(address);
  const isFresh = known !== undefined && nowMs - known.sinceMs < windowMs;
  const visit = isFresh ? known : { count: 0, sinceMs: nowMs };
  // Behind those that came before: the first of all is forgotten first.
  if (!isFresh) visits.delete(address);
  visits.set(address, visit);
  if (visits.size > addresses) visits.delete(visits.keys().next().value ?? "");
  return ++visit.count <= ofAddress;
}
