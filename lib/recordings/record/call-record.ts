import { isLosslessNumber, parse, stringify } from "lossless-json";
import { z } from "zod";

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
export function findEnvelope(keys: Iterable<string>): string | undefined {
  let longest: string | undefined;
  for (const key of keys) {
    if (/^envelope_*$/.test(key) && key.length > (longest?.length ?? 0)) longest = key;
  }
  return longest;
}

/** What may be a recording's id: none has another one, and no database could look for it. */
export const recordingIdSchema = z
  .string()
  .min(1)
  .max(1_024)
  .refine((id) => !id.includes("\0") && id.isWellFormed());

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
