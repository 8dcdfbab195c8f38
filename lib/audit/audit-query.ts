import { isInstantKey, parseKeyCursor, writeKeyCursor } from "@/lib/list/cursor";
import {
  cleanText,
  newParameterReader,
  readPlace,
  type UnreadParameter,
  writeSingle,
} from "@/lib/list/list-url";
import { type Activity, activities } from "./views";

/** Which lines of who did what, and when: of one person, of one recording, of one kind; null: of all. */
export type AuditQuery = {
  filter: { person: string | null; recording: string | null; activity: Activity | null };
  page: { after: string | null; before: string | null; limit: number };
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
