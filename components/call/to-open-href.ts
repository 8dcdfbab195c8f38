import type { Route } from "next";

/** The list's address with a call open beside it, or with none. */
export function toOpenHref(search: string, id: string | null): Route {
  const parameters = new URLSearchParams(search);
  if (id === null) parameters.delete("open");
  else parameters.set("open", id);
  return (parameters.size > 0 ? `/recordings?${parameters}` : "/recordings") as Route;
}
