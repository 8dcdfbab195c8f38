import "server-only";
import { z } from "zod";
import { db, transact } from "@/lib/platform/database/db";
import type { CountedValues } from "@/lib/recordings/counts/count-calls";
import type { Prisma } from "@/prisma/client/client";
import { forgetVocabulary } from "./read-vocabulary";
import { lockTable, toTermView, upsertTerms } from "./sql";
import { getMerged, isUnnamed, listNames, mergeTerms, unnamed } from "./terms";
import {
  type ListedNameView,
  type NameKey,
  type TermChange,
  type TermTraits,
  type TermView,
  termKeySchema,
  type VocabularyField,
} from "./views";

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
      displayName: name === value ? null : name,
      colour,
      group,
      position,
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
  learned: CountedValues["values"],
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

/**
 * Changes what is said of the values of a field: one change after another, whoever makes them, each
 * whole or not at all. `change` gets everything that is said and gives back what becomes of some values;
 * null refuses. The answer holds what it takes to undo it.
 */
async function changeTerms(
  field: VocabularyField,
  by: string,
  change: (terms: Terms) => Terms | null,
): Promise<TermChange | null> {
  const changed = await transact(async (transaction) => {
    await lockTable(transaction, "vocabulary_term");
    const rows = await transaction.vocabularyTerm.findMany({ where: { field } });
    const before = new Map(rows.map((row) => [row.value, toTermView(row)]));
    const after = change(before);
    if (after === null) return null;
    const terms = [...after].flatMap(([value, term]) => {
      const [was, becomes] = [before.get(value) ?? unnamed, term];
      return isSame(was, becomes) ? [] : [{ value, before: was, after: becomes }];
    });
    await writeTerms(transaction, field, by, terms);
    return { field, terms };
  });
  forgetVocabulary();
  return changed;
}

/** Takes a change back, exactly; false, and nothing is done, where something was changed since. */
export async function undoChange({ field, terms }: TermChange, by: string): Promise<boolean> {
  const undone = await changeTerms(field, by, (now) =>
    terms.every(({ value, after }) => isSame(now.get(value) ?? unnamed, after))
      ? new Map(terms.map(({ value, before }) => [value, before]))
      : null,
  );
  return undone !== null;
}

function isSame(one: TermView, other: TermView): boolean {
  return (["displayName", "colour", "group", "position"] as const).every(
    (said) => one[said] === other[said],
  );
}

/** What says nothing has no row. */
async function writeTerms(
  transaction: Prisma.TransactionClient,
  field: VocabularyField,
  by: string,
  terms: TermChange["terms"],
): Promise<void> {
  const gone = terms.filter(({ after }) => isUnnamed(after)).map(({ value }) => value);
  if (gone.length > 0) {
    await transaction.vocabularyTerm.deleteMany({ where: { field, value: { in: gone } } });
  }
  const said = terms.filter(({ after }) => !isUnnamed(after));
  if (said.length === 0) return;
  await upsertTerms(transaction, field, by, said);
}

export const successStatusesSchema = z.array(termKeySchema.shape.value).max(1_000);

/** The statuses of calls that went well, in no order; empty until somebody chose them. */
export async function listSuccessStatuses(): Promise<string[]> {
  const rows = await db().successStatus.findMany({ select: { status: true } });
  return rows.map(({ status }) => status);
}

/** From then on these are all. Idempotent; of two at the same time the last one counts. */
export async function setSuccessStatuses(statuses: string[], changedBy: string): Promise<void> {
  await transact(async (transaction) => {
    await transaction.successStatus.deleteMany({ where: { status: { notIn: statuses } } });
    await transaction.successStatus.createMany({
      data: statuses.map((status) => ({ status, changedBy })),
      skipDuplicates: true,
    });
  });
}
