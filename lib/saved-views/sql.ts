import "server-only";
import { db } from "@/lib/platform/database/db";
import type { Prisma } from "@/prisma/client/client";
import type { SavedViewView } from "./views";

type ViewRow = Omit<SavedViewView, "mayChange"> & { isMine: boolean };

/** A person's own views and the team's, by name. */
export function listViews(userId: string): Promise<ViewRow[]> {
  return db().$queryRaw`
    SELECT saved_view.id, saved_view.name, query, private_to IS NULL AS "isTeam",
           owner.name AS "ownerName", owner_id IS NOT DISTINCT FROM ${userId} AS "isMine",
           default_view.user_id IS NOT NULL AS "isMyDefault",
           is_team_default IS TRUE AS "isTeamDefault"
    FROM saved_view
    LEFT JOIN "user" AS owner ON owner.id = owner_id
    LEFT JOIN default_view ON view_id = saved_view.id AND default_view.user_id = ${userId}
    WHERE private_to = ${userId} OR private_to IS NULL
    ORDER BY saved_view.name, saved_view.id`;
}

/** @returns false: the person sees no such view */
export async function upsertDefault(viewId: string, userId: string): Promise<boolean> {
  const count = await db().$executeRaw`
    INSERT INTO default_view (user_id, view_id)
    SELECT ${userId}, id FROM saved_view
    WHERE id = ${viewId}::uuid AND (private_to IS NULL OR private_to = ${userId})
    ON CONFLICT (user_id) DO UPDATE SET view_id = excluded.view_id`;
  return count > 0;
}

/** Lets nobody else change these views until the transaction ends: a person's own, or the team's (null). */
export async function lockViews(
  transaction: Prisma.TransactionClient,
  privateTo: string | null,
): Promise<void> {
  await transaction.$queryRaw`
    SELECT id FROM saved_view WHERE private_to IS NOT DISTINCT FROM ${privateTo}
    ORDER BY id FOR UPDATE`;
}

/** How many they are, and how long together. */
export async function measureViews(
  transaction: Prisma.TransactionClient,
  privateTo: string | null,
): Promise<{ views: number; characters: number }> {
  const [kept] = await transaction.$queryRaw<{ views: number; characters: number }[]>`
    SELECT count(*)::int AS views, coalesce(sum(length(query)), 0)::int AS characters
    FROM saved_view WHERE private_to IS NOT DISTINCT FROM ${privateTo}`;
  return kept ?? { views: 0, characters: 0 };
}
