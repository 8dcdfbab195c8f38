import "server-only";
import { db } from "@/lib/platform/database/db";
import { valueColumns } from "@/lib/recordings/sql/where";
import { Prisma } from "@/prisma/client/client";
import { colours, type TermChange, type TermView, type VocabularyField } from "./views";

type NamedTerm = TermView & { field: VocabularyField; value: string };

/** What calls have or had, by which they are counted: few rows, however many calls there are. */
const counted = Prisma.sql`(
  SELECT status, campaign FROM rollup_key UNION SELECT status, campaign FROM rollup_change)`;

/** Everything that was said of values, and the values that calls have or had whose name was given to others. */
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
      AND EXISTS (
        SELECT FROM ${counted} AS counted
        WHERE CASE field WHEN 'status' THEN status ELSE campaign END = display_name)
    ORDER BY 1, 2`;
  return rows.map(({ field, value, ...row }) => ({ field, value, ...toTermView(row) }));
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
    displayName,
    group: groupName,
    position,
    colour: colours.find((one) => one === colour) ?? null,
  };
}

/** The values, among those of calls too, that have a name; in no order. */
export async function listValuesCalled(field: VocabularyField, name: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ value: string }[]>`
    SELECT value FROM vocabulary_term
    WHERE field = ${field}::vocabulary_field AND coalesce(display_name, value) = ${name}
    UNION
    SELECT ${name}::text
    WHERE EXISTS (SELECT FROM ${counted} AS counted WHERE ${valueColumns[field]} = ${name})
      AND NOT EXISTS (SELECT FROM vocabulary_term WHERE field = ${field}::vocabulary_field
        AND value = ${name} AND display_name IS NOT NULL)`;
  return rows.map(({ value }) => value);
}

/** The values that something was said of, and their names. */
export async function listNamed(field: VocabularyField): Promise<string[]> {
  const rows = await db().vocabularyTerm.findMany({
    where: { field },
    select: { value: true, displayName: true },
  });
  return rows.flatMap(({ value, displayName }) => [value, displayName ?? []].flat());
}

/** What is said of these values from now on. */
export async function upsertTerms(
  client: Prisma.TransactionClient,
  field: VocabularyField,
  by: string,
  terms: TermChange["terms"],
): Promise<void> {
  const column = <T>(read: (term: TermView) => T) => terms.map(({ after }) => read(after));
  await client.$executeRaw`
    INSERT INTO vocabulary_term
      (field, value, display_name, colour, group_name, position, changed_by, changed_at)
    SELECT ${field}::vocabulary_field, value, display_name, colour, group_name, position, ${by}, now()
    FROM unnest(
      ${terms.map(({ value }) => value)}::text[],
      ${column(({ displayName }) => displayName)}::text[],
      ${column(({ colour }) => colour)}::text[],
      ${column(({ group }) => group)}::text[],
      ${column(({ position }) => position)}::int[]
    ) AS said (value, display_name, colour, group_name, position)
    ON CONFLICT (field, value) DO UPDATE SET display_name = excluded.display_name,
      colour = excluded.colour, group_name = excluded.group_name, position = excluded.position,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
}

/** Until the transaction ends nobody else changes the table; readers don't wait. */
export async function lockTable(
  client: Prisma.TransactionClient,
  table: "vocabulary_term" | "status_colour",
): Promise<void> {
  await client.$executeRaw`LOCK TABLE ${Prisma.raw(table)} IN SHARE ROW EXCLUSIVE MODE`;
}
