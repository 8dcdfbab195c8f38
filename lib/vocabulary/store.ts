import "server-only";
import { db } from "@/lib/platform/database/db";
import { listNames, mergeTerms, unnamed } from "./arrange-terms";
import { changeTerms } from "./change-terms";
import { getMerged } from "./merged-values";
import type { LearnedValues } from "./queries";
import type { NameKey, TermChange, TermTraits } from "./schema";
import type { ListedNameView, TermView } from "./views";
import type { VocabularyField } from "./vocabulary-field";

/**
 * From then on these values have this name. They become one with `others`, which have it already, in
 * their colour, group and place; without others, those of the first of them stay. Idempotent.
 */
export function nameValues(
  { field, values }: NameKey,
  name: string,
  others: readonly string[],
  by: string,
) {
  return change(field, by, (terms) => {
    const { colour, group, position } = getMerged(terms, others[0] ?? values[0] ?? name);
    return mapValues(values, (value) => ({
      ...{ displayName: name === value ? null : name, colour, group, position },
    }));
  });
}

/** Colour and group of these values; idempotent, the last one counts. */
export function describeValues({ field, values }: NameKey, traits: TermTraits, by: string) {
  return change(field, by, (terms) =>
    mapValues(values, (value) => ({ ...(terms.get(value) ?? unnamed), ...traits })),
  );
}

/** What was said of values is forgotten, their position too: each has its own name again. Idempotent. */
export function forgetValues({ field, values }: NameKey, by: string) {
  return change(field, by, () => mapValues(values, () => unnamed));
}

/** Puts a name before another one, or at the end; both are given by any of their values. */
export function placeName(
  { field, value }: { field: VocabularyField; value: string },
  before: string | null,
  learned: LearnedValues["values"],
  by: string,
) {
  return change(field, by, (terms) => {
    const names = listNames(mergeTerms(learned, terms), terms);
    const headOf = (one: string) => getMerged(terms, one).name;
    const placed = moveName(names, headOf(value), before === null ? null : headOf(before));
    const places = new Map(placed.map((name, place) => [name, place]));
    const all = names.flatMap(({ name, values }) => values.map((one) => ({ name, ...one })));
    return new Map(
      all.flatMap(({ name, value: one }): [string, TermView][] => {
        const position = places.get(name);
        const term = terms.get(one) ?? unnamed;
        return position === undefined ? [] : [[one, { ...term, position }]];
      }),
    );
  });
}

/** The names of a field stand by their calls again. Idempotent. */
export function forgetOrder(field: VocabularyField, by: string) {
  return change(field, by, (terms) =>
    mapValues([...terms.keys()], (value) => ({
      ...(terms.get(value) ?? unnamed),
      position: null,
    })),
  );
}

/** Says whether names that look alike are distinct, so that nobody is asked again; idempotent. */
export async function distinguish(
  field: VocabularyField,
  name: string,
  others: string[],
  areDistinct: boolean,
  by: string,
): Promise<void> {
  const pairs = others.map((other) => {
    const [lesser = name, greater = other] = [name, other].sort();
    return { field, name: lesser, otherName: greater };
  });
  if (!areDistinct) {
    await db().vocabularyDistinction.deleteMany({ where: { OR: pairs } });
    return;
  }
  const changed = { changedBy: by, changedAt: new Date() };
  await db().vocabularyDistinction.createMany({
    data: pairs.map((pair) => ({ ...pair, ...changed })),
    skipDuplicates: true,
  });
}

type Terms = ReadonlyMap<string, TermView>;

/** None of these is ever refused. */
async function change(
  field: VocabularyField,
  by: string,
  work: (terms: Terms) => Terms,
): Promise<TermChange> {
  return (await changeTerms(field, by, work)) ?? { field, terms: [] };
}

function mapValues(values: readonly string[], toTerm: (value: string) => TermView): Terms {
  return new Map(values.map((value) => [value, toTerm(value)]));
}

/**
 * The names that have a position once one of them stands before another, from the first on: as many
 * as had one and as the move needs. Before null: at the end. A name that isn't there stays out.
 */
export function moveName(
  names: readonly Pick<ListedNameView, "name" | "position">[],
  name: string,
  before: string | null,
): string[] {
  const moved = names.find((one) => one.name === name);
  if (!moved || name === before) return toPlaced(names);
  const others = names.filter((one) => one !== moved);
  const found = others.findIndex((one) => one.name === before);
  const index = found < 0 ? others.length : found;
  return toPlaced(others.toSpliced(index, 0, { name, position: index }));
}

function toPlaced(names: readonly Pick<ListedNameView, "name" | "position">[]): string[] {
  const last = names.findLastIndex(({ position }) => position !== null);
  return names.slice(0, last + 1).map(({ name }) => name);
}
