import "server-only";
import { recordChange } from "@/lib/audit/audit-log";
import { db } from "@/lib/platform/database/db";
import { countFacets } from "@/lib/recordings/counts/facets";
import type { RecordingFilter } from "@/lib/recordings/filter/filter";
import { notifyChanges } from "@/lib/recordings/live/notify-changes";
import { listRecordingIds } from "@/lib/recordings/query/queries";
import { markSounds } from "../checks/mark-sounds";
import type { ProtectedSlice, ProtectionCount } from "../kept/views";
import { lockUsage } from "../quota/usage";

/**
 * Protects the audio of these recordings from deletion, or no longer. Who protected one first stays its
 * protector. Idempotent; from when it resolves on, no retention removes what is protected.
 * @param entryId of the audit log, where slice after slice is one entry
 * @returns of how many it changed
 */
export async function protectSounds(
  ids: readonly string[],
  isOn: boolean,
  userId: string,
  entryId?: string,
): Promise<number> {
  return db().$transaction(async (client) => {
    // Whoever removes files has come to an end, or sees this.
    await lockUsage(client);
    const known = await client.recording.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true },
    });
    const before = await client.soundProtection.findMany({
      where: { recordingId: { in: [...ids] } },
      select: { recordingId: true },
    });
    const had = new Set(before.map(({ recordingId }) => recordingId));
    const changed = known.flatMap(({ id }) => (had.has(id) === isOn ? [] : [id]));
    if (changed.length === 0) return 0;
    if (isOn) {
      const [clock] = await client.$queryRaw<{ now: Date }[]>`SELECT now() AS now`;
      const by = { protectedBy: userId, protectedAt: clock?.now ?? new Date() };
      await client.soundProtection.createMany({
        data: changed.map((recordingId) => ({ recordingId, ...by })),
      });
    } else {
      await client.soundProtection.deleteMany({ where: { recordingId: { in: changed } } });
    }
    const [only] = changed;
    const isOne = entryId === undefined && changed.length === 1 && only !== undefined;
    await recordChange(
      client,
      { action: isOn ? "protected" : "unprotected" },
      { userId, recordingId: isOne ? only : null, calls: changed.length },
      entryId,
    );
    await markSounds(client, changed);
    await notifyChanges(client, changed);
    return changed.length;
  });
}

type Slice = { isOn: boolean; userId: string; after: string | null; entryId: string };

/**
 * The same for all that a filter matches, the newest call first, as far as some seconds go. Who asks goes
 * on behind `after`, until there is nothing more; broken off and begun again, it changes what is left.
 */
export async function protectList(
  filter: RecordingFilter,
  timeZone: string,
  { isOn, userId, after, entryId }: Slice,
  { atOnce = 500, mostMs = 2_000 } = {},
): Promise<ProtectedSlice> {
  const beganMs = performance.now();
  const done: ProtectedSlice = { changed: 0, after };
  do {
    const slice = await listRecordingIds(
      { filter, after: done.after, limit: atOnce },
      { timeZone },
    );
    if (slice.ids.length > 0) {
      done.changed += await protectSounds(slice.ids, isOn, userId, entryId);
    }
    done.after = slice.after;
  } while (done.after !== null && performance.now() - beganMs < mostMs);
  return done;
}

/** How many calls a filter matches, and how many of them are protected: exact, or so many at least. */
export async function countProtection(
  filter: RecordingFilter,
  timeZone: string,
): Promise<ProtectionCount> {
  const { include, exclude } = filter.protected;
  const hasNone = include.includes(null) || exclude.includes("true");
  const narrowed = { ...filter, protected: { include: ["true"], exclude: [] } };
  const [all, kept] = await Promise.all([
    countFacets(filter, timeZone),
    hasNone ? { total: 0, isTotalMore: false } : countFacets(narrowed, timeZone),
  ]);
  return {
    calls: all.total,
    protectedCalls: kept.total,
    isMore: all.isTotalMore || kept.isTotalMore,
  };
}
