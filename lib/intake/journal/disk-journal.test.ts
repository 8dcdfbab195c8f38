import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDiskJournal } from "./disk-journal";
import { visitJournal } from "./journal-socket";
import { acceptedAtOf } from "./sequence";
import { toNewEntry } from "./test-entry";
import { runTestReader, testJournal } from "./test-journal";

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

test("two openings of one folder number differently, and each sees all", async () => {
  const [one, two] = [openDiskJournal(folder), openDiskJournal(folder)];
  const journals = Array.from({ length: 100 }, () => [one, two]).flat();
  const entries = await Promise.all(journals.map((journal) => journal.append(toNewEntry("x"))));
  const seqs = entries.map(({ acceptedSeq }) => acceptedSeq);
  expect(new Set(seqs).size).toBe(200);
  expect(await two.depth()).toBe(200);
  expect(await two.get(seqs[0] ?? 0n)).toEqual(entries[0]);
  await one.close();
  await two.remove(seqs);
  expect(await two.depth()).toBe(0);
  await two.close();
});

test("a process of the version before is given entries as it knows them", async () => {
  const owner = openDiskJournal(folder);
  const { acceptedSeq } = await owner.append(toNewEntry("as ever"));
  const guest = await visitJournal(join(folder, "journal", "socket"));
  const read = await guest?.calls.read(1, 1, acceptedSeq - 1n);
  expect(read).toEqual([await owner.get(acceptedSeq)]);
  expect(read).toMatchObject([{ acceptedSeq, body: Buffer.from("as ever") }]);
  await guest?.leave();
  await owner.remove([acceptedSeq]);
  await owner.close();
});

test("a start whose clock is a year ahead numbers on from the last event, if there is one", async () => {
  const yearMs = 365 * 86_400_000;
  const ahead = `const now = Date.now; Date.now = () => now() + ${yearMs}`;
  const nodeOptions = ["--import", `data:text/javascript,${encodeURIComponent(ahead)}`];
  const aheadByMs = async (place: string) => {
    const reader = runTestReader(place, ["use", "500"], { nodeOptions });
    expect(await reader.ended).toBe("code 0");
    const [, seq = ""] = /^appended (\d+)$/m.exec(reader.output()) ?? [];
    return acceptedAtOf(BigInt(seq)) - Date.now();
  };
  const [known, empty] = ["known-", "empty-"].map((name) => mkdtempSync(join(folder, name)));
  const before = openDiskJournal(known ?? "");
  await before.remove([(await before.append(toNewEntry("before"))).acceptedSeq]);
  await before.close();
  expect(Math.abs(await aheadByMs(known ?? ""))).toBeLessThan(60_000);
  expect(await aheadByMs(empty ?? "")).toBeGreaterThan(yearMs - 60_000);
});

test("journals of other folders number differently from the first event on", async () => {
  const places = [1, 2, 3].map((n) => mkdtempSync(join(folder, `fresh-${n}-`)));
  const journals = places.map((place) => openDiskJournal(place));
  const entries = await Promise.all(journals.map((journal) => journal.append(toNewEntry("x"))));
  const nodes = entries.map(({ acceptedSeq }) => acceptedSeq & 0xfffn);
  // Of 4,096 each; all three alike is nothing that anybody will see.
  expect(new Set(nodes).size).toBeGreaterThan(1);
  for (const journal of journals) await journal.close();
});

test("loses nothing, and asks nobody to try again, when its owner hands it on", async () => {
  const place = mkdtempSync(join(folder, "handed-on-"));
  const first = openDiskJournal(place);
  const kept = [await first.append(toNewEntry("first"))];
  let isOver = false;
  const sending = [1, 2, 3].map(async () => {
    const next = openDiskJournal(place);
    while (!isOver) kept.push(await next.append(toNewEntry(Buffer.alloc(5_000))));
    return next;
  });
  await expect.poll(() => kept.length).toBeGreaterThan(100);
  await first.close();
  const before = kept.length;
  await expect.poll(() => kept.length).toBeGreaterThan(before + 100);
  isOver = true;
  const [second, third, fourth] = await Promise.all(sending);
  await second?.close();
  await third?.close();
  const read = (await fourth?.read(100_000, 1_000_000_000)) ?? [];
  expect(read.map(({ deliveryId }) => deliveryId)).toEqual(
    kept.map(({ deliveryId }) => deliveryId).sort(),
  );
  await fourth?.close();
});

test("takes an event at once, however far another one is in letting go of the files", async () => {
  for (let turns = 0; turns < 60; turns++) {
    const place = mkdtempSync(join(folder, "let-go-"));
    const owner = openDiskJournal(place);
    await owner.append(toNewEntry("first"));
    const next = openDiskJournal(place);
    const startMs = performance.now();
    const appended = next.append(toNewEntry("second"));
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
    await owner.close();
    await appended;
    expect(performance.now() - startMs).toBeLessThan(5_000);
    expect(await next.depth()).toBe(2);
    await next.close();
  }
});

test("many processes that come and go, some killed, lose and spoil nothing", async () => {
  const place = mkdtempSync(join(folder, "crowded-"));
  const users = [1, 2, 3, 4].map(() => runTestReader(place, ["use", "6000"]));
  const killed = [1, 2].map((n) => {
    const user = runTestReader(place, ["use", "60000"]);
    setTimeout(user.kill, 2_000 * n);
    return user;
  });
  const ended = Promise.all([...users, ...killed].map(({ ended }) => ended));
  const data = join(place, "journal", "data.mdb");
  expect(await countOwners(data, [...users, ...killed], ended)).toEqual({ most: isLinux ? 1 : 0 });
  expect((await ended).slice(0, users.length)).toEqual(users.map(() => "code 0"));
  users.push(...killed);
  const left = openDiskJournal(place);
  const drained = new Set(
    (await left.read(1_000_000, 1e9)).map(({ acceptedSeq }) => `${acceptedSeq}`),
  );
  await left.close();
  const lines = users.flatMap((user) => user.output().split("\n").slice(0, -1));
  for (const line of lines) if (line.startsWith("drained ")) drained.add(line.slice(8));
  const appended = lines.flatMap((line) => /^appended (\d+)$/.exec(line)?.[1] ?? []);
  expect(appended.length).toBeGreaterThan(100);
  expect(new Set(appended).size).toBe(appended.length);
  expect(appended.filter((seq) => !drained.has(seq))).toEqual([]);
  expect(lines.filter((line) => !/^(appended|drained) \d+$/.test(line))).toEqual([]);
  expect(users.map((user) => user.errors()).join("")).toBe("");
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

test("gives back the room that an outage took, and keeps what waits and where it numbers", async () => {
  const place = mkdtempSync(join(folder, "compacted-"));
  const sizeOf = () => statSync(join(place, "journal", "data.mdb")).size;
  const before = openDiskJournal(place);
  const seqs = [];
  for (let n = 0; n < 40; n++) {
    seqs.push((await before.append(toNewEntry(Buffer.alloc(2_000_000)))).acceptedSeq);
  }
  const numbering = await before.numbering();
  await before.close();
  // While much waits it is left alone.
  const during = openDiskJournal(place);
  expect(await during.depth()).toBe(40);
  expect(sizeOf()).toBeGreaterThan(80_000_000);
  await during.remove(seqs);
  const kept = [await during.append(toNewEntry("one")), await during.append(toNewEntry("two"))];
  await during.close();

  const after = openDiskJournal(place);
  expect(await after.read(10, 1_000_000)).toEqual(kept);
  expect(sizeOf()).toBeLessThan(4_000_000);
  expect(await after.numbering()).toEqual(numbering);
  const next = await after.append(toNewEntry("three"));
  expect(next.acceptedSeq).toBeGreaterThan(kept[1]?.acceptedSeq ?? 0n);
  await after.close();
  const last = openDiskJournal(place);
  expect(await last.read(10, 1_000_000)).toEqual([...kept, next]);
  expect(statSync(join(place, "journal", "data.mdb")).mode & 0o077).toBe(0);
  await last.close();
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

/** Elsewhere the kernel lists no open files. */
const isLinux = process.platform === "linux";

/** How many processes at most had a file open at once, as the kernel lists it, until they end. */
async function countOwners(
  path: string,
  processes: { pid: number | undefined }[],
  ended: Promise<unknown>,
): Promise<{ most: number }> {
  let isOver = false;
  ended.then(() => {
    isOver = true;
  });
  const look = () => processes.filter(({ pid }) => pid && listOpenFiles(pid).includes(path));
  let most = 0;
  while (!isOver) {
    // One that has just closed it is seen beside one that has just opened it, but not three times.
    const looks = [look().length, look().length, look().length];
    most = Math.max(most, Math.min(...looks));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { most };
}

function listOpenFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  } catch {
    return [];
  }
}
