import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { copyDatabase } from "./copy-database";

const options = { signal: new AbortController().signal, onProgress: () => undefined };
let source: TestDatabase;
let target: TestDatabase;

beforeEach(async () => {
  source = await createTestDatabase();
  target = await createTestDatabase();
  await query(
    source.url,
    `INSERT INTO oversized_body SELECT gen_random_uuid(), '2026-11-20 10:00:00.25+00', n, NULL, '', '', E'a\\nb'
     FROM generate_series(1, 3) n`,
  );
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const count = "SELECT count(*)::int FROM oversized_body";

test("a copy holds what was there, and nothing of what it replaces", async () => {
  await query(target.url, "INSERT INTO rate_limit VALUES ('one', 'key', 1, 1)");
  await copyDatabase(source.url, target.url, options);
  expect(await query(target.url, count)).toEqual([{ count: 3 }]);
  expect(await query(target.url, "SELECT FROM rate_limit")).toEqual([]);
});

test("a copy that lost something is noticed, and not kept", async () => {
  await query(target.url, "ALTER TABLE oversized_body ALTER refused_at TYPE timestamptz(0)");
  await expect(copyDatabase(source.url, target.url, options)).rejects.toThrow(
    "the copy of oversized_body differs: 3 rows where 3 were",
  );
  expect(await query(target.url, count)).toEqual([{ count: 0 }]);
});
