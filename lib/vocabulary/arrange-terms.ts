import type { Colour } from "./colours";
import { getMerged } from "./merged-values";
import type { ListedNameView, ListedTermView, TermView, VocabularyView } from "./views";

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
      ...{ name, colour, group, position },
      ...{ values: [], automatic: null, calls: 0, isNamed: false },
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

const last = Number.MAX_SAFE_INTEGER;

/** Of which nobody named anything. */
export const emptyVocabulary: VocabularyView = {
  ...{ status: new Map(), campaign: new Map(), statusColours: new Map() },
};
