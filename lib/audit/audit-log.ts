import "server-only";
import { randomUUID } from "node:crypto";
import { listNames } from "@/lib/access/members/members";
import { sliceKeysetPage } from "@/lib/list/list-page";
import { db } from "@/lib/platform/database/db";
import type { Transaction } from "@/lib/platform/database/transaction";
import {
  type AuditEntryView,
  type AuditedChange,
  type AuditLogView,
  type AuditQuery,
  auditedChangeSchema,
  parseAuditCursor,
  writeAuditCursor,
} from "./views";

type Recorded = {
  userId: string;
  /** Null: it is of no call, or of several. */
  recordingId: string | null;
  /** Of how many calls it is. */
  calls: number;
};

/**
 * Puts a change into the audit log, in the transaction that makes it. What is done in slices is one entry:
 * under an id that stands there already, its calls are added.
 */
export async function recordChange(
  client: Transaction,
  change: AuditedChange,
  { userId, recordingId, calls }: Recorded,
  id: string = randomUUID(),
): Promise<void> {
  await client.auditEntry.upsert({
    where: { recordingId_id: { recordingId: recordingId ?? "", id } },
    create: {
      recordingId: recordingId ?? "",
      id,
      userId,
      at: new Date(),
      calls,
      activity: activityOf[change.action],
      change,
    },
    update: { calls: { increment: calls } },
  });
}

const activityOf: Record<AuditedChange["action"], "tag" | "review" | "protection"> = {
  "tag-created": "tag",
  "tag-changed": "tag",
  "tag-deleted": "tag",
  "review-changed": "review",
  protected: "protection",
  unprotected: "protection",
};

/** Who did what, and when: one page by key, the newest first. */
export async function listEntries({ filter, page }: AuditQuery): Promise<AuditLogView> {
  const [listens, changes] = await Promise.all([
    filter.activity === null || filter.activity === "listen" ? findListens({ filter, page }) : [],
    filter.activity === "listen" ? [] : findChanges({ filter, page }),
  ]);
  const isBackward = page.before !== null;
  const found = [...listens, ...changes].toSorted((one, other) =>
    isBackward ? compare(one, other) : compare(other, one),
  );
  const { rows, ...cursors } = sliceKeysetPage(found, page, writeAuditCursor);
  const { person } = filter;
  const [names, calls] = await Promise.all([
    listNames([...new Set([...rows.map(({ userId }) => userId), person ?? ""])]),
    db().recording.findMany({
      where: { id: { in: [...new Set(rows.flatMap(({ recordingId }) => recordingId ?? []))] } },
      select: {
        id: true,
        customerFirstName: true,
        customerLastName: true,
        customerPhoneNumber: true,
      },
    }),
  ]);
  const callOf = new Map(calls.map((call) => [call.id, call]));
  return {
    ...cursors,
    rows: rows.map((row) => {
      const call = callOf.get(row.recordingId ?? "");
      return {
        ...row,
        at: row.at.toISOString(),
        name: names.get(row.userId) ?? null,
        customer: call
          ? {
              firstName: call.customerFirstName,
              lastName: call.customerLastName,
              phoneNumber: call.customerPhoneNumber,
            }
          : null,
      };
    }),
    userName: person === null ? null : (names.get(person) ?? null),
  };
}

type Entry = Omit<AuditEntryView, "at" | "name" | "customer"> & { at: Date };

function compare(one: Entry, other: Entry): number {
  return one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1);
}

async function findListens({ filter, page }: AuditQuery): Promise<Entry[]> {
  const { direction, from, past, cursor } = readPlace(page);
  const rows = await db().listen.findMany({
    where: {
      ...toWhere(filter),
      // The first condition alone tells the index where to begin.
      ...(cursor && {
        startedAt: { [from]: cursor.at },
        OR: [{ startedAt: { [past]: cursor.at } }, { id: { [past]: cursor.id } }],
      }),
    },
    omit: { ranges: true },
    orderBy: [{ startedAt: direction }, { id: direction }],
    take: page.limit + 1,
  });
  return rows.map(({ id, recordingId, userId, startedAt, seconds }) => ({
    id,
    recordingId,
    userId,
    at: startedAt,
    calls: 1,
    what: { action: "listened", seconds },
  }));
}

async function findChanges({ filter, page }: AuditQuery): Promise<Entry[]> {
  const { direction, from, past, cursor } = readPlace(page);
  const { activity } = filter;
  const rows = await db().auditEntry.findMany({
    where: {
      ...toWhere(filter),
      ...(activity !== null && { activity }),
      ...(cursor && {
        at: { [from]: cursor.at },
        OR: [{ at: { [past]: cursor.at } }, { id: { [past]: cursor.id } }],
      }),
    },
    orderBy: [{ at: direction }, { id: direction }],
    take: page.limit + 1,
  });
  return rows.map(({ id, recordingId, userId, at, calls, change }) => {
    const read = auditedChangeSchema.safeParse(change);
    return {
      id,
      recordingId: recordingId === "" ? null : recordingId,
      userId,
      at,
      calls,
      what: read.success ? read.data : { action: "unknown" },
    };
  });
}

function toWhere({ person, recording }: AuditQuery["filter"]) {
  return {
    ...(person !== null && { userId: person }),
    ...(recording !== null && { recordingId: recording }),
  };
}

/** Where a page begins, and how instants compare that lie on it: from there on, or past it. */
function readPlace({ after, before }: AuditQuery["page"]) {
  const cursor = parseAuditCursor(after ?? before ?? "");
  return before !== null
    ? ({ cursor, direction: "asc", from: "gte", past: "gt" } as const)
    : ({ cursor, direction: "desc", from: "lte", past: "lt" } as const);
}
