import type { DriftKind } from "@/prisma/client/client";
import type { JsonValue } from "../json/read-json";
import { sanitizeText } from "../json/sanitize-for-postgres";

/** Something about one place in a body: why a record is held back, or how a value was taken. */
export type Remark = { path: string; message: string };
export type Remarks = {
  problems: Remark[];
  notices: Remark[];
  observations: Observation[];
  /** Where each field was looked for, if anybody wants to know. */
  sources?: FieldSource[];
};

/** A field that was looked for, the places in the body where it was found, and what stood there. */
export type FieldSource = { path: string; places: string[]; given: JsonValue[] };

/** Where an object is missing as a whole, its single fields need no words. */
export function unheard(): Remarks {
  return { problems: [], notices: [], observations: [] };
}

/** So many remarks of one record are kept at most. */
export const mostOfRecord = 100;

/** The problems of one record with as much of them as is kept. */
export function capProblems(problems: Remark[]): Remark[] {
  return capRemarkList(problems, mostOfRecord);
}

/** So many of these, cut where they are long, and how many more there are. */
export function capRemarkList(remarks: Remark[], most: number): Remark[] {
  const kept = remarks.slice(0, most).map(({ path, message }) => ({
    path: cut(path, maxPathCharacters),
    message: cut(message, maxMessageCharacters),
  }));
  const more = remarks.length - kept.length;
  return more > 0 ? [...kept, { path: "", message: `and ${more} more` }] : kept;
}

function cut(text: string, most: number): string {
  const storable = sanitizeText(text.slice(0, most));
  return text.length > most ? `${storable}…` : storable;
}

const maxPathCharacters = 200;
const maxMessageCharacters = 500;

/**
 * Something in a record that the interface doesn't name, or names otherwise; or a value of a field
 * whose values it leaves open. Its path is the one within the record, whatever stood around it;
 * null stands for more of its kind than are told apart.
 */
export type Observation = {
  kind: DriftKind;
  path: string[] | null;
  /** What the interface says. */
  expected?: string;
  /** What came. */
  found?: string;
};

/** Keys that nobody asked for, up to as many as one object needs to show what it is. */
export function observeKeys(
  kind: "unknown_field" | "unknown_member",
  keys: string[],
  place: string[],
): Observation[] {
  const told = keys.slice(0, mostKeys).map((key) => ({ kind, path: [...place, key] }));
  return keys.length > mostKeys ? [...told, { kind, path: null }] : told;
}

const mostKeys = 100;
