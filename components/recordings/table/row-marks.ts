import { formatPhoneNumber } from "@/components/format/phone-number";
import { columnLabelTexts } from "@/components/recordings/columns/table-view";
import type { Elsewhere, RowMarks } from "@/components/recordings/list-answers";
import { texts } from "@/lib/language/texts";
import { cutText } from "@/lib/list/list-page";
import type { ListColumn } from "@/lib/recordings/filter/list-view";
import {
  findHits,
  findNumberHits,
  type Hit,
  type Hits,
  markHits,
  readTerms,
} from "@/lib/recordings/record/search-text";
import type { RecordingRowView } from "@/lib/recordings/views/views";

/** What a search finds of a call in the columns that are shown, and beside them; null without a search. */
export function toRowMarks(
  row: RecordingRowView,
  q: string,
  columns: readonly string[],
): RowMarks | null {
  const terms = readTerms(q);
  if (terms.length === 0) return null;
  const summary = row.searchedSummary ?? { text: row.summaryBeginning, isMidway: false };
  const phoneNumber = formatPhoneNumber(row.phoneNumber);
  const fields = listPlaces().map(({ column, label, read }) => {
    const text = read?.(row) ?? (column === "phone_number" ? phoneNumber : summary.text);
    const hits =
      column === "phone_number"
        ? findNumberHits(text, row.phoneNumber, terms)
        : findHits(text, terms);
    return { column, label, text, hits, isShown: column !== null && columns.includes(column) };
  });
  const told = new Set(fields.flatMap(({ isShown, hits }) => (isShown ? [...hits.keys()] : [])));
  const elsewhere: Elsewhere[] = [];
  for (const { label, text, hits, isShown } of fields) {
    const news = isShown ? [] : [...hits.keys()].filter((term) => !told.has(term));
    if (news.length === 0) continue;
    for (const term of news) told.add(term);
    const isNews = (term: number) => news.includes(term);
    const parts = markSnippet(text, hits, { most: mostElsewhere, before: leastBefore, isNews });
    const isSpoken = label === recordingsTableMoreTexts().found.transcript;
    elsewhere.push({ label, parts, ...(isSpoken && { atMs: row.spoken?.atMs ?? null }) });
  }
  const others = fields.flatMap(({ column, hits }) => (column === "summary" ? [] : [hits]));
  const marked = fields.flatMap(({ column, text, hits, isShown }) => {
    if (!isShown || hits.size === 0) return [];
    const parts =
      column === "summary"
        ? markSnippet(text, hits, {
            most: mostOfSummary,
            isMidway: summary.isMidway,
            before: elsewhere.length > 0 ? mostBetween : mostBefore,
            // What nothing else shows comes first.
            isNews: (term) => others.every((other) => !other.has(term)),
          })
        : markHits(text, [...hits.values()].flat());
    return [[column, parts]];
  });
  return { ...Object.fromEntries(marked), ...(elsewhere.length > 0 && { elsewhere }) };
}

type Place = {
  /** Null: there is no column for it. */
  column: ListColumn | null;
  label: string;
  read?: (row: RecordingRowView) => string;
};

/** Everything that a search looks into, what people know best first. */
function listPlaces(): Place[] {
  const t = recordingsTableMoreTexts().found;
  const columns = columnLabelTexts();
  return [
    { column: "customer", label: columns.customer, read: (row) => row.customerName.trim() },
    { column: "phone_number", label: t.phone },
    { column: "summary", label: columns.summary },
    { column: "email", label: columns.email, read: (row) => row.email ?? "" },
    { column: "id", label: columns.id, read: (row) => row.id },
    { column: "call_sid", label: columns.call_sid, read: (row) => row.callSid },
    { column: null, label: t.customerId, read: (row) => row.customerId },
    { column: null, label: t.transcript, read: (row) => row.spoken?.text ?? "" },
  ];
}

const mostOfSummary = 240;
const mostElsewhere = 60;
/** So much is shown before a hit: it must be seen in a narrow column. */
const mostBefore = 24;
/** And where it shares its place. */
const mostBetween = 10;
const leastBefore = 5;
/** What is so short is never cut. */
const wholeLength = 24;

type SnippetOptions = {
  most: number;
  before?: number;
  /** Which of the terms it is for; all of them where none of these is in it. */
  isNews?: (term: number) => boolean;
  /** Whether the text itself begins in the midst of another. */
  isMidway?: boolean;
};

/** A text from shortly before its first hit on, cut between words where there are any, never in a character. */
export function markSnippet(
  text: string,
  hits: Hits,
  { most, before = mostBefore, isNews = () => true, isMidway }: SnippetOptions,
): string[] {
  const all = [...hits.values()].flat();
  const news = [...hits].flatMap(([term, places]) => (isNews(term) ? places : []));
  const first = (news.length > 0 ? news : all).reduce(
    (least, { from }) => Math.min(least, from),
    text.length,
  );
  const start =
    text.length <= Math.max(wholeLength, 2 * before) ? 0 : findStart(text, first, before);
  const end = findEnd(text, start + most);
  const within = all.flatMap(({ from, to }): Hit[] =>
    from < end && to > start
      ? [{ from: Math.max(from, start) - start, to: Math.min(to, end) - start }]
      : [],
  );
  const parts = markHits(text.slice(start, end), within);
  if (start > 0 || isMidway) parts[0] = `…${parts[0]}`;
  if (end < text.length) parts[parts.length - 1] += "…";
  return parts;
}

function findStart(text: string, hit: number, before: number): number {
  if (hit <= before) return 0;
  const from = hit - before;
  const space = /\s\S/u.exec(text.slice(from - 1, hit + 1));
  return toBoundary(text, space ? from + space.index : from);
}

function findEnd(text: string, at: number): number {
  return at >= text.length ? text.length : toBoundary(text, at);
}

/** As people see them: a letter with its marks, a flag, a family of emoji. */
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const mostInCharacter = 64;

/** Where the character begins that a place is in. */
function toBoundary(text: string, at: number): number {
  const start = characters.segment(text).containing(at)?.index ?? at;
  return at - start <= mostInCharacter ? start : cutText(text, at)[0].length;
}

export const recordingsTableMoreTexts = texts("recordingsTableMore", {
  select: "Select",
  widthOf: (column: string) => `Width of ${column}`,
  ofArrival: (time: string) =>
    `${time}: arrival time, because the call’s own is missing or can’t be read`,
  heard: {
    you: "You",
    others: (count: number) => `${count} other${count === 1 ? "" : "s"}`,
    and: (people: string, last: string) => `${people} and ${last}`,
    share: (people: string, percent: number) => `${people}, ${percent}%`,
  },
  found: {
    phone: "Phone",
    customerId: "Customer id",
    transcript: "Transcript",
  },
});
