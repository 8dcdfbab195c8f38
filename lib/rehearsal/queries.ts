import "server-only";
import { listNames } from "@/lib/access/members/queries";
import { db } from "@/lib/platform/database/db";
import type { LedgerCounts, RehearsalStep, RehearsalView, RemovalView } from "./views";

/** The one that is open, or else the last; null: there was none. */
export async function getRehearsal(): Promise<RehearsalView | null> {
  const row = await db().rehearsal.findFirst({ orderBy: { startedAt: "desc" } });
  if (!row) return null;
  const names = await listNames([row.startedBy]);
  return {
    id: row.id,
    state: row.state,
    // Written by this room from these very types; versions before wrote none that differ by a code.
    steps: (row.steps as RehearsalStep[]).map((step) => ({ ...step, differs: step.differs ?? [] })),
    before: row.ledgerBefore as LedgerCounts,
    removal: row.removal as RemovalView | null,
    startedBy: names.get(row.startedBy) ?? null,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
