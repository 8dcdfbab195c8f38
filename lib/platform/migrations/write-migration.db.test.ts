import { appendFile, cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../database/test-database";
import { migrate, readMigrations } from "./migrate";
import { writeMigration } from "./write-migration";

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "earshot-prisma-"));
  for (const name of ["schema.prisma", "migrations"]) {
    await cp(join("prisma", name), join(folder, name), { recursive: true });
  }
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

const write = (name: string) =>
  writeMigration(name, { folder, emptyDatabaseUrl: database.url, now: new Date("2001-01-01") });

test("what was added to the schema becomes a migration behind the others, and that is all", async () => {
  await appendFile(
    join(folder, "schema.prisma"),
    '\nmodel Remark {\n  id Int @id\n  text String\n  @@map("remark")\n}\n',
  );
  const made = await write("add-remarks");
  expect(made).toMatch(/^\d{14}_add_remarks$/);
  expect((await readMigrations(join(folder, "migrations"))).at(-1)?.name).toBe(made);
  const sql = await readFile(join(folder, "migrations", made, "migration.sql"), "utf8");
  expect(sql).toMatch(/^-- CreateTable\nCREATE TABLE "remark" \([^;]*\);\n$/);
  expect(await migrate(database.url, join(folder, "migrations"))).toEqual([made]);
  await expect(write("again")).rejects.toThrow("already match schema.prisma");
});

test("without a difference nothing is written", async () => {
  const before = await readMigrations(join(folder, "migrations"));
  await expect(write("nothing")).rejects.toThrow("already match schema.prisma");
  expect(await readMigrations(join(folder, "migrations"))).toEqual(before);
});
