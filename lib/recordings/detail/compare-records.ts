import { type ArrayChange, diffArrays } from "diff";
import { type CallRecord, flattenExtra } from "../record/call-record";
import type {
  ExtraChangeView,
  FieldChangeView,
  RecordChangesView,
  RecordField,
  WordChange,
} from "../views/views";

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
const fieldsInOrder = Object.keys({
  status: true,
  campaign: true,
  createdAt: true,
  minutesUsed: true,
  hasTranscript: true,
  callSid: true,
  recordingAttachment: true,
  summary: true,
  customerFirstName: true,
  customerLastName: true,
  customerPhoneNumber: true,
  customerIsPhoneNumberCorrect: true,
  customerEmail: true,
  customerGender: true,
  customerType: true,
  customerIsConfirmed: true,
  customerId: true,
  rosterAttachment: true,
} satisfies Record<RecordField, true>) as RecordField[];

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

/**
 * What became of the words of a text: joined, kept and removed are the old text, kept and added
 * the new one. Null: too long to compare, or too different for the differences to be readable. Pure.
 */
export function diffWords(before: string, after: string): WordChange[] | null {
  if (before.length + after.length > maxCharacters) return null;
  // Looking for words takes longer than comparing them.
  if (before.length * after.length > maxPairs) return null;
  const steps = diffArrays(toWords(before), toWords(after), { maxEditLength: maxEdits });
  if (!steps) return null;
  const changes = joinSteps(steps.flatMap(toWordChanges));
  const kept = changes.flatMap(({ kind, text }) => (kind === "kept" ? text : [])).join("");
  const isReadable = kept.length >= Math.max(before.length, after.length) * leastKeptShare;
  return isReadable ? changes : null;
}

const maxCharacters = 20_000;
const maxPairs = 6_400_000;
/** Words that went or came: finding them takes the square of it. */
const maxEdits = 400;
const leastKeptShare = 0.3;

/** Knows the words of languages that put no spaces between them, too. */
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

function toWords(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** One step for each word: a space between two changes is to be told from a word. */
function toWordChanges({ added, removed, value }: ArrayChange<string>): WordChange[] {
  const kind = removed ? "removed" : added ? "added" : "kept";
  return value.map((text) => ({ kind, text }));
}

/** Neighbours become one change, over a space between them, what went before what came. */
function joinSteps(steps: WordChange[]): WordChange[] {
  const changes: WordChange[] = [];
  let [removed, added, space] = ["", "", ""];
  const endChange = () => {
    if (removed) changes.push({ kind: "removed", text: removed });
    if (added) changes.push({ kind: "added", text: added });
    if (space) changes.push({ kind: "kept", text: space });
    [removed, added, space] = ["", "", ""];
  };
  for (const { kind, text } of steps) {
    if (kind === "kept" && (removed || added) && text.trim() === "") {
      space += text;
    } else if (kind === "kept") {
      endChange();
      keep(changes, text);
    } else {
      removed += kind === "removed" ? space + text : space;
      added += kind === "added" ? space + text : space;
      space = "";
    }
  }
  endChange();
  return changes;
}

function keep(changes: WordChange[], text: string): void {
  const last = changes.at(-1);
  if (last?.kind === "kept") last.text += text;
  else changes.push({ kind: "kept", text });
}
