import type { Route } from "next";

/** The address of the list that a view shows. */
export function viewHref(query: string): Route {
  return query === "" ? "/recordings" : (`/recordings?${query}` as Route);
}
