import "server-only";
import type { Viewer } from "@/lib/access/gate/viewer";
import { db } from "@/lib/platform/database/db";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery, writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import type { SavedViewView } from "./views";

type Asker = Pick<Viewer, "userId" | "role">;

/** A person's own views and the team's, by name. */
export async function listSavedViews({ userId, role }: Asker): Promise<SavedViewView[]> {
  type Row = Omit<SavedViewView, "mayChange"> & { isMine: boolean };
  const views = await db().$queryRaw<Row[]>`
    SELECT saved_view.id, saved_view.name, query, private_to IS NULL AS "isTeam",
           owner.name AS "ownerName", owner_id IS NOT DISTINCT FROM ${userId} AS "isMine",
           default_view.user_id IS NOT NULL AS "isMyDefault",
           is_team_default IS TRUE AS "isTeamDefault"
    FROM saved_view
    LEFT JOIN "user" AS owner ON owner.id = owner_id
    LEFT JOIN default_view ON view_id = saved_view.id AND default_view.user_id = ${userId}
    WHERE private_to = ${userId} OR private_to IS NULL
    ORDER BY saved_view.name, saved_view.id`;
  return views.map(({ isMine, ...view }) => ({
    ...view,
    query: rereadQuery(view.query),
    mayChange: isMine || role === "administrator",
  }));
}

/** What a person begins with: their own default, or else the team's; null when there is neither. */
export function findDefaultQuery(views: SavedViewView[]): string | null {
  const view =
    views.find(({ isMyDefault }) => isMyDefault) ??
    views.find(({ isTeamDefault }) => isTeamDefault);
  return view?.query ?? null;
}

/** A list's address as a view keeps it: without its cursors and what is open beside it. */
export function toCanonicalQuery(query: RecordingQuery): string {
  const parameters = writeRecordingQuery(query);
  for (const name of ["after", "before", "open"]) parameters.delete(name);
  return parameters.toString();
}

/** Whatever was kept or sent, as this version reads it. What it can't read is left out. */
export function rereadQuery(text: string): string {
  return toCanonicalQuery(parseRecordingQuery(new URLSearchParams(text)));
}
