import { cutText } from "../record/cut-text";
import type {
  ExtraChangeView,
  FieldChangeView,
  FieldValue,
  HistoryEntryView,
  RecordChangesView,
} from "./views";

/**
 * The same entries with as much of what changed as a page can hold: all of it in short, and the
 * newest whole as far as there is room; without `changes` where there is none even in short. Pure.
 * @param entries newest first
 */
export function fitHistory(entries: HistoryEntryView[]): HistoryEntryView[] {
  let room = roomForChanges;
  const take = (changes: RecordChangesView, { instead = 0, leaving = 0 }) => {
    const weight = weighChanges(changes) - instead;
    if (weight > room - leaving) return null;
    room -= weight;
    return changes;
  };
  const short = entries.map((entry) =>
    entry.kind === "changed" && entry.changes
      ? take(shorten(entry.changes), { leaving: roomForNewest })
      : null,
  );
  return entries.map((entry, index) => {
    if (entry.kind !== "changed" || !entry.changes) return entry;
    const held = short[index] ?? null;
    return {
      ...entry,
      changes: held && (take(entry.changes, { instead: weighChanges(held) }) ?? held),
    };
  });
}

/** In characters, those that HTML writes as several counted as such. */
const roomForChanges = 50_000;
/** What changes in short leave of it. */
const roomForNewest = 20_000;
/** What surrounds a word, or a text. */
const markup = 60;

function weighChanges({ fields, extra }: RecordChangesView): number {
  const changes = [...fields, ...(extra ?? [])];
  return changes.reduce((sum, change) => sum + 2 * markup + weighChange(change), 0);
}

function weighChange(change: FieldChangeView | ExtraChangeView): number {
  if ("words" in change && change.words) {
    return change.words.reduce((sum, { text }) => sum + markup + weighText(text), 0);
  }
  const path = "path" in change ? weighText(change.path) : 0;
  return path + weighValue(change.before) + weighValue(change.after);
}

function weighValue(value: FieldValue): number {
  return typeof value === "string" ? weighText(value) : 0;
}

function weighText(text: string): number {
  // More than that is never shown of one text.
  const shown = text.slice(0, 22_000);
  return shown.length + 5 * (shown.match(/["'&<>]/g)?.length ?? 0);
}

function shorten(changes: RecordChangesView): RecordChangesView {
  const extra = changes.extra?.slice(0, mostShortExtra) ?? null;
  return {
    fields: changes.fields.map((change) => ({
      ...change,
      ...{ before: cutValue(change.before), after: cutValue(change.after), words: null },
    })),
    extra:
      extra?.map(({ path, before, after }) => ({
        ...{ path, before: cutValue(before), after: cutValue(after) },
      })) ?? null,
    moreExtra: changes.moreExtra + (changes.extra?.length ?? 0) - (extra?.length ?? 0),
  };
}

const mostShortExtra = 5;
const shortLength = 80;

function cutValue<Value>(value: Value): Value | string {
  if (typeof value !== "string") return value;
  const [beginning, rest] = cutText(value, shortLength);
  return rest ? `${beginning}…` : value;
}
