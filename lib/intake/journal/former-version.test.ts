import { hash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { open } from "lmdb";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { openDiskJournal } from "./disk-journal";
import { decodeEntry, encodeEntry, type JournalEntry } from "./journal";
import { toNewEntry } from "./test-entry";

// During an upgrade the gateway of the version before goes on beside the new worker, or the other way round, and
// either may be put back. What stands here was written down by hand, and changes only where no version in use
// reads or writes it any more.

const parent = mkdtempSync(join(tmpdir(), "earshot-former-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(join(parent, "journal-"));

const acceptedSeq = 892_883_930_943_489_369n;
const lastSeq = acceptedSeq + 2n ** 60n;
const key = Buffer.from("0c642934598a8559", "hex");
const deliveryId = "01936f5e-1c00-7abc-8def-0123456789ab";
const facts = {
  kind: "delivery",
  sha256: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
  bytes: 3,
  declaredBytes: null,
  secretHash: "0123456789ab",
  remoteAddress: "192.0.2.1",
  headers: [["content-type", "application/json"]],
  deliveryId,
};
const entry = { ...facts, acceptedSeq, body: Buffer.from("foo") } as JournalEntry;

/** Four bytes of length, the facts as JSON, the body. */
function write(written: object, body: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(written));
  return Buffer.concat([Buffer.from([0, 0, json.length >> 8, json.length & 255]), json, body]);
}

const formerFacts = z.object({
  kind: z.enum(["delivery", "oversized"]),
  sha256: z.string(),
  bytes: z.number(),
  declaredBytes: z.number().nullable(),
  secretHash: z.string(),
  remoteAddress: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  deliveryId: z.string(),
});

function read(encoded: Buffer) {
  const end = 4 + encoded.readUInt32BE(0);
  const read = formerFacts.parse(JSON.parse(encoded.toString("utf8", 4, end)));
  return { ...read, body: encoded.subarray(end) };
}

/** The tables of the files, by the names and the forms that they have. */
function openTables(folder: string) {
  const root = open({ path: join(folder, "journal"), overlappingSync: false, maxDbs: 2 });
  return {
    entries: root.openDB<Buffer, Buffer>({
      name: "entries",
      encoding: "binary",
      keyEncoding: "binary",
    }),
    facts: root.openDB<string, string>({ name: "facts", encoding: "string" }),
    close: () => root.close(),
  };
}

test("an entry that the version before wrote is read, and one of the next version, too", () => {
  expect(decodeEntry(acceptedSeq, write(facts, entry.body))).toEqual(entry);
  const oversized = { ...facts, kind: "oversized", declaredBytes: 20_000_000 };
  expect(decodeEntry(acceptedSeq, write(oversized, entry.body))).toEqual({
    ...entry,
    ...oversized,
  });
  const later = { ...facts, unheardOf: { by: "this version" } };
  expect(decodeEntry(acceptedSeq, write(later, entry.body))).toEqual(entry);
});

test("what is written now, the version before reads", () => {
  for (const kind of ["delivery", "oversized"] as const) {
    const { acceptedSeq: _, ...told } = { ...entry, kind };
    expect(read(encodeEntry({ ...entry, kind }))).toEqual(told);
  }
});

test("a folder that the version before left is gone on with", async () => {
  const folder = newFolder();
  const tables = openTables(folder);
  await tables.entries.put(key, write(facts, entry.body));
  const beat = { lastBeatAtMs: 1_795_000_005_000, isStopped: false };
  const period = { id: "b1a7c4e2-93b4-4a57-8f0e-0d6f2f6f1a11", startedAtMs: 1_795_000_000_000 };
  for (const [name, value] of Object.entries({
    "last-seq": String(lastSeq),
    suspects: JSON.stringify({ [String(acceptedSeq)]: 3 }),
    "listening-periods": JSON.stringify([{ ...period, ...beat }]),
    "journal-id": "5f0c1c1e-27a5-4c8f-9f0c-3a8e7d2b9c44",
    node: "7",
    "last-door": "450",
  })) {
    await tables.facts.put(name, value);
  }
  await tables.close();

  const journal = openDiskJournal(folder);
  expect(await journal.read(10, 1_000)).toEqual([entry]);
  expect(await journal.suspects()).toEqual(new Map([[acceptedSeq, 3]]));
  expect(await journal.numbering()).toEqual({
    journalId: "5f0c1c1e-27a5-4c8f-9f0c-3a8e7d2b9c44",
    node: 7,
  });
  const next = await journal.append(toNewEntry("next"));
  expect(next.acceptedSeq).toBeGreaterThan(lastSeq);
  expect(next.acceptedSeq & 0xfffn).toBe(451n);
  const later = { atMs: beat.lastBeatAtMs + 5_000, isFarewell: true };
  expect(await journal.beat(later)).toEqual([
    { ...period, lastBeatAtMs: later.atMs, isStopped: true },
  ]);
  await journal.close();
});

test("the version before goes on with a folder that this one left", async () => {
  const folder = newFolder();
  const journal = openDiskJournal(folder);
  const [one, two] = [
    await journal.append(toNewEntry("one")),
    await journal.append(toNewEntry("two")),
  ];
  await journal.suspect([two.acceptedSeq], 3);
  await journal.remove([one.acceptedSeq]);
  await journal.beat({ atMs: 1_795_000_000_000, isFarewell: true });
  await journal.numberAs(9);
  const numbering = await journal.numbering();
  await journal.close();

  const tables = openTables(folder);
  const kept = [...tables.entries.getRange()].map(({ key: at, value }) => [
    at.readBigUInt64BE(),
    read(value),
  ]);
  const { acceptedSeq: _, ...told } = two;
  expect(kept).toEqual([[two.acceptedSeq, told]]);
  const fact = (name: string) => tables.facts.get(name) ?? "";
  expect(BigInt(fact("last-seq"))).toBe(one.acceptedSeq);
  expect(JSON.parse(fact("suspects"))).toEqual({ [String(two.acceptedSeq)]: 3 });
  expect(JSON.parse(fact("listening-periods"))).toEqual([
    {
      id: expect.any(String),
      startedAtMs: 1_795_000_000_000,
      lastBeatAtMs: 1_795_000_000_000,
      isStopped: true,
    },
  ]);
  expect(fact("journal-id")).toBe(numbering?.journalId);
  expect(fact("node")).toBe("9");
  expect(Math.floor(Number(fact("last-door")) / 64)).toBe(9);
  await tables.close();
});

test("a process of the version before is answered whatever it asks, and one of the next version told what is unknown", async () => {
  const folder = newFolder();
  const owner = openDiskJournal(folder);
  const { acceptedSeq: seq } = await owner.append(toNewEntry("kept"));
  const { ask, leave } = await visit(join(folder, "journal", "socket"));
  const appended = await ask("append", toNewEntry("from elsewhere"));
  expect(appended).toMatchObject({ value: { acceptedSeq: expect.any(BigInt) } });
  expect(await ask("depth")).toEqual({ value: 2 });
  expect(await ask("read", 1, 1_000, -1n, [])).toEqual({ value: [await owner.get(seq)] });
  expect(await ask("read", 1, 1_000, -1n, [], "kept")).toMatchObject({
    value: [{ acceptedSeq: seq, encoded: expect.any(Uint8Array) }],
  });
  expect(await ask("get", seq)).toEqual({ value: await owner.get(seq) });
  expect(await ask("suspect", [seq], 2)).toEqual({ value: undefined });
  const abandoned = [{ firstSeq: seq, lastSeq: seq, points: 3 }];
  expect(await ask("suspects", abandoned)).toEqual({ value: new Map([[seq, 5]]) });
  expect(await ask("putBack", [await owner.get(seq)])).toEqual({ value: undefined });
  expect(await ask("numberAs", 3)).toEqual({ value: undefined });
  expect(await ask("numbering")).toMatchObject({ value: { node: 3 } });
  expect(await ask("beat", { atMs: 1_795_000_000_000, isFarewell: false })).toMatchObject({
    value: [{ startedAtMs: 1_795_000_000_000 }],
  });
  expect(await ask("forgetPeriods", [])).toEqual({ value: undefined });
  expect(await ask("check")).toEqual({ value: undefined });
  expect(await ask("unheardOf", seq)).toEqual({ error: expect.any(String) });
  expect(await ask("constructor")).toEqual({ error: expect.any(String) });
  expect(await ask("remove", [seq])).toEqual({ value: undefined });
  expect(await ask("depth")).toEqual({ value: 1 });
  leave();
  await owner.close();
});

test("entries of any length come whole to another process, and to one of the version before", async () => {
  const folder = newFolder();
  const owner = openDiskJournal(folder);
  const lengths = [3, 65_000, 70_000, 6_000_000, 12, 1_000_000];
  const bodies = lengths.map((length, n) => Buffer.alloc(length, `${n} entry `));
  const kept = await Promise.all(
    bodies.map((body) => owner.append({ ...toNewEntry("long"), body, bytes: body.length })),
  );
  const told = ({ acceptedSeq: seq, body }: JournalEntry) => [seq, hash("sha256", body)];
  const expected = kept.map(told);

  const guest = openDiskJournal(folder);
  const reads = Array.from({ length: 3 }, () => guest.read(10, 100_000_000));
  expect(await guest.depth()).toBe(lengths.length);
  for (const entries of await Promise.all(reads)) expect(entries.map(told)).toEqual(expected);
  await guest.close();

  const { ask, leave } = await visit(join(folder, "journal", "socket"));
  const { value } = await ask("read", 10, 100_000_000, -1n, [], "kept");
  const asKept = (value as { acceptedSeq: bigint; encoded: Uint8Array }[]).map((one) =>
    decodeEntry(one.acceptedSeq, Buffer.from(one.encoded)),
  );
  expect(asKept.map(told)).toEqual(expected);
  leave();
  await owner.close();
});

/** Speaks with the owner of a journal: four bytes of length, then the message as V8 writes it. */
async function visit(path: string) {
  const socket = createConnection(path);
  let received = Buffer.alloc(0);
  let lastId = 0;
  const next = async (): Promise<unknown> => {
    while (received.length < 4 || received.length < 4 + received.readUInt32BE(0)) {
      const [chunk] = await once(socket, "data");
      received = Buffer.concat([received, chunk]);
    }
    const end = 4 + received.readUInt32BE(0);
    const message = deserialize(received.subarray(4, end));
    received = received.subarray(end);
    return message;
  };
  expect(await next()).toBe("welcome");
  return {
    ask: async (name: string, ...args: unknown[]) => {
      const call = serialize({ id: ++lastId, name, args });
      const length = Buffer.alloc(4);
      length.writeUInt32BE(call.length);
      socket.write(Buffer.concat([length, call]));
      const { id, ...reply } = z.looseObject({ id: z.number() }).parse(await next());
      expect(id).toBe(lastId);
      return reply;
    },
    leave: () => socket.end(),
  };
}
