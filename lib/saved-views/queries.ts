import "server-only";
import type { Viewer } from "@/lib/access/viewer";
import { db } from "@/lib/platform/db";
import { rereadQuery } from "./canonical-query";
import type { SavedViewView } from "./views";

type Asker = Pick<Viewer, "userId" | "role">;

/** A person's own views and the team's, by name. */
export async function listSavedViews({ userId, role }: Asker): Promise<SavedViewView[]> {
  const views = await db().savedView.findMany({
    where: { OR: [{ privateTo: userId }, { privateTo: null }] },
    include: {
      owner: { select: { name: true } },
      defaults: { where: { userId }, select: { userId: true } },
    },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return views.map((view) => ({
    id: view.id,
    name: view.name,
    query: rereadQuery(view.query),
    isTeam: view.privateTo === null,
    ownerName: view.owner?.name ?? null,
    mayChange: view.ownerId === userId || role === "administrator",
    isMyDefault: view.defaults.length > 0,
    isTeamDefault: view.isTeamDefault === true,
  }));
}

/** What a person begins with: their own default, or else the team's; null when there is neither. */
export async function getDefaultQuery(userId: string): Promise<string | null> {
  const own = await db().defaultView.findUnique({
    where: { userId },
    select: { view: { select: { query: true } } },
  });
  const view =
    own?.view ??
    (await db().savedView.findUnique({ where: { isTeamDefault: true }, select: { query: true } }));
  return view && rereadQuery(view.query);
}
