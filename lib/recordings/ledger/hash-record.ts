import { createHash } from "node:crypto";
import { type CallRecord, callRecordSchema } from "../call-record";
import { findEnvelope } from "../envelope-key";
import { toCanonicalJson } from "./canonical-json";

/**
 * What names a content: equal hashes mean that nothing changed. It begins with its form, 4 bytes
 * that tell which fields went into it, so that hashes of another form are never taken for others'
 * contents. The id is part of it; what stood around the record in the body is not.
 */
export function hashRecord(record: CallRecord): string {
  return `${form}${sha256(fieldNames.map((name) => toCanonicalField(name, record[name])).join())}`;
}

/** Whether a hash was made by today's `hashRecord`; of others, only contents can be compared. */
export function isOfThisForm(contentHash: string): boolean {
  return contentHash.length === form.length + 64 && contentHash.startsWith(form);
}

/** Whether two contents are the same to the last field. */
export function isSameContent(stored: StoredContent, record: CallRecord): boolean {
  const [one, other] = [toCanonicalFields(stored), toCanonicalFields(record)];
  return one.size === other.size && agree(one, other);
}

/** Whether they say the same in every field that both know; an interpreter may have learned some. */
export function saysTheSame(stored: StoredContent, record: CallRecord): boolean {
  return agree(toCanonicalFields(stored), toCanonicalFields(record));
}

/** A record as an interpreter of any age understood it. */
export type StoredContent = Readonly<Record<string, unknown>>;

/** Characters. What is larger counts as it is written: reading it would hold up all others. */
const mostSpelled = 200_000;
const canonicalForm = 2;
const fieldNames = callRecordSchema.keyof().options.toSorted();
const form = sha256(`${canonicalForm} ${fieldNames.join()}`).slice(0, 8);

function toCanonicalFields(content: StoredContent): Map<string, string> {
  return new Map(
    Object.entries(content).map(([name, value]) => [name, toCanonicalField(name, value)]),
  );
}

function toCanonicalField(name: string, value: unknown): string {
  const isSpelled = name === "extra" && typeof value === "string" && value.length <= mostSpelled;
  if (!isSpelled || value === "{}") return JSON.stringify(value);
  return JSON.stringify(toCanonicalJson(value, findEnvelope));
}

function agree(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return [...one].every(([name, value]) => (other.get(name) ?? value) === value);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
