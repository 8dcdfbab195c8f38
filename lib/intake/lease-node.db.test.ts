import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { openDiskJournal } from "./journal/disk-journal";
import type { Journal } from "./journal/journal";
import { idsOfNode, nodeCount } from "./journal/sequence";
import { toNewEntry } from "./journal/test-entry";
import { leaseNode } from "./journal-and-database";

let database: TestDatabase;
let pool: pg.Pool;
let folder: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
  folder = mkdtempSync(join(tmpdir(), "earshot-nodes-"));
});
afterAll(async () => {
  await pool.end();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => pool.query("TRUNCATE journal_node"));

async function openNew(): Promise<Journal> {
  return openDiskJournal(mkdtempSync(join(folder, "one-")));
}

/** The node that the next event is numbered by. */
async function nodeOf(journal: Journal): Promise<number> {
  const { acceptedSeq } = await journal.append(toNewEntry("x"));
  return Math.floor(Number(acceptedSeq & 0xfffn) / idsOfNode);
}

test("every journal of a database has a node of its own, as many as there are", async () => {
  const journals = await Promise.all(Array.from({ length: nodeCount }, openNew));
  for (const journal of journals) await leaseNode(pool, journal);
  const nodes = await Promise.all(journals.map(nodeOf));
  expect(new Set(nodes).size).toBe(nodeCount);
  // One more goes on by chance, and takes nobody's.
  const late = await openNew();
  const before = await nodeOf(late);
  await leaseNode(pool, late);
  expect(await nodeOf(late)).toBe(before);
  await pool.query("UPDATE journal_node SET leased_at = now() - interval '31 days' WHERE node = 7");
  await leaseNode(pool, late);
  expect(await nodeOf(late)).toBe(7);
  for (const journal of [...journals, late]) await journal.close();
});

test("a journal keeps its node over a restart, under another number each time", async () => {
  const place = mkdtempSync(join(folder, "kept-"));
  const first = openDiskJournal(place);
  await leaseNode(pool, first);
  const before = await first.append(toNewEntry("x"));
  await first.close();
  const second = openDiskJournal(place);
  const after = await second.append(toNewEntry("x"));
  const [one, two] = [before, after].map(({ acceptedSeq }) => Number(acceptedSeq & 0xfffn));
  expect(Math.floor((one ?? 0) / idsOfNode)).toBe(Math.floor((two ?? 0) / idsOfNode));
  expect(one).not.toBe(two);
  expect(after.acceptedSeq).toBeGreaterThan(before.acceptedSeq);
  await leaseNode(pool, second);
  expect((await pool.query("SELECT FROM journal_node")).rowCount).toBe(1);
  await second.close();
});

test("who moves to another node goes on after what it gave, and gives nothing twice", async () => {
  const journal = await openNew();
  const entries = [await journal.append(toNewEntry("x"))];
  const appending = Array.from({ length: 50 }, () => journal.append(toNewEntry("x")));
  const { node = 0 } = (await journal.numbering()) ?? {};
  await pool.query("INSERT INTO journal_node (node, journal) VALUES ($1, gen_random_uuid())", [
    node,
  ]);
  await leaseNode(pool, journal);
  entries.push(...(await Promise.all(appending)), await journal.append(toNewEntry("x")));
  const seqs = entries.map(({ acceptedSeq }) => acceptedSeq);
  expect(new Set(seqs).size).toBe(52);
  expect(seqs.toSorted((one, other) => (one < other ? -1 : 1)).at(-1)).toBe(seqs.at(-1));
  expect((await journal.numbering())?.node).not.toBe(node);
  await journal.close();
});
