import { isInstantKey, parseKeyCursor, writeKeyCursor } from "@/lib/list/cursor";
import {
  cleanText,
  newParameterReader,
  readPlace,
  type UnreadParameter,
  writeSingle,
} from "@/lib/list/list-url";

/** Which lines of who listened to what, and when: of one person, of one recording; null: of all. */
export type ListenQuery = {
  filter: { person: string | null; recording: string | null };
  page: { after: string | null; before: string | null; limit: number };
};

export const everyListen: ListenQuery["filter"] = { person: null, recording: null };
export const defaultListens = 50;

/** Reads the log's address. Never throws: what can't be read is left out and reported. */
export function parseListenQuery(
  parameters: URLSearchParams,
): ListenQuery & { unread: UnreadParameter[] } {
  const unread: UnreadParameter[] = [];
  const read = newParameterReader(parameters, unread);
  const parseId = (value: string) =>
    value.length <= 1_024 && cleanText(value) === value ? value : undefined;
  const filter = { person: read("person", parseId), recording: read("recording", parseId) };
  return { filter, page: readPlace(read, parseListenCursor, defaultListens), unread };
}

/** The inverse of `parseListenQuery`. */
export function writeListenQuery({ filter, page }: ListenQuery): URLSearchParams {
  return writeSingle(new URLSearchParams(), [
    ["person", filter.person],
    ["recording", filter.recording],
    ["after", page.after],
    ["before", page.before],
    ["limit", page.limit === defaultListens ? null : page.limit],
  ]);
}

type Listened = { startedAt: Date; id: string };

export function writeListenCursor({ startedAt, id }: Listened): string {
  return writeKeyCursor({ key: String(BigInt(startedAt.getTime()) * 1_000n), id });
}

/** @returns undefined for whatever is no cursor of the log */
export function parseListenCursor(text: string): Listened | undefined {
  const cursor = parseKeyCursor(text);
  if (!cursor || !isInstantKey(cursor.key) || !uuid.test(cursor.id)) return undefined;
  return { startedAt: new Date(Number(BigInt(cursor.key) / 1_000n)), id: cursor.id };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
