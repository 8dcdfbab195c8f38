import { afterAll, beforeAll, expect, test } from "vitest";
import { budgets } from "../settings/budgets";
import { closeDatabase, pagePool } from "./db";
import { learnStatementTimeout } from "./statement-timeout";
import { createTestDatabase } from "./test-database";

beforeAll(async () => {
  process.env.DATABASE_URL = (await createTestDatabase()).url;
  delete process.env.EARSHOT_STATEMENT_TIMEOUT;
});
afterAll(async () => {
  delete process.env.EARSHOT_STATEMENT_TIMEOUT;
  await closeDatabase();
});

test("a program that nobody told has the database end its statements, too", async () => {
  await learnStatementTimeout();
  const { rows } = await pagePool().query("SELECT current_setting('statement_timeout') AS most");
  expect(rows).toEqual([{ most: `${budgets.statements.pageMs * 0.95}ms` }]);
});

test("what a program was told stays", async () => {
  process.env.EARSHOT_STATEMENT_TIMEOUT = "0";
  await learnStatementTimeout();
  expect(process.env.EARSHOT_STATEMENT_TIMEOUT).toBe("0");
});
