import { hash } from "node:crypto";
import { isLosslessNumber, parse, stringify } from "lossless-json";
import { z } from "zod";
import { isStorable } from "@/lib/list/list-page";

/** Why a field of a call is empty; the path is the one within the record, `customer.details.email`. */
const fieldProblemSchema = z.object({ path: z.string(), message: z.string() });
export const fieldProblemsSchema = z.array(fieldProblemSchema);

/**
 * One call as a delivery tells it, understood: what the ledger stores. Texts are storable. What is
 * missing, unreadable or ambiguous is null, or '' where a text can't be null, and has its problem.
 */
export const callRecordSchema = z.object({
  id: z.string(),
  minutesUsed: z.int().nullable(),
  callSid: z.string(),
  recordingAttachment: z.string(),
  campaign: z.string().nullable(),
  hasTranscript: z.boolean().nullable(),
  summary: z.string(),
  /** ISO 8601 in UTC, with up to six decimals of a second; null: the time of acceptance. */
  createdAt: z.string().nullable(),
  status: z.string(),
  rosterAttachment: z.string().nullable(),
  /** '': none could be read, so that the call has no customer. */
  customerId: z.string(),
  customerFirstName: z.string(),
  customerLastName: z.string(),
  customerPhoneNumber: z.string(),
  customerGender: z.string(),
  customerEmail: z.string().nullable(),
  customerType: z.string().nullable(),
  customerIsConfirmed: z.boolean().nullable(),
  customerIsPhoneNumberCorrect: z.boolean().nullable(),
  /** JSON text of the keys that the interface doesn't name, nested as they arrived. */
  extra: z.string(),
  /** None: the record is complete. */
  problems: fieldProblemsSchema.default([]),
});

export type FieldProblem = z.infer<typeof fieldProblemSchema>;
export type CallRecord = z.infer<typeof callRecordSchema>;

/**
 * The key under which what stood around a record is kept among its further members: `envelope`, or, so
 * that a member of the record's own is never taken for it, one underscore longer than the longest such
 * key of its own. A record that has one always gets it, even with nothing in it.
 */
export function nameEnvelope(ownKeys: Iterable<string>): string {
  const longest = findEnvelope(ownKeys);
  return longest === undefined ? "envelope" : `${longest}_`;
}

/** Under which of these keys it stands; undefined: nothing stood around the record. */
function findEnvelope(keys: Iterable<string>): string | undefined {
  let longest: string | undefined;
  for (const key of keys) {
    if (/^envelope_*$/.test(key) && key.length > (longest?.length ?? 0)) longest = key;
  }
  return longest;
}

/** What may be a recording's id: none has another one, and no database could look for it. */
export const recordingIdSchema = z.string().min(1).max(1_024).refine(isStorable);

type Leaf = { path: string; json: string };

/** The leaves of further members by their dotted path; lists stay whole. */
export function flattenExtra(json: string): Leaf[] {
  return flatten(parse(json), "");
}

function flatten(value: unknown, path: string): Leaf[] {
  const isBranch =
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !isLosslessNumber(value);
  if (!isBranch || (path !== "" && Object.keys(value).length === 0)) {
    return [{ path, json: stringify(value) ?? "null" }];
  }
  return Object.entries(value).flatMap(([key, item]) =>
    flatten(item, path === "" ? key : `${path}.${key}`),
  );
}

/** Where a record stands among all that was accepted: deliveries by sequence, then its place in the body. */
export type Place = {
  acceptedSeq: bigint;
  /** Place in the delivery's body, from 0. */
  position: number;
};

/** How many sequences a millisecond has: they count microseconds, and the gateways of each. */
export const seqsPerMs = 4_096_000n;

/**
 * Two seconds: who looks for what came after a sequence begins so much before it, since of transactions that
 * are stored side by side one that takes long may end later and bring what was accepted first.
 */
export const overlapSeq = 2_000n * seqsPerMs;

/** A record and the delivery that brought it. */
export type ArrivedRecord = Place & {
  record: CallRecord;
  /** Of `hashRecord`, where it has been worked out ahead. */
  contentHash?: string;
  acceptedAt: Date;
  deliveryId: string;
  /** SHA-256 of the delivery's body in hexadecimal; null: not known, so it is nobody's retry. */
  payloadHash: string | null;
};

/**
 * What became of an arrival: `stored` made the recording what it is, `unchanged` said what it is
 * already, `superseded` was accepted before what is stored, or is a retry.
 */
export type StoreOutcome = "stored" | "unchanged" | "superseded";

/** The same of a record in a delivery, which may have been held back. */
export type DeliveryOutcome = StoreOutcome | "quarantined";

/** Of what became of its records, a delivery tells what most needs an eye, then what changed most. */
export function foremostOutcome(outcomes: ReadonlySet<DeliveryOutcome>): DeliveryOutcome {
  const order = ["quarantined", "stored", "unchanged", "superseded"] as const;
  return order.find((outcome) => outcomes.has(outcome)) ?? "stored";
}

export function isAfter(one: Place, other: Place): boolean {
  if (one.acceptedSeq !== other.acceptedSeq) return one.acceptedSeq > other.acceptedSeq;
  return one.position > other.position;
}

/**
 * What names a content: equal hashes mean that nothing changed. It begins with its form, 4 bytes
 * that tell which fields went into it, so that hashes of another form are never taken for others'
 * contents. The id is part of it, and which fields are empty for a problem; what stood around the
 * record in the body is not, nor are the words for a problem.
 */
export function hashRecord(record: CallRecord): string {
  const told: unknown[] = fieldNames.map((name) => toCanonical(name, record[name]));
  const paths = listProblematic(record.problems);
  if (paths.length > 0) told.push(paths);
  return `${form}${sha256(JSON.stringify(told).slice(1, -1))}`;
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
const fieldNames = callRecordSchema.omit({ problems: true }).keyof().options.toSorted();
const form = sha256(`${canonicalForm} ${fieldNames.join()}`).slice(0, 8);

function toCanonicalFields(content: StoredContent): Map<string, string> {
  const { problems, ...fields } = content;
  const paths = listProblematic(fieldProblemsSchema.safeParse(problems).data ?? []);
  return new Map([
    ...Object.entries(fields).map(
      ([name, value]) => [name, JSON.stringify(toCanonical(name, value))] as const,
    ),
    ...(paths.length > 0 ? [["problems", JSON.stringify(paths)] as const] : []),
  ]);
}

/** Which fields have problems, each once and in order. */
function listProblematic(problems: FieldProblem[]): string[] {
  return [...new Set(problems.map(({ path }) => path))].sort();
}

/**
 * The value itself, but for all spellings of further members the one text, however long it is: that
 * takes about as long again as it took to read the body, which is bounded.
 */
function toCanonical(name: string, value: unknown): unknown {
  const isSpelled = name === "extra" && typeof value === "string" && value !== "{}";
  return isSpelled ? toCanonicalJson(value, findEnvelope) : value;
}

function agree(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return [...one].every(([name, value]) => (other.get(name) ?? value) === value);
}

function sha256(text: string): string {
  return hash("sha256", text);
}

/**
 * One text for all spellings of a JSON object that mean the same: keys in order, `1.0` and `1e0` as
 * `1`, and without one of its members.
 * @param leaveOut picks it from the keys
 */
function toCanonicalJson(json: string, leaveOut: (keys: string[]) => string | undefined): string {
  // What JSON.parse reads to the last digit need not be read at a tenth of its speed.
  const value: unknown = mayLoseDigits.test(json) ? parse(json) : JSON.parse(json);
  return isObject(value) ? writeObject(value, leaveOut(Object.keys(value))) : write(value);
}

/** Sixteen digits or more, or a power of ten; within a text they do no harm. */
const mayLoseDigits = /[\d.]{16}|\d[eE][+-]?\d/;

function write(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(write).join()}]`;
  if (isLosslessNumber(value)) return writeNumber(value.value);
  return writeObject(value as Readonly<Record<string, unknown>>);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function writeObject(value: Readonly<Record<string, unknown>>, without?: string): string {
  let written = "";
  for (const key of Object.keys(value).sort()) {
    if (key === without) continue;
    written += `${written && ","}${JSON.stringify(key)}:${write(value[key])}`;
  }
  return `{${written}}`;
}

/** Up to fifteen digits a number is the only one of its text; beyond, its digits and power are. */
function writeNumber(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const counting = digits.replace(/0+$/, "");
  if (counting === "") return "0";
  const power = Number(exponent) - fraction.length + digits.length - counting.length;
  if (counting.length <= 15 && Math.abs(power) < 280) return String(Number(number));
  return `${sign}${counting}e${power}`;
}
