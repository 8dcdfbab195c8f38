import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findTool } from "@/bin/check/other-judges";
import { readUsedMemory } from "@/lib/audio/source/test-source";
import { Spool, writeZip, type ZipEntry } from "./write-zip";

const run = promisify(execFile);
const changedAt = new Date("2026-03-02T09:30:10Z");
let folder: string;
let unzip: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "earshot-write-zip-"));
  unzip = await findTool("unzip", "unzip");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Of zeros no disk is taken. */
async function save(entries: AsyncIterable<ZipEntry>): Promise<string> {
  const path = join(folder, `${randomBytes(8).toString("hex")}.zip`);
  const file = await open(path, "w");
  const directory = new Spool(folder);
  try {
    let at = 0;
    for await (const chunk of writeZip(entries, directory)) {
      if (chunk.length < zeros.length || !zeros.equals(chunk)) await file.write(chunk, 0, null, at);
      at += chunk.length;
    }
    await file.truncate(at);
  } finally {
    await directory.close();
    await file.close();
  }
  return path;
}

const zeros = Buffer.alloc(4 * 1024 ** 2);

async function* piecesOf(...pieces: Uint8Array[]) {
  yield* pieces;
}

const runUnzip = async (...parameters: string[]) =>
  (await run(unzip, parameters, { maxBuffer: 100 * 1024 ** 2, env: { ...process.env, TZ: "UTC" } }))
    .stdout;

test("every entry comes out as it went in, whatever its name, time and pieces", async () => {
  const contents: [string, Buffer[]][] = [
    ["plain.wav", [randomBytes(1_000), randomBytes(1), randomBytes(700_000)]],
    ["2/Zoë-Łukasz-東京.mp3", [randomBytes(10)]],
    ["empty.ogg", []],
  ];
  const path = await save(
    (async function* () {
      for (const [index, [name, pieces]] of contents.entries()) {
        const size = Buffer.concat(pieces).length;
        const at = [changedAt, new Date(-1e13), new Date(8e15)][index] ?? changedAt;
        yield { name, size, changedAt: at, content: piecesOf(...pieces) };
      }
    })(),
  );
  expect(await runUnzip("-t", path)).toContain("No errors detected");
  for (const [name, pieces] of contents) {
    const { stdout } = await run(unzip, ["-p", path, name.replace(/[^\x20-\x7e]+/g, "*")], {
      encoding: "buffer",
      maxBuffer: 1e7,
    });
    expect(stdout.equals(Buffer.concat(pieces)), name).toBe(true);
  }
  const listed = await runUnzip("-Z", "-T", path);
  for (const time of ["20260302.093010", "19800101.000000", "21071231.235958"]) {
    expect(listed).toContain(time);
  }
});

test("more entries than two bytes count are all there, and none of them is held in memory", async () => {
  const entries = 70_000;
  const heaps: number[] = [];
  const path = await save(
    (async function* () {
      for (let entry = 0; entry < entries; entry++) {
        const name = `call-${entry}-of-somebody-with-a-long-name-2026-03-02-0930.wav`;
        yield { name, size: 4, changedAt, content: piecesOf(Buffer.from("RIFF")) };
        if (entry % 20_000 === 9_999) heaps.push(readUsedMemory());
      }
    })(),
  );
  expect(await runUnzip("-Z", "-h", "-t", path)).toContain(`${entries} files, `);
  expect(await runUnzip("-tq", path)).toContain("No errors detected");
  const [first = 0, ...later] = heaps;
  expect((Math.min(...later) - first) / 20_000).toBeLessThan(20);
  expect((await readdir(folder)).filter((name) => !name.endsWith(".zip"))).toEqual([]);
});

test("a file above 4 GiB and one behind it are found", async () => {
  const size = 1_025 * zeros.length;
  const path = await save(
    (async function* () {
      const large = (async function* () {
        for (let piece = 0; piece < 1_025; piece++) yield zeros;
      })();
      yield { name: "large.wav", size, changedAt, content: large };
      yield { name: "behind.wav", size: 6, changedAt, content: piecesOf(Buffer.from("behind")) };
    })(),
  );
  expect((await stat(path)).size).toBeGreaterThan(size);
  expect(await runUnzip("-p", path, "behind.wav")).toBe("behind");
  expect(await runUnzip("-Z", "-l", path)).toMatch(
    new RegExp(`${size} b.*${size} stor.*large\\.wav`),
  );
});

test("an entry of another size than it said ends the ZIP with an error", async () => {
  const wrong = save(
    (async function* () {
      yield { name: "a", size: 5, changedAt, content: piecesOf(Buffer.from("four")) };
    })(),
  );
  await expect(wrong).rejects.toThrow("a: 4 bytes instead of 5");
});

test("what is put aside comes back in its order, from memory or from a file without a name", async () => {
  const within = await mkdtemp(join(folder, "spool-"));
  for (const sizes of [[], [10, 20], [300_000, 1, 2, 900_000, 5]]) {
    const pieces = sizes.map((size) => randomBytes(size));
    const spool = new Spool(within);
    for (const piece of pieces) await spool.write(piece);
    const read: Buffer[] = [];
    for await (const piece of spool.read()) read.push(piece);
    expect(Buffer.concat(read).equals(Buffer.concat(pieces))).toBe(true);
    expect(spool.bytes).toBe(Buffer.concat(pieces).length);
    expect(await readdir(within)).toEqual([]);
    await spool.close();
    await spool.close();
  }
  await expect(readFile(within)).rejects.toThrow();
});
