import { expect, test } from "vitest";
import { productFiles } from "./test-imports";

const statements = /\$(?:executeRaw|queryRaw)(?:<[^`]*?>)?`([^`]*)`/gs;
const writes = /(?:INSERT INTO|DELETE FROM|(?<!DO |KEY |FOR )\bUPDATE) +(\$\{[^}]*\}|[a-z_]+)/g;

test("a statement writes one table, but where the database is the journal", () => {
  const found = productFiles.flatMap(({ path, source }) =>
    [...source.matchAll(statements)].map(([, sql = ""]) => ({ path, tables: listWritten(sql) })),
  );
  expect(found.filter(({ tables }) => tables.length === 1).length).toBeGreaterThan(80);
  expect(found.filter(({ tables }) => tables.length > 1)).toEqual([]);
});

/** Those of the journal, which is never large and never spread, count as one. */
function listWritten(sql: string): string[] {
  const tables = [...sql.matchAll(writes)].map(([, table = ""]) => table);
  return [...new Set(tables.map((table) => table.replace(/^journal_.*/, "journal")))];
}
