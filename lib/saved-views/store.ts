import "server-only";
import { randomUUID } from "node:crypto";
import type { Viewer } from "@/lib/access/views";
import { texts } from "@/lib/language/texts";
import { db, transact } from "@/lib/platform/database/db";
import { isDuplicateKey } from "@/lib/platform/faults";
import { budgets } from "@/lib/platform/settings/budgets";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery, writeRecordingQuery } from "@/lib/recordings/filter/filter-url";
import type { Prisma } from "@/prisma/client/client";
import { listViews, lockViews, measureViews, upsertDefault } from "./sql";
import type { SavedViewName, SavedViewView } from "./views";

/**
 * `not-found`: gone, or somebody else's own. `not-allowed`: the team's, made by somebody else.
 * `no-room`: there are as many as there may be, or all together are as long.
 */
export type ViewChange = "done" | "not-found" | "not-allowed" | "name-taken" | "no-room";

type Changer = Pick<Viewer, "userId" | "role">;

type NewView = { name: string; query: string; isTeam: boolean };

/** A name stands once among a person's own views, and once among the team's. */
export async function createView(
  { name, query, isTeam }: NewView,
  ownerId: string,
): Promise<ViewChange> {
  const privateTo = isTeam ? null : ownerId;
  return refuseTakenName(() =>
    withinLimits(privateTo, { views: 1, characters: query.length }, async (transaction) => {
      await transaction.savedView.create({
        data: { id: randomUUID(), ownerId, privateTo, name, query },
      });
      return "done";
    }),
  );
}

/** Idempotent. */
export async function renameView(id: string, name: string, changer: Changer): Promise<ViewChange> {
  return changeView(id, changer, { name });
}

/** From then on it shows another list; idempotent. */
export async function replaceQuery(
  id: string,
  query: string,
  changer: Changer,
): Promise<ViewChange> {
  const view = await db().savedView.findUnique({ where: { id } });
  if (!view) return "not-found";
  const more = { views: 0, characters: query.length - view.query.length };
  return withinLimits(view.privateTo, more, (client) => changeView(id, changer, { query }, client));
}

/** Makes it the team's, and it stays so; idempotent. */
export async function shareView(id: string, changer: Changer): Promise<ViewChange> {
  const view = await db().savedView.findUnique({ where: { id } });
  if (!view) return "not-found";
  if (view.privateTo === null) return changeView(id, changer, { privateTo: null });
  const more = { views: 1, characters: view.query.length };
  return withinLimits(null, more, (client) => changeView(id, changer, { privateTo: null }, client));
}

/** Whoever began with it begins with the team's default again. */
export async function deleteView(id: string, changer: Changer): Promise<ViewChange> {
  const { count } = await db().savedView.deleteMany({ where: toChangeable(id, changer) });
  return count > 0 ? "done" : findRefusal(id, changer.userId);
}

/** What a person begins with from then on; null: with what the team does. Idempotent. */
export async function chooseDefault(viewId: string | null, userId: string): Promise<ViewChange> {
  if (viewId === null) {
    await db().defaultView.deleteMany({ where: { userId } });
    return "done";
  }
  return (await upsertDefault(viewId, userId)) ? "done" : "not-found";
}

/** What everybody begins with who has chosen nothing else; only a view of the team can be that. */
export async function chooseTeamDefault(viewId: string | null): Promise<ViewChange> {
  return transact(async (transaction) => {
    // Locked, so that two who choose at the same moment come one after the other.
    await lockViews(transaction, null);
    if (viewId !== null) {
      const view = await transaction.savedView.findUnique({ where: { id: viewId } });
      if (view?.privateTo !== null) return "not-found";
    }
    await transaction.savedView.updateMany({
      where: { isTeamDefault: true },
      data: { isTeamDefault: null },
    });
    if (viewId !== null) {
      await transaction.savedView.update({
        where: { id: viewId },
        data: { isTeamDefault: true },
      });
    }
    return "done";
  });
}

/** Every list names all of these views and compares itself with them, so that they must stay few and short. */
async function withinLimits(
  privateTo: string | null,
  more: { views: number; characters: number },
  change: (transaction: Prisma.TransactionClient) => Promise<ViewChange>,
): Promise<ViewChange> {
  const { own, ofTeam, charactersTogether } = budgets.savedViews;
  return transact(async (transaction) => {
    // Locked, so that of two who save at the same moment one sees what the other has saved.
    await lockViews(transaction, privateTo);
    const kept = await measureViews(transaction, privateTo);
    const most = privateTo === null ? ofTeam : own;
    if (more.views > 0 && kept.views + more.views > most) return "no-room";
    const isLonger = more.characters > 0;
    if (isLonger && kept.characters + more.characters > charactersTogether) return "no-room";
    return change(transaction);
  });
}

async function changeView(
  id: string,
  changer: Changer,
  data: { name?: string; query?: string; privateTo?: null },
  client: Prisma.TransactionClient = db(),
): Promise<ViewChange> {
  return refuseTakenName(async () => {
    const { count } = await client.savedView.updateMany({ where: toChangeable(id, changer), data });
    return count > 0 ? "done" : findRefusal(id, changer.userId);
  });
}

/** One's own and what one made for the team; for administrators everything of the team. */
function toChangeable(id: string, { userId, role }: Changer): Prisma.SavedViewWhereInput {
  if (role !== "administrator") return { id, ownerId: userId };
  return { id, OR: [{ ownerId: userId }, { privateTo: null }] };
}

async function findRefusal(id: string, userId: string): Promise<ViewChange> {
  const seen = await db().savedView.count({
    where: { id, OR: [{ privateTo: null }, { privateTo: userId }] },
  });
  return seen > 0 ? "not-allowed" : "not-found";
}

async function refuseTakenName(change: () => Promise<ViewChange>): Promise<ViewChange> {
  try {
    return await change();
  } catch (error) {
    if (isDuplicateKey(error)) return "name-taken";
    throw error;
  }
}

type Asker = Pick<Viewer, "userId" | "role">;

/** A person's own views and the team's, by name. */
export async function listSavedViews({ userId, role }: Asker): Promise<SavedViewView[]> {
  const views = await listViews(userId);
  return views.map(({ isMine, ...view }) => ({
    ...view,
    query: rereadQuery(view.query),
    mayChange: isMine || role === "administrator",
  }));
}

/** What the list of a query says of these views: all but their queries. */
export function toViewNames(views: SavedViewView[], current: string): SavedViewName[] {
  const sought = sort(current);
  return views.map(({ query, ...view }) => ({ ...view, isShown: sort(query) === sought }));
}

/** In which order filters were added makes no other list. */
function sort(query: string): string {
  return query.split("&").sort().join("&");
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

export const savedViewsRoomTexts = texts("savedViewsRoom", {
  noName: "Enter a name.",
  nameTooLong: (most: number) => `Use at most ${most} characters.`,
  tooManyFilters: "This list has too many filters to save.",
  refused: {
    "not-found": "This view is gone.",
    "not-allowed": "Only its creator or an administrator can change this view.",
    "no-room": "There’s no room for more views. Delete one you don’t need.",
    "name-taken": "A view with this name already exists. Choose another name.",
  },
});
