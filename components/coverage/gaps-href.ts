import type { Route } from "next";

export const gapsPath: Route = "/settings/webhooks/gaps";

/** The gaps that came before a cursor. */
export function gapsHref(after: string): Route {
  return `${gapsPath}?${new URLSearchParams({ after })}` as Route;
}
