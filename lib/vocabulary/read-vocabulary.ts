import "server-only";
import { log } from "@/lib/ops/log";
import { db, transact } from "@/lib/platform/database/db";
import { processWide } from "@/lib/platform/process/process-wide";
import { type CountedValues, listCountedValues } from "@/lib/recordings/counts/count-calls";
import { foldText } from "@/lib/recordings/record/search-text";
import { chooseColours, forgetInterimColours, mostColoured } from "./colours";
import { listNamed, listNamedTerms, lockTable } from "./sql";
import { mergeCounts } from "./terms";
import {
  type Colour,
  colours,
  type MergeSuggestion,
  type VocabularyField,
  type VocabularyView,
} from "./views";

type Reading = { startedMs: number; vocabulary: Promise<VocabularyView> };

const own = processWide("earshotVocabulary", (): { reading?: Reading | undefined } => ({}));

/** What others change is known after so long. */
const freshMs = 1_000;

/** What values are called: one small query, shared by everybody who asks within a second. */
export function readVocabulary(): Promise<VocabularyView> {
  const nowMs = performance.now();
  const last = own().reading;
  if (last && nowMs - last.startedMs < freshMs) return last.vocabulary;
  const vocabulary = Promise.all([listNamedTerms(), readStatusColours()]).then(
    ([terms, statusColours]): VocabularyView => ({
      status: toMap(terms, "status"),
      campaign: toMap(terms, "campaign"),
      statusColours,
    }),
  );
  const reading = { startedMs: nowMs, vocabulary };
  own().reading = reading;
  // A failure is told to those who asked, and not kept for others.
  vocabulary.catch(() => {
    if (own().reading === reading) own().reading = undefined;
  });
  return vocabulary;
}

/** From now on, what was read before is out of date, and who has which colour may be, too. */
export function forgetVocabulary(): void {
  own().reading = undefined;
  colouring().beganMs = undefined;
}

function toMap(
  terms: Awaited<ReturnType<typeof listNamedTerms>>,
  of: VocabularyField,
): VocabularyView[VocabularyField] {
  return new Map(
    terms.filter(({ field }) => field === of).map(({ field: _, value, ...term }) => [value, term]),
  );
}

const colouring = processWide("earshotStatusColours", (): { beganMs?: number | undefined } => ({}));

/** The automatic colours, and in the background one for each status that came since. */
export async function readStatusColours(): Promise<ReadonlyMap<string, Colour>> {
  const rows = await db().statusColour.findMany({ select: { status: true, colour: true } });
  const chosen = new Map(
    rows.flatMap(({ status, colour }): [string, Colour][] => {
      const known = colours.find((one) => one === colour);
      return known ? [[status, known]] : [];
    }),
  );
  const nowMs = performance.now();
  if (nowMs - (colouring().beganMs ?? Number.NEGATIVE_INFINITY) > chooseEveryMs) {
    colouring().beganMs = nowMs;
    colourNewStatuses().catch((error: unknown) =>
      log().warn({ err: error }, "new statuses could not get a colour"),
    );
  }
  return chosen;
}

const chooseEveryMs = 10_000;

/**
 * Gives every name of a status that calls have a colour, where nobody did, and takes it from those that
 * no call has any more. Idempotent.
 */
export async function colourNewStatuses(): Promise<void> {
  const [{ values, total }, named] = await Promise.all([
    listLearnedValues("status", mostColoured),
    listNamedTerms(),
  ]);
  // Not all are known yet: it would take colours from those that aren't.
  if (total === null) return;
  const counted = values.map(({ value, calls }) => ({ value, count: calls ?? 0 }));
  const names = mergeCounts(counted, toMap(named, "status"));
  const given = new Set(names.flatMap(({ merged }) => merged.colour ?? []));
  const ranked = names.flatMap(({ merged, count }) =>
    merged.colour === null ? [{ status: merged.values[0], calls: count }] : [],
  );
  const choose = (rows: StatusColour[]) =>
    toColourChange(rows, chooseColours(ranked.slice(0, mostColoured), toColours(rows), given));
  const seen = choose(await db().statusColour.findMany());
  if (seen.gone.length + seen.data.length > 0) {
    await transact(async (transaction) => {
      await lockTable(transaction, "status_colour");
      const { gone, data } = choose(await transaction.statusColour.findMany());
      await transaction.statusColour.deleteMany({ where: { status: { in: gone } } });
      await transaction.statusColour.createMany({ data });
    });
    own().reading = undefined;
  }
  forgetInterimColours();
}

type StatusColour = { status: string; colour: string };

const toColours = (rows: readonly StatusColour[]) =>
  new Map(rows.map(({ status, colour }) => [status, colour]));

/** What differs: the rows that go, the former ones of others among them, and those that come. */
function toColourChange(
  rows: readonly StatusColour[],
  chosen: ReadonlyMap<string, Colour>,
): { gone: string[]; data: StatusColour[] } {
  const before = toColours(rows);
  const data = [...chosen].flatMap(([status, colour]) =>
    before.get(status) === colour ? [] : [{ status, colour }],
  );
  const gone = rows.flatMap(({ status, colour }) =>
    chosen.get(status) === colour ? [] : [status],
  );
  return { gone, data };
}

/** Whether somebody said that two names are not the same. */
export async function readDistinctions(
  field: VocabularyField,
): Promise<(name: string, other: string) => boolean> {
  const rows = await db().vocabularyDistinction.findMany({ where: { field } });
  const pairs = new Set(rows.map(({ name, otherName }) => JSON.stringify([name, otherName])));
  return (name, other) => pairs.has(JSON.stringify([name, other].sort()));
}

/** Values beyond so many of a field are found in the data, but not listed one by one. */
export const mostListed = 1_000;

/** The values of a field that calls have, at most so many, and those that were named among the others. */
export function listLearnedValues(field: VocabularyField, most: number): Promise<CountedValues> {
  return listCountedValues(field, most, () => listNamed(field));
}

type Named = { name: string; calls: number | null };

/**
 * Names that differ from a more frequent one in case, accents, blanks and signs alone, or by a letter
 * or two. Digits must be the same ("spring 25" is not "spring 26"), and so must the first letter
 * ("answered" is not "unanswered"). Distinct pairs are never suggested.
 */
export function suggestMerges(
  names: readonly Named[],
  areDistinct: (name: string, other: string) => boolean = () => false,
): MergeSuggestion[] {
  const forms = names
    .filter(({ name }) => name.length <= mostCompared)
    .toSorted((one, other) => (other.calls ?? 0) - (one.calls ?? 0))
    .slice(0, mostNames)
    .map(({ name }) => ({ name, ...toForm(name) }))
    .filter(({ letters }) => letters !== "");
  const suggestions = new Map<string, string[]>();
  const targets = new Map<string, typeof forms>();
  for (const form of forms) {
    const bucket = `${form.letters[0]}\n${form.digits}`;
    const others = targets.get(bucket) ?? [];
    const alike = others
      .filter(({ name }) => !areDistinct(form.name, name))
      .map(({ name, letters }) => ({ name, distance: measure(form.letters, letters) }))
      .filter(({ distance }) => distance !== null)
      .sort((one, other) => (one.distance ?? 0) - (other.distance ?? 0))[0];
    if (alike) suggestions.set(alike.name, [...(suggestions.get(alike.name) ?? []), form.name]);
    else targets.set(bucket, [...others, form]);
  }
  return [...suggestions].map(([into, alike]) => ({ into, names: alike }));
}

/** Longer names are no slip of the pen; and a pair must fit into an index. */
const mostCompared = 100;
const mostNames = 500;

/** What is left of a name where spelling is left out. */
function toForm(name: string): { letters: string; digits: string } {
  const plain = foldText(name).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
  return {
    letters: plain.replaceAll(/\p{N}/gu, ""),
    digits: (plain.match(/\p{N}+/gu) ?? []).join(" "),
  };
}

/** How many letters differ, if so few that it may be a slip; neighbours that changed places are one. */
function measure(one: string, other: string): number | null {
  const length = Math.min(one.length, other.length);
  const most = length >= 8 ? 2 : length >= 4 ? 1 : 0;
  if (Math.abs(one.length - other.length) > most) return null;
  const [from, to] = trimEnds(one, other);
  let before: number[] = [];
  let row = [0, 1, 2].slice(0, most + 1);
  for (let at = 1; at <= from.length; at += 1) {
    // Farther from the diagonal, more differs than may.
    const next: number[] = at <= most ? [at] : [];
    for (let by = Math.max(1, at - most); by <= Math.min(to.length, at + most); by += 1) {
      const isTurned = from[at - 1] === to[by - 2] && from[at - 2] === to[by - 1];
      next[by] = Math.min(
        (row[by] ?? far) + 1,
        (next[by - 1] ?? far) + 1,
        (row[by - 1] ?? far) + (from[at - 1] === to[by - 1] ? 0 : 1),
        at > 1 && by > 1 && isTurned ? (before[by - 2] ?? far) + 1 : far,
      );
    }
    if (next.every((distance) => distance > most)) return null;
    [before, row] = [row, next];
  }
  const distance = row[to.length] ?? far;
  return distance <= most ? distance : null;
}

const far = Number.POSITIVE_INFINITY;

/** Both without what they begin and end with alike. */
function trimEnds(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length);
  let head = 0;
  while (head < shorter && one.charCodeAt(head) === other.charCodeAt(head)) head += 1;
  let tail = 0;
  const isAlike = () =>
    one.charCodeAt(one.length - 1 - tail) === other.charCodeAt(other.length - 1 - tail);
  while (tail < shorter - head && isAlike()) tail += 1;
  return [one.slice(head, one.length - tail), other.slice(head, other.length - tail)];
}
