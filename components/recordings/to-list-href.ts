import type { Route } from "next";

/** The list's address for parameters as they stand; empty ones are left out. */
export function toListHref(parameters: Iterable<[string, string]>): Route {
  const given = [...parameters].filter(([, value]) => value !== "");
  return given.length > 0 ? (`/recordings?${new URLSearchParams(given)}` as Route) : "/recordings";
}
