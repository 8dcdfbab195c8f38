import "server-only";
import type { Route } from "next";
import { findViewer, requireViewer } from "@/lib/access/gate";
import { signInPath } from "@/lib/access/return-to";
import { getDefaultQuery, listSavedViews } from "./queries";
import type { SavedViewView } from "./views";

/** The views of whoever is signed in, their own and the team's. */
export async function loadSavedViews(): Promise<SavedViewView[]> {
  return listSavedViews(await requireViewer());
}

/** The list that the person begins with: their default view, the team's, or every call. */
export async function loadHome(): Promise<Route> {
  const viewer = await findViewer();
  if (!viewer) return signInPath(undefined);
  const query = await getDefaultQuery(viewer.userId);
  return query ? (`/recordings?${query}` as Route) : "/recordings";
}
