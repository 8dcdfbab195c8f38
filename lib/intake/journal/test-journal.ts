import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Attempt, Journal } from "./journal";
import { toNewEntry } from "./test-entry";

/**
 * What every journal must do, wherever it keeps its entries. `open` opens the same one each time.
 * @param place where `test-reader.ts`, a process of its own, finds it: a folder, or a database's URL
 */
export function testJournal(open: () => Promise<Journal>, place: () => string): void {
  const noteElsewhere = async (attempt: Attempt) => {
    const reader = runTestReader(place(), ["note", toText(attempt)]);
    await reader.noted;
    return reader;
  };

  test("keeps entries to the byte, in the order of acceptance, over a restart", async () => {
    const first = await open();
    const bodies = [Buffer.alloc(0), Buffer.from([0, 255, 0]), Buffer.from("ünïcode")];
    const appended = [];
    for (const body of bodies) appended.push(await first.append(toNewEntry(body)));
    await first.close();

    const second = await open();
    const read = await second.read(10, 1_000_000);
    expect(read).toEqual(appended);
    expect(read.map(({ body }) => body.toString("hex"))).toEqual(
      bodies.map((body) => body.toString("hex")),
    );
    expect(await second.depth()).toBe(3);
    const later = await second.append(toNewEntry("later"));
    expect(later.acceptedSeq).toBeGreaterThan(appended.at(-1)?.acceptedSeq ?? 0n);
    await second.remove((await second.read(10, 1_000_000)).map(({ acceptedSeq }) => acceptedSeq));
    await second.close();
  });

  test("forgets what it is told to, twice without harm", async () => {
    const journal = await open();
    const [one, two] = [
      await journal.append(toNewEntry("1")),
      await journal.append(toNewEntry("2")),
    ];
    await journal.remove([one.acceptedSeq]);
    await journal.remove([one.acceptedSeq]);
    expect(await journal.get(one.acceptedSeq)).toBeUndefined();
    expect(await journal.get(two.acceptedSeq)).toEqual(two);
    await journal.remove([two.acceptedSeq]);
    expect(await journal.depth()).toBe(0);
    await journal.close();
  });

  test("can be checked, and keeps nothing of it", async () => {
    const journal = await open();
    await journal.check();
    await journal.check();
    expect(await journal.depth()).toBe(0);
    await journal.close();
  });

  test("reads at most what it is asked for, and always makes progress", async () => {
    const journal = await open();
    for (const size of [5_000, 10, 10]) await journal.append(toNewEntry(Buffer.alloc(size)));
    expect(await journal.read(2, 1_000_000)).toHaveLength(2);
    expect(await journal.read(10, 100)).toHaveLength(1);
    const [large, ...small] = (await journal.read(10, 1_000_000)).map((entry) => entry.acceptedSeq);
    const past = await journal.read(2, 4_000, -1n, [large ?? 0n]);
    expect(past.map(({ acceptedSeq }) => acceptedSeq)).toEqual(small);
    await journal.remove((await journal.read(10, 1_000_000)).map(({ acceptedSeq }) => acceptedSeq));
    await journal.close();
  });

  test("goes on in order after all of its entries are gone", async () => {
    const first = await open();
    const before = await first.append(toNewEntry("before"));
    await first.remove([before.acceptedSeq]);
    await first.close();
    const second = await open();
    const after = await second.append(toNewEntry("after"));
    expect(after.acceptedSeq).toBeGreaterThan(before.acceptedSeq);
    await second.remove([after.acceptedSeq]);
    await second.close();
  });

  test("numbers a thousand at once differently", async () => {
    const journal = await open();
    const entries = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => journal.append(toNewEntry(`${n}`))),
    );
    expect(new Set(entries.map(({ deliveryId }) => deliveryId)).size).toBe(1_000);
    const read = await journal.read(2_000, 10_000_000);
    expect(read.map(({ acceptedSeq }) => acceptedSeq)).toEqual(
      entries.map(({ acceptedSeq }) => acceptedSeq).sort((a, b) => (a < b ? -1 : 1)),
    );
    await journal.remove(read.map(({ acceptedSeq }) => acceptedSeq));
    await journal.close();
  });

  test("knows entries that something speaks against, over a restart, until they are gone", async () => {
    const first = await open();
    const bodies = ["1", "2", "3"];
    const entries = await Promise.all(bodies.map((body) => first.append(toNewEntry(body))));
    const [one = 0n, two = 0n, three = 0n] = entries.map(({ acceptedSeq }) => acceptedSeq).sort();
    await first.suspect([one, two], 0);
    await first.suspect([two], 3);
    await first.suspect([three + 1n], 3);
    await first.noteAttempt({ firstSeq: one, lastSeq: three, points: 3 });
    await first.close();
    const second = await open();
    expect(await second.suspects()).toEqual(
      new Map([
        [one, 0],
        [two, 3],
      ]),
    );
    await second.remove([one, two, three]);
    expect(await second.suspects()).toEqual(new Map());
    await second.close();
  });

  test("counts against entries once, when the process that had them is killed", async () => {
    const journal = await open();
    const entries = await Promise.all([1, 2, 3].map((n) => journal.append(toNewEntry(`${n}`))));
    const seqs = entries.map(({ acceptedSeq }) => acceptedSeq).sort();
    const [one = 0n, two = 0n, three = 0n] = seqs;
    await journal.noteAttempt({ firstSeq: one, lastSeq: three, points: 3 });
    const living = await noteElsewhere({ firstSeq: one, lastSeq: three, points: 3 });
    expect(await journal.suspects(), "while it lives").toEqual(new Map());
    await living.kill();
    expect(await journal.suspects()).toEqual(new Map(seqs.map((seq) => [seq, 3])));
    expect(await journal.suspects(), "not twice").toEqual(new Map(seqs.map((seq) => [seq, 3])));
    await (await noteElsewhere({ firstSeq: one, lastSeq: three, points: 3 })).kill();
    await (await noteElsewhere({ firstSeq: two, lastSeq: two, points: 2 })).kill();
    expect(await journal.suspects(), "of several, none is worse for it").toEqual(
      new Map([
        [one, 3],
        [two, 5],
        [three, 3],
      ]),
    );
    await journal.remove(seqs);
    await journal.close();
  });
}

function toText({ firstSeq, lastSeq, points }: Attempt): string {
  return [firstSeq, lastSeq, points].join();
}

type Options = { nodeOptions?: string[]; env?: Record<string, string> };

/** Starts `test-reader.ts`. */
export function runTestReader(
  place: string,
  work: string[],
  { nodeOptions = [], env = {} }: Options = {},
) {
  const program = fileURLToPath(new URL("./test-reader.ts", import.meta.url));
  const loader = ["--import", "tsx", "--conditions=react-server"];
  const child = spawn(process.execPath, [...nodeOptions, ...loader, program, place, ...work], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LOG_LEVEL: "silent", NODE_OPTIONS: "", ...env },
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const ended = new Promise<string>((resolve) => {
    child.once("close", (code, signal) => resolve(signal ?? `code ${code}`));
  });
  const printed = new Promise((resolve) => child.stdout.once("data", resolve));
  return {
    pid: child.pid,
    /** Once it has noted what it was told to. */
    noted: Promise.race([printed, ended]),
    /** How it ended: by a signal, or with a code. */
    ended,
    output: () => output,
    errors: () => errors,
    kill: async () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
