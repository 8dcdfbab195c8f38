import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDiskJournal } from "./disk-journal";
import { testJournal } from "./journal-contract";
import { toNewEntry } from "./test-entry";

const folder = mkdtempSync(join(tmpdir(), "earshot-journal-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

testJournal(
  async () => openDiskJournal(folder),
  () => folder,
);

const beat = { atMs: Date.parse("2026-11-20T12:00:00Z"), isFarewell: false };
const later = (seconds: number) => ({ ...beat, atMs: beat.atMs + seconds * 1_000 });

test("hears all processes on a folder as one, over a restart too", async () => {
  const [one, two] = [openDiskJournal(folder), openDiskJournal(folder)];
  await one.beat(beat);
  await two.beat(later(10));
  await one.close();
  await two.close();
  const three = openDiskJournal(folder);
  expect(await three.beat(later(20))).toEqual([
    {
      id: expect.any(String),
      startedAtMs: beat.atMs,
      lastBeatAtMs: beat.atMs + 20_000,
      isStopped: false,
    },
  ]);
  await three.close();
});

test("keeps the periods of processes that died until the ledger has them", async () => {
  const first = openDiskJournal(folder);
  const before = await first.beat(later(3_600));
  await first.close();
  const second = openDiskJournal(folder);
  const known = await second.beat(later(7_200));
  expect(known.slice(0, -1)).toEqual(before);
  await second.forgetPeriods(known.map(({ id }) => id));
  expect(await second.beat(later(7_205))).toMatchObject([{ id: known.at(-1)?.id }]);
  await second.close();
});

test("two openings of one folder are two doors", async () => {
  const [one, two] = [openDiskJournal(folder), openDiskJournal(folder)];
  const entries = await Promise.all([one, two].map((journal) => journal.append(toNewEntry("x"))));
  expect(new Set(entries.map(({ acceptedSeq }) => acceptedSeq & 0xfffn)).size).toBe(2);
  expect(await two.depth()).toBe(2);
  await one.close();
  await two.close();
});

test("refuses while its folder can't be written, says why, and keeps again with nobody's help", async () => {
  const place = mkdtempSync(join(folder, "blocked-"));
  writeFileSync(join(place, "journal"), "something else");
  const journal = openDiskJournal(place);
  await expect(journal.append(toNewEntry("x"))).rejects.toThrow(/exist|not a directory/);
  await expect(journal.read(1, 1)).rejects.toThrow();
  renameSync(join(place, "journal"), join(place, "aside"));
  const kept = await journal.append(toNewEntry("x"));
  expect(await journal.read(10, 1_000_000)).toEqual([kept]);
  await journal.close();
});

test("has room ahead of what it keeps, for the time when the disk is full", async () => {
  const place = mkdtempSync(join(folder, "room-"));
  const journal = openDiskJournal(place);
  for (let n = 0; n < 5; n++) await journal.append(toNewEntry(Buffer.alloc(300_000)));
  expect(statSync(join(place, "journal", "data.mdb")).size).toBeGreaterThan(
    5 * 300_000 + 1_048_576,
  );
  await journal.close();
});

test("is for its owner's eyes, also in a folder made before that everybody may read", async () => {
  const place = mkdtempSync(join(folder, "open-"));
  mkdirSync(join(place, "journal"));
  writeFileSync(join(place, "journal", "data.mdb"), "");
  chmodSync(join(place, "journal", "data.mdb"), 0o644);
  chmodSync(join(place, "journal"), 0o755);
  const before = process.umask(0o022);
  const journal = openDiskJournal(place);
  await journal.append(toNewEntry("x"));
  await journal.noteAttempt({ firstSeq: 1n, lastSeq: 1n, points: 0 });
  process.umask(before);
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(modeOf(join(place, "journal"))).toBe("700");
  const files = readdirSync(join(place, "journal"));
  expect(files.length).toBeGreaterThanOrEqual(4);
  for (const file of files) expect(modeOf(join(place, "journal", file)), file).toBe("600");
  await journal.close();
});
