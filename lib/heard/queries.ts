import "server-only";
import { listNames } from "@/lib/access/members/members";
import { db } from "@/lib/platform/database/db";
import { getDuration } from "./duration";
import { pairRanges, pickLongest } from "./ranges";
import { everybody } from "./store";
import type { HeardByView, HeardView } from "./views";

/** What of a recording was played, as the viewer gets it; empty for an id that no recording has. */
export async function getHeard(recordingId: string, userId: string): Promise<HeardView> {
  const none = { userId, durationSeconds: null, mine: [], everybody: [], people: [], more: 0 };
  if (recordingId.includes("\0") || !recordingId.isWellFormed()) return none;
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
