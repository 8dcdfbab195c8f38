import type { Route } from "next";

/** A list's address for parameters as they stand; empty ones are left out. */
export function toListHref(
  parameters: Iterable<[string, string]>,
  path: Route = "/recordings",
): Route {
  const given = [...parameters].filter(([, value]) => value !== "");
  return given.length > 0 ? (`${path}?${new URLSearchParams(given)}` as Route) : path;
}
