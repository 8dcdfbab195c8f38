import { createHash } from "node:crypto";
import { type CallRecord, callRecordSchema } from "../call-record";
import { toCanonicalMembers } from "./canonical-json";

/**
 * What names a content: equal hashes mean that nothing changed. It begins with its form, 4 bytes
 * that tell which fields went into it, so that hashes of another form are never taken for others'
 * contents. The id is part of it; what stood around the record in the body is not.
 */
export function hashRecord(record: CallRecord): string {
  return `${form}${sha256(JSON.stringify([...toCanonicalFields(record)].sort(byName)))}`;
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

const canonicalForm = 2;
const fieldNames = Object.keys(callRecordSchema.shape).sort().join();
const form = sha256(`${canonicalForm} ${fieldNames}`).slice(0, 8);

function toCanonicalFields(content: StoredContent): Map<string, string> {
  return new Map(
    Object.entries(content).map(([name, value]) => [
      name,
      name === "extra" && typeof value === "string"
        ? toCanonicalExtra(value)
        : JSON.stringify(value),
    ]),
  );
}

function toCanonicalExtra(json: string): string {
  if (json === "{}") return "[]";
  const members = toCanonicalMembers(json);
  members.delete("envelope");
  return JSON.stringify([...members].sort(byName));
}

function agree(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return [...one].every(([name, value]) => (other.get(name) ?? value) === value);
}

function byName([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : 1;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
