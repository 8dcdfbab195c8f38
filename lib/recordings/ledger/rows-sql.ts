import "server-only";
import { type Given, type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";

/** Columns of a table, the id first: the type in which each is given, and how it is made of that, in SQL. */
type Columns = readonly (readonly [name: string, type: string, value?: string])[];
export type RowOf<Known extends Columns> = Record<Known[number][0], Given> & { id: string };

type Updating<Known extends Columns> = {
  columns: Known;
  /** What becomes of columns that are there, where it isn't what is given, in SQL. */
  combined: Partial<Record<Known[number][0], string>>;
  /** Of what is `given` and what is `kept`, in SQL. */
  condition: string;
};

/**
 * Writes rows that are there, where `condition` says so. Whoever changes or removes one of those meanwhile
 * makes it fail (40001).
 * @returns the ids of what was written
 */
export async function updateRows<Known extends Columns>(
  client: Transaction,
  table: string,
  rows: RowOf<Known>[],
  { columns, combined, condition }: Updating<Known>,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const assignments = columns.slice(1).map(([name, , value = `given.${name}`]) => {
    return `${name} = ${combined[name as keyof typeof combined] ?? value}`;
  });
  const written = await client.$queryRaw<{ id: string }[]>`
    UPDATE ${Prisma.raw(table)} AS kept SET ${Prisma.raw(assignments.join(", "))}
    FROM ${givenSql(columns, rows)}
    WHERE kept.id = given.id AND ${Prisma.raw(condition)} RETURNING kept.id`;
  return written.map(({ id }) => id);
}

/** Adds rows, but for those whose id is there. @returns the ids of what was added */
export async function insertMissing<Known extends Columns>(
  client: Transaction,
  table: string,
  rows: RowOf<Known>[],
  columns: Known,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const values = columns.map(([name, , value = `given.${name}`]) => value);
  const added = await client.$queryRaw<{ id: string }[]>`
    INSERT INTO ${Prisma.raw(table)} (${toNames(columns)})
    SELECT ${Prisma.raw(values.join(", "))} FROM ${givenSql(columns, rows)}
    ON CONFLICT (id) DO NOTHING RETURNING id`;
  return added.map(({ id }) => id);
}

function givenSql<Known extends Columns>(columns: Known, rows: RowOf<Known>[]): Prisma.Sql {
  const lists = columns.map(([name, type]) => {
    return Prisma.sql`${toList(rows.map((row) => row[name as keyof RowOf<Known>]))}::${Prisma.raw(type)}[]`;
  });
  return Prisma.sql`unnest(${Prisma.join(lists)}) AS given (${toNames(columns)})`;
}

function toNames(columns: Columns): Prisma.Sql {
  return Prisma.raw(columns.map(([name]) => name).join(", "));
}
