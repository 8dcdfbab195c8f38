import { z } from "zod";
import {
  cleanText,
  isInstantKey,
  type ListPage,
  type ListPlace,
  newParameterReader,
  parseKeyCursor,
  readPlace,
  type UnreadParameter,
  writeKeyCursor,
  writeSingle,
} from "@/lib/list/list-page";

/** What the audit log can be narrowed to. */
export const activities = ["listen", "tag", "review", "protection"] as const;
export type Activity = (typeof activities)[number];

/** What somebody changed, as the database keeps it. */
export const auditedChangeSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("tag-created"), name: z.string() }),
  z.object({
    action: z.literal("tag-changed"),
    name: z.string(),
    formerName: z.string(),
    isRecoloured: z.boolean(),
  }),
  z.object({ action: z.literal("tag-deleted"), name: z.string() }),
  z.object({
    action: z.literal("review-changed"),
    /** Null: it was taken back. */
    state: z.enum(["to_review", "reviewed", "flagged"]).nullable(),
  }),
  z.object({ action: z.enum(["protected", "unprotected"]) }),
]);

export type AuditedChange = z.infer<typeof auditedChangeSchema>;

/** A line of the audit log: who did what, and when. */
export type AuditEntryView = {
  id: string;
  at: string;
  userId: string;
  /** Null: they have no access any more. */
  name: string | null;
  /** Null: it is of no call, or of several. */
  recordingId: string | null;
  /** Null: there is no such recording any more. */
  customer: { firstName: string; lastName: string; phoneNumber: string } | null;
  /** Of how many calls it is. */
  calls: number;
  /** "unknown": a later version wrote it. */
  what: { action: "listened"; seconds: number } | AuditedChange | { action: "unknown" };
};

export type AuditLogView = ListPage<AuditEntryView> & {
  /** Of the person whose lines these are alone; null where there is no such filter, or no such person. */
  userName: string | null;
};

/** Which lines of who did what, and when: of one person, of one recording, of one kind; null: of all. */
export type AuditQuery = {
  filter: { person: string | null; recording: string | null; activity: Activity | null };
  page: ListPlace;
};

export const everyEntry: AuditQuery["filter"] = { person: null, recording: null, activity: null };
export const defaultEntries = 50;

/** Reads the log's address. Never throws: what can't be read is left out and reported. */
export function parseAuditQuery(
  parameters: URLSearchParams,
): AuditQuery & { unread: UnreadParameter[] } {
  const unread: UnreadParameter[] = [];
  const read = newParameterReader(parameters, unread);
  const parseId = (value: string) =>
    value.length <= 1_024 && cleanText(value) === value ? value : undefined;
  const filter = {
    person: read("person", parseId),
    recording: read("recording", parseId),
    activity: read("activity", (value) => activities.find((one) => one === value)),
  };
  return { filter, page: readPlace(read, parseAuditCursor, defaultEntries), unread };
}

/** The inverse of `parseAuditQuery`. */
export function writeAuditQuery({ filter, page }: AuditQuery): URLSearchParams {
  return writeSingle(new URLSearchParams(), [
    ["person", filter.person],
    ["recording", filter.recording],
    ["activity", filter.activity],
    ["after", page.after],
    ["before", page.before],
    ["limit", page.limit === defaultEntries ? null : page.limit],
  ]);
}

type Place = { at: Date; id: string };

export function writeAuditCursor({ at, id }: Place): string {
  return writeKeyCursor({ key: String(BigInt(at.getTime()) * 1_000n), id });
}

/** @returns undefined for whatever is no cursor of the log */
export function parseAuditCursor(text: string): Place | undefined {
  const cursor = parseKeyCursor(text);
  if (!cursor || !isInstantKey(cursor.key) || !uuid.test(cursor.id)) return undefined;
  return { at: new Date(Number(BigInt(cursor.key) / 1_000n)), id: cursor.id };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
