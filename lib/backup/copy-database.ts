import "server-only";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { ensureDeliveryDays } from "@/lib/intake/store/delivery-ranges";
import {
  inTransaction,
  onConnection,
  prismaOn,
  type Transaction,
} from "@/lib/platform/database/transaction";
import { StartupError } from "@/lib/platform/faults";
import {
  analyze,
  copyInto,
  copyOut,
  type DatabaseFacts,
  fillTables,
  listDays,
  listForeign,
  listTables,
  type Print,
  readBodyBytes,
  readFacts,
  type Table,
  takePrint,
} from "./sql";

/** What is to be known of a database before it is copied. @param url as its superuser */
export async function describeDatabase(url: string): Promise<DatabaseFacts> {
  return withPool(url, (pool) => readFacts(prismaOn(pool)));
}

type CopyOptions = {
  signal: AbortSignal;
  /** Told how much of it is done, from 0 to 1, and when that is being compared. */
  onProgress: (done: number | "comparing") => void;
};

/**
 * Fills a database with all rows of another one that has the same migrations, on whatever versions of
 * PostgreSQL, all or nothing. Before it commits, it compares number and content of the rows of every
 * table as either server tells them.
 * @param from as its superuser; nobody else may write there
 * @param to as its superuser; what it holds is replaced
 * @throws {StartupError} when the first has tables or columns that the other lacks
 */
export async function copyDatabase(
  from: string,
  to: string,
  options: CopyOptions,
): Promise<{ rows: number }> {
  return withPool(from, (sources) =>
    withPool(to, (targets) => {
      const copy = (source: Transaction) => copyTables(source, targets, options);
      return inTransaction(sources, copy, "REPEATABLE READ READ ONLY", "unlimited");
    }),
  );
}

async function copyTables(
  source: Transaction,
  pool: pg.Pool,
  { signal, onProgress }: CopyOptions,
): Promise<{ rows: number }> {
  const tables = await listTables(source);
  await requireNothingForeign(source);
  requireSame(tables, await listTables(prismaOn(pool)));
  const days = await listDays(source);
  const bytesPerDay = (await readBodyBytes(source)) / Math.max(days.length, 1);
  await ensureDeliveryDays(pool, days, { bytesPerDay });
  const prints = await takePrints(source, tables, signal);
  const total = [...prints.values()].reduce((sum, { rows }) => sum + rows, 0);
  const fill = async (target: Transaction) => {
    let done = 0;
    const count = (rows: number) => {
      done += rows;
      onProgress(done / total);
    };
    await fillTables(target, async () => {
      for (const table of tables) {
        await onConnection(source, (reading) =>
          onConnection(target, (writing) => {
            const rows = copyOut(reading, table);
            return pipeline(rows, countRows(count), copyInto(writing, table), { signal });
          }),
        );
      }
    });
    onProgress("comparing");
    requireEqual(prints, await takePrints(target, tables, signal));
  };
  await inTransaction(pool, fill, "READ COMMITTED", "unlimited");
  await analyze(prismaOn(pool));
  return { rows: total };
}

/** So that both servers write a value alike. */
const sameText = [
  "-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres",
  "-c bytea_output=hex -c extra_float_digits=1",
].join(" ");

async function withPool<T>(
  connectionString: string,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ connectionString, max: 2, options: sameText });
  pool.on("error", () => undefined);
  return work(pool).finally(() => pool.end());
}

async function takePrints(
  client: Transaction,
  tables: Table[],
  signal: AbortSignal,
): Promise<Map<string, Print>> {
  const prints = new Map<string, Print>();
  for (const table of tables) {
    signal.throwIfAborted();
    prints.set(table.name, await takePrint(client, table));
  }
  return prints;
}

function requireEqual(expected: Map<string, Print>, found: Map<string, Print>): void {
  for (const [name, { rows, content }] of expected) {
    const other = found.get(name);
    if (other?.rows === rows && other.content === content) continue;
    throw new Error(`the copy of ${name} differs: ${other?.rows} rows where ${rows} were`);
  }
}

/** Passes rows on, and tells how many each piece ends: a row is a line, whatever it holds. */
function countRows(onRows: (rows: number) => void) {
  return async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      let rows = 0;
      for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, at + 1)) rows++;
      yield piece;
      onRows(rows);
    }
  };
}

const lineEnd = 10;

function requireSame(tables: Table[], there: Table[]): void {
  const toShape = ({ name, columns }: Table) => `${name} (${[...columns].sort().join(", ")})`;
  const known = new Set(there.map(toShape));
  const foreign = tables.filter((table) => !known.has(toShape(table)));
  if (foreign.length > 0) throw holdsMore(foreign.map(({ name }) => name));
  if (tables.length !== there.length)
    throw new Error("the database lacks tables of its migrations");
}

async function requireNothingForeign(client: Transaction): Promise<void> {
  const names = await listForeign(client);
  if (names.length > 0) throw holdsMore(names);
}

function holdsMore(names: string[]): StartupError {
  return new StartupError(
    `The database holds objects that Earshot didn't create: ${names.join(", ")}.`,
    "It is unchanged. With the previous Earshot, move them to another database, then start this one.",
  );
}
