import type { Route } from "next";

/** A call's own address; ids may hold any characters. */
export function recordingHref(id: string): Route {
  return `/recordings/${encodeURIComponent(id)}` as Route;
}
