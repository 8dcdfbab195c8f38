import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { findTool } from "@/bin/check/other-judges";
import { readCsv } from "@/lib/export/test-export";
import { forgetFolder } from "@/lib/platform/files/test-folders";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { storeCalls } from "@/lib/recordings/totals/test-totals";
import { hashOf, keepAll, soundsForTest, wavOf } from "../kept/test-sounds";
import { soundFolder, soundPath } from "../store/sound-folder";
import { countAudio, packAudio } from "./pack-audio";

const sounds = soundsForTest();
const { signal } = new AbortController();
const viewer = { timeZone: "UTC", viewerId: "ada", signal };

/** So many calls of one minute and one customer, which share one kept file. */
async function keepMany(count: number): Promise<void> {
  await keepAll(sounds, { one: wavOf("one") });
  const ids = Array.from({ length: count - 1 }, (_, index) => `c${index}`);
  for (let first = 0; first < ids.length; first += 1_000) {
    const some = ids.slice(first, first + 1_000);
    await storeCalls(
      sounds.pool,
      some.map((id) => [id, {}]),
    );
  }
  for (const table of ["sound", "sound_file"]) {
    await sounds.pool.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(one, jsonb_build_object('recording_id', id))).*
       FROM ${table} AS one, unnest($1::text[]) AS id WHERE one.recording_id = 'one'`,
      [ids],
    );
  }
}

test("a crowd of calls is packed whole, in folders of a size that file managers like", async () => {
  await keepMany(10_020);
  await storeCalls(sounds.pool, [["silent", { recordingAttachment: "" }]]);
  expect(await countAudio(emptyFilter, viewer)).toEqual({
    files: 10_020,
    bytes: 10_020 * wavOf("one").length,
    missing: 1,
    isMore: false,
  });
  const { files: counted, missing, isMore } = await countAudio(emptyFilter, viewer, 500);
  expect([counted + missing, isMore]).toEqual([501, true]);
  const folder = await mkdtemp(join(tmpdir(), "earshot-pack-audio-"));
  try {
    const zip = join(folder, "audio.zip");
    const answer = await packAudio(emptyFilter, viewer);
    await writeFile(zip, answer.body ?? "");
    await promisify(execFile)(await findTool("unzip", "unzip"), ["-q", zip, "-d", folder]);
    await rm(zip);
    const [head, ...rows] = readCsv(await readFile(join(folder, "manifest.csv"), "utf8"));
    expect(head?.slice(0, 2)).toEqual(["file", "recording_id"]);
    expect(new Set(rows.map(([, id]) => id)).size).toBe(10_021);
    const files = rows.flatMap(([file]) => file || []);
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(10_020);
    expect(files.filter((file) => file.startsWith("2/"))).toHaveLength(20);
    expect(rows.filter(([file]) => !file).map(([, id, , , , , why]) => [id, why])).toEqual([
      ["silent", "the call names no audio"],
    ]);
    expect((await readdir(folder)).length).toBe(10_000 + 2);
    for (const file of [files[0], files[5_000], files.at(-1)]) {
      expect((await readFile(join(folder, file ?? ""))).equals(wavOf("one"))).toBe(true);
    }
  } finally {
    await forgetFolder(folder);
  }
});

test("whoever breaks it off, or a file that isn't there, leaves nothing open", async () => {
  await keepMany(5);
  await keepAll(sounds, { two: wavOf("two") });
  const two = soundPath(hashOf(wavOf("two")));
  const read = async () => new Response((await packAudio(emptyFilter, viewer)).body).text();
  await rm(two);
  expect(await read()).toContain("missing: the file is no longer where it was kept");
  // What can't be opened for another reason costs the others nothing.
  await symlink(two, two);
  expect(await read()).toContain("missing: the file can't be read at the moment");
  await rm(two);
  for (const pieces of [1, 2, 3]) {
    const reader = (await packAudio(emptyFilter, viewer)).body?.getReader();
    for (let piece = 0; piece < pieces; piece++) await reader?.read();
    await reader?.cancel();
  }
  expect((await listOpenFiles()).filter((path) => path.startsWith(soundFolder()))).toEqual([]);
});

test("whoever has gone is listed no calls", async () => {
  await keepMany(2);
  const gone = { ...viewer, signal: AbortSignal.abort() };
  await expect(packAudio(emptyFilter, gone)).rejects.toThrow("abort");
});

test("what the database refuses is an answer of its own, no broken file", async () => {
  await sounds.pool.query("ALTER TABLE sound_file RENAME TO gone");
  try {
    await expect(packAudio(emptyFilter, viewer)).rejects.toThrow();
  } finally {
    await sounds.pool.query("ALTER TABLE gone RENAME TO sound_file");
  }
});

async function listOpenFiles(): Promise<string[]> {
  const all = await readdir("/proc/self/fd");
  return Promise.all(all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
}
