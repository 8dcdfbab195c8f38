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
  const { rows, hasAfter, hasBefore } = sliceKeysetPage(found, page);
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
  const [first, last] = [rows[0], rows.at(-1)];
  return {
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
    after: hasAfter && last ? writeAuditCursor(last) : null,
    before: hasBefore && first ? writeAuditCursor(first) : null,
  };
}

type Entry = Omit<AuditEntryView, "at" | "name" | "customer"> & { at: Date };

function compare(one: Entry, other: Entry): number {
  return one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1);
}

async function findListens({ filter, page }: AuditQuery): Promise<Entry[]> {
  const { isBackward, cursor } = readPage(page);
  const { person, recording } = filter;
  const direction = isBackward ? "asc" : "desc";
  const [from, past] = isBackward ? (["gte", "gt"] as const) : (["lte", "lt"] as const);
  const rows = await db().listen.findMany({
    where: {
      ...(person !== null && { userId: person }),
      ...(recording !== null && { recordingId: recording }),
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
  const { isBackward, cursor } = readPage(page);
  const { person, recording, activity } = filter;
  const direction = isBackward ? "asc" : "desc";
  const [from, past] = isBackward ? (["gte", "gt"] as const) : (["lte", "lt"] as const);
  const rows = await db().auditEntry.findMany({
    where: {
      ...(person !== null && { userId: person }),
      ...(recording !== null && { recordingId: recording }),
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

function readPage({ after, before }: AuditQuery["page"]) {
  return { isBackward: before !== null, cursor: parseAuditCursor(after ?? before ?? "") };
}
