import type { CallRecord } from "./call-record";
import { diffWords } from "./diff-words";
import { flattenExtra } from "./flatten-extra";
import type { ExtraChangeView, FieldChangeView, RecordChangesView, RecordField } from "./views";

/** What differs between two contents of one recording, field by field. Pure. */
export function compareRecords(before: CallRecord, after: CallRecord): RecordChangesView {
  return {
    fields: fieldsInOrder.flatMap((field) => compareField(field, before, after)),
    extra: compareExtra(before.extra, after.extra),
  };
}

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

function compareExtra(before: string, after: string): ExtraChangeView[] {
  if (before === after) return [];
  const [old, young] = [toLeaves(before), toLeaves(after)];
  return [...new Set([...old.keys(), ...young.keys()])].flatMap((path) => {
    const change = { path, before: old.get(path) ?? null, after: young.get(path) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/** A key with dots in it may share its path with a nested one; then both make one value. */
function toLeaves(extra: string): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const { path, json } of flattenExtra(extra)) {
    const other = leaves.get(path);
    leaves.set(path, other === undefined ? json : `${other}, ${json}`);
  }
  return leaves;
}
