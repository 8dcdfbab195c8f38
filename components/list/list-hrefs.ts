import type { Route } from "next";

type ListQuery = {
  filter: object;
  page: { sort?: string; after: string | null; before: string | null };
};

/** Where a page begins: a cursor that the list itself gave, or its start. */
export type PageStart = { after: string } | { before: string } | "first";

type ListHrefs<Query extends ListQuery> = {
  /** The list's address for a query. */
  listHref: (query: Query) => Route;
  /** The same order under another filter, from the first page on: a cursor belongs to its filter. */
  filterHref: (query: Query, change: Partial<Query["filter"]>) => Route;
  sortHref: (query: Query, sort: Query["page"]["sort"]) => Route;
  pageHref: (query: Query, start: PageStart) => Route;
  /**
   * What a form must carry so that it changes its own parameters alone: every other parameter of
   * the query, without cursors.
   */
  otherParameters: (query: Query, own: string[]) => [string, string][];
};

/** Of any of several: without a value that is among them, else with it. */
export function toggle<Value>(values: Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}

/**
 * The addresses of a list at `path`, whose queries `write` puts into parameters.
 * @param onePageOnly what of a page, besides its cursors, another page does not take over
 */
export function newListHrefs<Query extends ListQuery>(
  path: Route,
  write: (query: Query) => URLSearchParams,
  onePageOnly: Partial<Query["page"]> = {},
): ListHrefs<Query> {
  const atStart = (query: Query): Query => ({
    ...query,
    page: { ...query.page, after: null, before: null, ...onePageOnly },
  });
  const listHref = (query: Query): Route => {
    const parameters = write(query).toString();
    return parameters ? (`${path}?${parameters}` as Route) : path;
  };
  return {
    listHref,
    filterHref: (query, change) =>
      listHref({ ...atStart(query), filter: { ...query.filter, ...change } }),
    sortHref: (query, sort) => {
      const first = atStart(query);
      return listHref({ ...first, page: { ...first.page, sort } });
    },
    pageHref: (query, start) => {
      const first = atStart(query);
      return listHref(start === "first" ? first : { ...first, page: { ...first.page, ...start } });
    },
    otherParameters: (query, own) =>
      [...write(atStart(query))].filter(([name]) => !own.includes(name)),
  };
}
