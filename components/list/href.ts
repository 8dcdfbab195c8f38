import type { Route } from "next";

/** A list's address for parameters as they stand; empty ones are left out. */
export function toListHref(
  parameters: Iterable<[string, string]>,
  path: Route = "/recordings",
): Route {
  const given = [...parameters].filter(([, value]) => value !== "");
  return given.length > 0 ? (`${path}?${new URLSearchParams(given)}` as Route) : path;
}

/** A page's search parameters as the parser of the list's address takes them. */
export function toParameters(
  searchParams: Record<string, string | string[] | undefined>,
): URLSearchParams {
  return new URLSearchParams(
    Object.entries(searchParams).flatMap(([name, values]) =>
      [values ?? []].flat().map((value): [string, string] => [name, value]),
    ),
  );
}
