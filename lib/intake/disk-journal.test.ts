import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDiskJournal } from "./disk-journal";
import { testJournal } from "./journal-contract";
import { toNewEntry } from "./test-entry";

const folder = mkdtempSync(join(tmpdir(), "earshot-journal-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

testJournal(async () => openDiskJournal(folder));

test("two openings of one folder are two doors", async () => {
  const [one, two] = [openDiskJournal(folder), openDiskJournal(folder)];
  const entries = await Promise.all([one, two].map((journal) => journal.append(toNewEntry("x"))));
  expect(new Set(entries.map(({ acceptedSeq }) => acceptedSeq & 0xfffn)).size).toBe(2);
  expect(await two.depth()).toBe(2);
  await one.close();
  await two.close();
});
