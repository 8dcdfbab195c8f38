import type { Route } from "next";

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
