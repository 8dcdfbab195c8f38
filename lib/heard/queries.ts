import "server-only";
import { listNames } from "@/lib/access/members/members";
import { isStorable } from "@/lib/list/list-page";
import { db } from "@/lib/platform/database/db";
import { countSides } from "@/lib/recordings/counts/count-calls";
import type { RecordingFilter } from "@/lib/recordings/filter/filter";
import { listHeardRows } from "./sql";
import { everybody, getDuration } from "./store";
import {
  anyoneHeard,
  type HeardByView,
  type HeardCountsView,
  type HeardView,
  halfHeard,
  pairRanges,
  pickLongest,
  type RowHeardView,
} from "./views";

/** What of a recording was played, as the viewer gets it; empty for an id that no recording has. */
export async function getHeard(recordingId: string, userId: string): Promise<HeardView> {
  const none = { userId, durationSeconds: null, mine: [], everybody: [], people: [], more: 0 };
  if (!isStorable(recordingId)) return none;
  const [durationSeconds, own, rows, listens, people] = await Promise.all([
    getDuration(db(), recordingId),
    db().heard.findMany({ where: { recordingId, userId: { in: [everybody, userId] } } }),
    db().heard.findMany({
      where: { recordingId, userId: { not: everybody } },
      orderBy: [{ lastAt: "desc" }, { userId: "asc" }],
      take: mostPeople,
    }),
    db().listen.groupBy({ by: ["userId"], where: { recordingId }, _count: true }),
    db().heard.count({ where: { recordingId, userId: { not: everybody } } }),
  ]);
  const names = await listNames(rows.map((row) => row.userId));
  const rangesOf = (id: string) => pairRanges(own.find((row) => row.userId === id)?.ranges ?? []);
  const toView = (row: (typeof rows)[number]): HeardByView => ({
    userId: row.userId,
    name: names.get(row.userId) ?? null,
    seconds: row.seconds,
    ranges: pickLongest(pairRanges(row.ranges), mostRanges),
    moreRanges: Math.max(0, pairRanges(row.ranges).length - mostRanges),
    share: durationSeconds === null ? null : Math.min(1, row.seconds / durationSeconds),
    listens: listens.find((one) => one.userId === row.userId)?._count ?? 1,
    firstAt: row.firstAt.toISOString(),
    lastAt: row.lastAt.toISOString(),
  });
  return {
    userId,
    durationSeconds,
    mine: rangesOf(userId),
    everybody: rangesOf(everybody),
    people: rows.map(toView),
    more: people - rows.length,
  };
}

const mostPeople = 50;
/** Of each of them: more can't be told apart where they are drawn. */
const mostRanges = 100;

/**
 * Who heard these recordings, in one query, where a column shows it; without those that nobody heard.
 * Who played less of one than makes it heard is left out.
 */
export async function listRowsHeard(
  listed: { id: string }[],
  columns: readonly string[] | null | undefined,
  userId: string,
): Promise<Map<string, RowHeardView>> {
  if (listed.length === 0 || !columns?.includes("heard")) return new Map();
  const recordingIds = listed.map(({ id }) => id);
  const rows = await listHeardRows(recordingIds, userId);
  const names = await listNames(rows.flatMap(({ otherId }) => otherId ?? []));
  return new Map(
    rows
      .filter(({ isByMe, others }) => isByMe || others > 0)
      .map(({ recordingId, duration, seconds, isByMe, others, otherId }) => [
        recordingId,
        {
          isByMe,
          others,
          otherName: otherId === null ? null : (names.get(otherId) ?? null),
          share: duration === null ? null : Math.min(1, (seconds ?? 0) / duration),
        },
      ]),
  );
}

/**
 * How many calls a person, anybody, or all of them for half have heard, and how many not, under the
 * rest of a filter: exact, or so many at least or at the most where these are more than are counted one by
 * one.
 */
export async function countHeard(
  userId: string,
  filter: RecordingFilter,
  timeZone: string,
  signal?: AbortSignal,
): Promise<HeardCountsView> {
  const values = [userId, anyoneHeard, halfHeard];
  const sides = await countSides("heard", values, filter, timeZone, { signal });
  const [me, anyone, half] = sides.map(({ having, lacking }) => ({
    heard: having,
    unheard: lacking,
  }));
  if (!me || !anyone || !half) throw new Error("a value is not counted");
  return { me, anyone, half };
}
