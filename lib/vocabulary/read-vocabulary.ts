import "server-only";
import { log } from "@/lib/ops/log";
import { db } from "@/lib/platform/database/db";
import { processWide } from "@/lib/platform/process/process-wide";
import { buildTotals, findKeptZone } from "@/lib/recordings/counts/read-totals";
import { listValues, valueColumns } from "@/lib/recordings/query/list-values";
import { anyZone } from "@/lib/recordings/totals/keep-zones";
import { Prisma } from "@/prisma/client/client";
import { chooseColours, forgetInterimColours, mostColoured } from "./colours";
import { type Colour, colours } from "./schema";
import { mergeCounts } from "./terms";
import type { TermView, VocabularyField, VocabularyView } from "./views";

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
      ...{ status: toMap(terms, "status"), campaign: toMap(terms, "campaign"), statusColours },
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
    await db().$transaction(async (transaction) => {
      // Readers don't wait for it.
      await transaction.$executeRaw`LOCK TABLE status_colour IN SHARE ROW EXCLUSIVE MODE`;
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

type NamedTerm = TermView & { field: VocabularyField; value: string };

/** Everything that was said of values, and the values of calls whose name was given to others. */
export async function listNamedTerms(): Promise<NamedTerm[]> {
  const rows = await db().$queryRaw<(StoredTerm & { field: VocabularyField; value: string })[]>`
    SELECT field::text AS field, value, display_name AS "displayName", colour,
      group_name AS "groupName", position
    FROM vocabulary_term
    UNION ALL
    SELECT field::text, display_name, NULL, NULL, NULL, NULL
    FROM (SELECT DISTINCT field, display_name FROM vocabulary_term
          WHERE display_name IS NOT NULL) AS named
    WHERE NOT EXISTS (SELECT FROM vocabulary_term AS own
                      WHERE own.field = named.field AND own.value = display_name)
      AND CASE field
        WHEN 'status' THEN EXISTS (SELECT FROM recording WHERE status = display_name)
        ELSE EXISTS (SELECT FROM recording WHERE campaign = display_name) END
    ORDER BY 1, 2`;
  return rows.map(({ field, value, ...row }) => ({ field, value, ...toTermView(row) }));
}

/** The values, among calls too, that have a name; in no order. */
export async function listValuesCalled(field: VocabularyField, name: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ value: string }[]>`
    SELECT value FROM vocabulary_term
    WHERE field = ${field}::vocabulary_field AND coalesce(display_name, value) = ${name}
    UNION
    SELECT ${name}::text WHERE EXISTS (SELECT FROM recording WHERE ${valueColumns[field]} = ${name})
      AND NOT EXISTS (SELECT FROM vocabulary_term WHERE field = ${field}::vocabulary_field
        AND value = ${name} AND display_name IS NOT NULL)`;
  return rows.map(({ value }) => value);
}

/** Whether somebody said that two names are not the same. */
export async function readDistinctions(
  field: VocabularyField,
): Promise<(name: string, other: string) => boolean> {
  const rows = await db().vocabularyDistinction.findMany({ where: { field } });
  const pairs = new Set(rows.map(({ name, otherName }) => JSON.stringify([name, otherName])));
  return (name, other) => pairs.has(JSON.stringify([name, other].sort()));
}

type StoredTerm = {
  displayName: string | null;
  colour: string | null;
  groupName: string | null;
  position: number | null;
};

/** A colour that there is no more is none. */
export function toTermView({ displayName, colour, groupName, position }: StoredTerm): TermView {
  return {
    ...{ displayName, group: groupName, position },
    colour: colours.find((one) => one === colour) ?? null,
  };
}

/** Values beyond so many of a field are found in the data, but not listed one by one. */
export const mostListed = 1_000;

export type LearnedValues = {
  /** The most calls first; null: not counted yet. */
  values: { value: string; calls: number | null }[];
  /** How many values there are; null: more than were listed. */
  total: number | null;
};

/**
 * The values of a field that calls have, at most so many, and those that were named among the others.
 * From the kept totals; while no zone's days are counted, from an index, value by value.
 */
export async function listLearnedValues(
  field: VocabularyField,
  most: number,
): Promise<LearnedValues> {
  const column = valueColumns[field];
  const zone = await findKeptZone(anyZone);
  if (zone === null) return seeValues(field, most);
  const totals = buildTotals({ from: null, to: null }, zone, {
    level: "campaign",
    columns: Prisma.sql`${column} AS value, calls`,
    periods: Prisma.sql`period = 'year'`,
  });
  const rows = await db().$queryRaw<{ value: string; calls: bigint; total: bigint }[]>`
    WITH counted AS (${totals}), ranked AS (
      SELECT value, sum(calls)::bigint AS calls, count(*) OVER () AS total,
             row_number() OVER (ORDER BY sum(calls) DESC, value) AS place
      FROM counted WHERE value <> '' GROUP BY value HAVING sum(calls) > 0
    )
    SELECT value, calls, total FROM ranked
    WHERE place <= ${most} OR value IN (
      SELECT unnest(ARRAY[value, display_name]) FROM vocabulary_term
      WHERE field = ${field}::vocabulary_field
    )
    ORDER BY place`;
  return {
    values: rows.map(({ value, calls }) => ({ value, calls: Number(calls) })),
    total: Number(rows[0]?.total ?? 0),
  };
}

async function seeValues(field: VocabularyField, most: number): Promise<LearnedValues> {
  const seen = await listValues(field, most + 1);
  const values = seen.filter((value) => value !== "").slice(0, most);
  return {
    values: values.map((value) => ({ value, calls: null })),
    total: seen.length > most ? null : values.length,
  };
}
