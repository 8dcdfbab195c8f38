import "server-only";
import { listNames } from "@/lib/access/members/queries";
import { sliceKeysetPage } from "@/lib/list/cursor";
import { db } from "@/lib/platform/database/db";
import type { Prisma } from "@/prisma/client/client";
import { type ListenQuery, parseListenCursor, writeListenCursor } from "./listen-query";
import type { ListenListView } from "./views";

/** Who listened to what, and when: one page by key, whoever listened last first. */
export async function listListens({ filter, page }: ListenQuery): Promise<ListenListView> {
  const { person, recording } = filter;
  const isBackward = page.before !== null;
  const direction = isBackward ? "asc" : "desc";
  const found = await db().listen.findMany({
    where: {
      ...(person !== null && { userId: person }),
      ...(recording !== null && { recordingId: recording }),
      ...toBounds(page),
    },
    omit: { ranges: true },
    orderBy: [{ startedAt: direction }, { id: direction }],
    take: page.limit + 1,
  });
  const { rows, hasAfter, hasBefore } = sliceKeysetPage(found, page);
  const [names, calls] = await Promise.all([
    listNames([...new Set([...rows.map(({ userId }) => userId), person ?? ""])]),
    db().recording.findMany({
      where: { id: { in: [...new Set(rows.map(({ recordingId }) => recordingId))] } },
      select: {
        id: true,
        customerFirstName: true,
        customerLastName: true,
        customerPhoneNumber: true,
      },
    }),
  ]);
  const callOf = new Map(calls.map((call) => [call.id, call]));
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows: rows.map(({ id, recordingId, userId, startedAt, lastAt, seconds }) => {
      const call = callOf.get(recordingId);
      return {
        id,
        recordingId,
        customer: call
          ? {
              firstName: call.customerFirstName,
              lastName: call.customerLastName,
              phoneNumber: call.customerPhoneNumber,
            }
          : null,
        userId,
        name: names.get(userId) ?? null,
        startedAt: startedAt.toISOString(),
        lastAt: lastAt.toISOString(),
        seconds,
      };
    }),
    personName: person === null ? null : (names.get(person) ?? null),
    after: hasAfter && last ? writeListenCursor(last) : null,
    before: hasBefore && first ? writeListenCursor(first) : null,
  };
}

/** The first condition alone tells the index where to begin. */
function toBounds({ after, before }: ListenQuery["page"]): Prisma.ListenWhereInput {
  const cursor = parseListenCursor(after ?? before ?? "");
  if (!cursor) return {};
  const { startedAt, id } = cursor;
  return after !== null
    ? {
        startedAt: { lte: startedAt },
        OR: [{ startedAt: { lt: startedAt } }, { id: { lt: id } }],
      }
    : {
        startedAt: { gte: startedAt },
        OR: [{ startedAt: { gt: startedAt } }, { id: { gt: id } }],
      };
}
