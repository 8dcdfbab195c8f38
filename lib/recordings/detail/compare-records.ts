import type { CallRecord } from "../record/call-record";
import { diffWords } from "./diff-words";
import { flattenExtra } from "./flatten-extra";
import type { ExtraChangeView, FieldChangeView, RecordChangesView, RecordField } from "./views";

/** What differs between two contents of one recording, field by field. Pure. */
export function compareRecords(before: CallRecord, after: CallRecord): RecordChangesView {
  const extra = compareExtra(before, after);
  return {
    fields: fieldsInOrder.flatMap((field) => compareField(field, before, after)),
    extra: extra?.slice(0, mostExtra) ?? null,
    moreExtra: Math.max(0, (extra?.length ?? 0) - mostExtra),
  };
}

const mostExtra = 50;
/** Of both sides together: taking larger ones apart would take the server from others. */
const mostExtraCharacters = 100_000;

/** All that a content has, in the order in which changes are read; the id never differs. */
const fieldsInOrder: RecordField[] = [
  "status",
  "campaign",
  "createdAt",
  "minutesUsed",
  "hasTranscript",
  "callSid",
  "recordingAttachment",
  "summary",
  "customerFirstName",
  "customerLastName",
  "customerPhoneNumber",
  "customerIsPhoneNumberCorrect",
  "customerEmail",
  "customerGender",
  "customerType",
  "customerIsConfirmed",
  "customerId",
  "rosterAttachment",
];

function compareField(field: RecordField, old: CallRecord, young: CallRecord): FieldChangeView[] {
  const [before, after] = [old[field], young[field]];
  if (before === after) return [];
  const words = field === "summary" ? diffWords(old.summary, young.summary) : null;
  return [{ field, before, after, words }];
}

function compareExtra(before: CallRecord, after: CallRecord): ExtraChangeView[] | null {
  if (before.extra === after.extra) return [];
  if (before.extra.length + after.extra.length > mostExtraCharacters) return null;
  const [old, young] = [toLeaves(before), toLeaves(after)];
  return [...new Set([...old.keys(), ...young.keys()])].flatMap((path) => {
    const change = { path, before: old.get(path) ?? null, after: young.get(path) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/** A content is compared with the one before it and the one after. */
const knownLeaves = new WeakMap<CallRecord, Map<string, string>>();

/** A key with dots in it may share its path with a nested one; then both make one value. */
function toLeaves(record: CallRecord): Map<string, string> {
  const known = knownLeaves.get(record);
  if (known) return known;
  const leaves = new Map<string, string>();
  knownLeaves.set(record, leaves);
  for (const { path, json } of flattenExtra(record.extra)) {
    const other = leaves.get(path);
    leaves.set(path, other === undefined ? json : `${other}, ${json}`);
  }
  return leaves;
}
