import { foldText } from "@/lib/recordings/record/search-text";
import type {
  Colour,
  ListedNameView,
  ListedTermView,
  TermView,
  VocabularyField,
  VocabularyView,
} from "./views";

type Terms = ReadonlyMap<string, TermView>;

/**
 * Everything that has one name. What was said of its values holds for all of them: of what differs,
 * the first of them that says anything decides.
 */
type MergedValue = Omit<TermView, "displayName"> & {
  name: string;
  /** As they arrive: the one that is written like the name first, then by position and alphabet. */
  values: readonly [head: string, ...others: string[]];
};

/** What people call a value: the name that it was given, or itself. */
export function toName(terms: Terms, value: string): string {
  return terms.get(value)?.displayName ?? value;
}

/** What a value is part of: alone, where no other one has its name. */
export function getMerged(terms: Terms, value: string): MergedValue {
  const name = toName(terms, value);
  const found = byName(terms).get(name);
  if (!found) return merge(name, [value], terms);
  return found.values.includes(value) ? found : merge(name, [value, ...found.values], terms);
}

/** Of every value that shares its name with another one, the one that stands for all of them. */
export function listHeads(terms: Terms): ReadonlyMap<string, string> {
  return new Map(
    [...byName(terms).values()].flatMap(({ values }) =>
      values.length > 1 ? values.map((value): [string, string] => [value, values[0]]) : [],
    ),
  );
}

/** Every value that shares its name with another one, of each field. */
export function listMergedValues(vocabulary: VocabularyView): Record<VocabularyField, string[]> {
  const listField = (field: VocabularyField) => [...listHeads(vocabulary[field]).keys()];
  return { status: listField("status"), campaign: listField("campaign") };
}

/** These values, and every other one that shares its name with any of them. */
export function listWhole(values: readonly string[], terms: Terms): string[] {
  return [...new Set(values.flatMap((value) => getMerged(terms, value).values))];
}

type MergedCount = {
  merged: MergedValue;
  /** Of all its values. */
  count: number;
  /** Those that were counted, the most first. */
  parts: { value: string; count: number }[];
};

/** Counted values as people see them: those of one name are one, the most first. */
export function mergeCounts(
  counted: readonly { value: string; count: number }[],
  terms: Terms,
): MergedCount[] {
  const counts = new Map<string, MergedCount>();
  for (const part of counted) {
    const merged = getMerged(terms, part.value);
    const one = counts.get(merged.name) ?? { merged, count: 0, parts: [] };
    one.count += part.count;
    one.parts.push(part);
    counts.set(merged.name, one);
  }
  for (const { parts } of counts.values()) parts.sort((one, other) => other.count - one.count);
  return [...counts.values()].sort((one, other) => other.count - one.count);
}

/** A vocabulary never changes once it was read. */
const indexes = new WeakMap<Terms, Map<string, MergedValue>>();

function byName(terms: Terms): Map<string, MergedValue> {
  const known = indexes.get(terms);
  if (known) return known;
  const values = new Map<string, string[]>();
  for (const value of terms.keys()) {
    const name = toName(terms, value);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  const index = new Map([...values].map(([name, ones]) => [name, merge(name, ones, terms)]));
  indexes.set(terms, index);
  return index;
}

function merge(name: string, values: string[], terms: Terms): MergedValue {
  const rank = (value: string) => (value === name ? -1 : (terms.get(value)?.position ?? last));
  const [head = name, ...others] = values.sort(
    (one, other) => rank(one) - rank(other) || (one < other ? -1 : 1),
  );
  const members = [head, ...others].map((value) => terms.get(value));
  const first = <T>(read: (term: TermView) => T | null): T | null =>
    members.map((term) => (term ? read(term) : null)).find((said) => said !== null) ?? null;
  return {
    name,
    values: [head, ...others],
    colour: first(({ colour }) => colour),
    group: first(({ group }) => group),
    position: first(({ position }) => position),
  };
}

const last = Number.MAX_SAFE_INTEGER;

/** The colours that people gave to any value. */
export function listGivenColours(terms: Terms): ReadonlySet<Colour> {
  return new Set([...terms.values()].flatMap(({ colour }) => colour ?? []));
}

/** The values whose display name has every one of these words; without words none. */
export function findNamed(terms: ReadonlyMap<string, TermView>, words: string): string[] {
  const sought = foldText(words).split(/\s+/u).filter(Boolean);
  if (sought.length === 0) return [];
  return [...terms].flatMap(([value, { displayName }]) => {
    const name = foldText(displayName ?? "");
    return sought.every((word) => name.includes(word)) ? [value] : [];
  });
}

/** Those with a position first, by it; the others stay in the order that they have. */
export function arrangeByPosition<T>(
  items: readonly T[],
  positionOf: (item: T) => number | null | undefined,
): T[] {
  const placed = items.map((item) => ({ item, position: positionOf(item) ?? last }));
  return placed.sort((one, other) => one.position - other.position).map(({ item }) => item);
}

/** Neighbours by group: a group stands where its first member stood, and so do those of none. */
export function gatherGroups<T>(
  items: readonly T[],
  groupOf: (item: T) => string | null | undefined,
): { group: string | null; items: T[] }[] {
  const gathered = new Map<string | null, T[]>();
  for (const item of items) {
    const group = groupOf(item) ?? null;
    gathered.set(group, [...(gathered.get(group) ?? []), item]);
  }
  return [...gathered].map(([group, members]) => ({ group, items: members }));
}

/**
 * What was learned from the calls and what was named. A named value that isn't among the learned has
 * no calls, or, while not all are learned, nobody knows.
 */
export function mergeTerms(
  learned: readonly { value: string; calls: number | null }[],
  named: ReadonlyMap<string, TermView>,
  { isWhole = true } = {},
): ListedTermView[] {
  const known = new Set(learned.map(({ value }) => value));
  const unseen = [...named.keys()].filter((value) => !known.has(value)).sort();
  const calls = isWhole ? 0 : null;
  const all = [...learned, ...unseen.map((value) => ({ value, calls }))];
  const terms = all.map((one) => ({ ...unnamed, ...named.get(one.value), ...one }));
  return arrangeByPosition(terms, ({ position }) => position);
}

/**
 * The names of values, each with all of its values: by position, then the most calls first; what isn't
 * counted keeps its place.
 */
export function listNames(
  terms: readonly ListedTermView[],
  named: ReadonlyMap<string, TermView>,
  automatic: ReadonlyMap<string, Colour> = new Map(),
): ListedNameView[] {
  const names = new Map<string, ListedNameView>();
  for (const { value, calls } of terms) {
    const { name, colour, group, position } = getMerged(named, value);
    const one = names.get(name) ?? {
      name,
      colour,
      group,
      position,
      values: [],
      automatic: null,
      calls: 0,
      isNamed: false,
    };
    one.values.push({ value, calls });
    one.calls = one.calls === null || calls === null ? null : one.calls + calls;
    one.isNamed ||= !isUnnamed(named.get(value) ?? unnamed);
    names.set(name, one);
  }
  const isHead = (name: string, value: string) => Number(value === name);
  for (const one of names.values()) {
    const { name, values } = one;
    values.sort((value, other) => isHead(name, other.value) - isHead(name, value.value));
    one.automatic = automatic.get(values[0]?.value ?? "") ?? null;
  }
  const byCalls = [...names.values()].sort((one, other) => (other.calls ?? 0) - (one.calls ?? 0));
  return arrangeByPosition(byCalls, ({ position }) => position);
}

/** Whether nothing is said. */
export function isUnnamed({ displayName, colour, group, position }: TermView): boolean {
  return [displayName, colour, group, position].every((said) => said === null);
}

/** Of which nothing is said. */
export const unnamed: TermView = { displayName: null, colour: null, group: null, position: null };

/** Of which nobody named anything. */
export const emptyVocabulary: VocabularyView = {
  status: new Map(),
  campaign: new Map(),
  statusColours: new Map(),
};
