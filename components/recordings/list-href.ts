import type { Route } from "next";
import {
  firstPage,
  type RecordingFilter,
  type RecordingPage,
  type RecordingQuery,
} from "@/lib/recordings/filter/filter";
import { writeRecordingQuery } from "@/lib/recordings/filter/filter-url";

/** The list's address for a query. */
export function listHref(query: RecordingQuery): Route {
  const parameters = writeRecordingQuery(query).toString();
  return parameters ? (`/recordings?${parameters}` as Route) : "/recordings";
}

/** The same order under another filter, from the first page on: a cursor belongs to its filter. */
export function filterHref(query: RecordingQuery, change: Partial<RecordingFilter>): Route {
  return listHref({ filter: { ...query.filter, ...change }, page: toFirstPage(query.page) });
}

export function sortHref(query: RecordingQuery, sort: RecordingPage["sort"]): Route {
  return listHref({ filter: query.filter, page: { ...toFirstPage(query.page), sort } });
}

/** One step further in the list, from a cursor that the list itself gave. */
export function pageHref(
  query: RecordingQuery,
  cursor: { after: string } | { before: string } | "first",
): Route {
  const page = toFirstPage(query.page);
  return listHref({
    filter: query.filter,
    page: cursor === "first" ? page : { ...page, ...cursor },
  });
}

/**
 * What a form must carry so that it changes its own parameters alone: every other parameter of
 * the query, without cursors.
 */
export function otherParameters(query: RecordingQuery, own: string[]): [string, string][] {
  const parameters = writeRecordingQuery({ filter: query.filter, page: toFirstPage(query.page) });
  return [...parameters].filter(([name]) => !own.includes(name));
}

function toFirstPage({ sort, limit, columns }: RecordingPage): RecordingPage {
  return { ...firstPage, sort, limit, columns };
}
