import "server-only";
import type { Route } from "next";
import { cache } from "react";
import { findViewer, requireViewer } from "@/lib/access/gate/gate";
import { signInPath } from "@/lib/access/gate/strangers";
import { findDefaultQuery, listSavedViews, toViewNames } from "./store";
import type { SavedViewName, SavedViewView } from "./views";

/** The views of whoever is signed in, their own and the team's; one reading per request. */
const loadSavedViews = cache(
  async (): Promise<SavedViewView[]> => listSavedViews(await requireViewer()),
);

/** The same for the list of this query, which needs no others. */
export async function loadViewNames(current: string): Promise<SavedViewName[]> {
  return toViewNames(await loadSavedViews(), current);
}

/** The list that the person begins with: their default view, the team's, or every call. */
export async function loadHome(): Promise<Route> {
  if (!(await findViewer())) return signInPath(undefined);
  const query = findDefaultQuery(await loadSavedViews());
  return query ? (`/recordings?${query}` as Route) : "/recordings";
}
