import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { db } from "@/lib/platform/database/db";
import { getUsage } from "../kept/limits";
import { type Answer, soundsForTest, toWav } from "../kept/test-sounds";
import { countUsage } from "../sql/custody";
import { diskStore } from "../store/disk-store";
import { soundFolder, soundPath } from "../store/sound-folder";
import { verifySounds } from "./verify-sounds";

const sounds = soundsForTest();
const mostOfHost = 3;
const ids = Array.from({ length: 40 }, (_, index) => `s${index}`);
const bytesOf = (id: string) => Buffer.concat([toWav(2), Buffer.from(id)]);
let running: ChildProcess | undefined;

afterEach(() => running?.kill("SIGKILL"));

/** A tenth of the file at a time, so that whoever is killed has some of it. */
const slowly =
  (bytes: Buffer): Answer =>
  async (_, response) => {
    response.writeHead(200, { "Content-Length": bytes.length });
    const step = Math.ceil(bytes.length / 10);
    for (let first = 0; first < bytes.length && !response.destroyed; first += step) {
      response.write(bytes.subarray(first, first + step));
      await sleep(12);
    }
    response.end();
  };

/** The program that fetches, as the worker runs it. */
function startProgram(): ChildProcess {
  const { host } = new URL(sounds.host.origin);
  running = spawn(
    process.execPath,
    ["--import", "tsx", "--conditions=react-server", "bin/sounds.ts"],
    {
      env: { ...process.env, AUDIO_HOSTS: host, AUDIO_LEAVE_FREE_GB: "0", LOG_LEVEL: "silent" },
      stdio: "ignore",
    },
  );
  return running;
}

/** Ends it without a word, and lets its claims be over without the minute's wait. */
async function kill(program: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => program.once("exit", resolve));
  program.kill("SIGKILL");
  await gone;
  await sounds.pool.query(
    "UPDATE sound SET claimed_until = now() - interval '1 second' WHERE claimed_until > now()",
  );
}

const keptCount = () => db().sound.count({ where: { state: "kept" } });

test("whoever is killed in the middle leaves no file behind, and nothing is fetched twice for good", async () => {
  for (const id of ids) sounds.answers.set(`/${id}.wav`, slowly(bytesOf(id)));
  await sounds.arrive(Object.fromEntries(ids.map((id) => [id, `/${id}.wav`])));
  let kills = 0;
  // At any instant: while it reads, writes, renames and commits.
  for (const waitMs of [30, 90, 150, 210]) {
    const before = sounds.host.asked.length;
    const program = startProgram();
    await expect.poll(() => sounds.host.asked.length, { timeout: 20_000 }).toBeGreaterThan(before);
    await sleep(waitMs + Math.random() * 60);
    await kill(program);
    kills++;
  }
  // Between the file and its row: who holds this row lets no file be noted.
  const client = await sounds.pool.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM sound_usage FOR UPDATE");
  const noted = await db().soundFile.count();
  const program = startProgram();
  const filesOfHashes = async () =>
    (await sounds.filesOf()).filter((path) => !path.includes("/parts/")).length;
  await expect.poll(filesOfHashes, { timeout: 20_000 }).toBeGreaterThan(noted);
  const gone = new Promise((resolve) => program.once("exit", resolve));
  program.kill("SIGKILL");
  await gone;
  await client.query("ROLLBACK");
  client.release();
  kills++;
  expect(await filesOfHashes()).toBeGreaterThan(await db().soundFile.count());
  await kill(startProgram());
  expect(await keptCount()).toBeLessThan(ids.length);

  const last = startProgram();
  await expect.poll(keptCount, { timeout: 60_000 }).toBe(ids.length);
  const closed = new Promise((resolve) => last.once("exit", resolve));
  last.kill("SIGTERM");
  await closed;

  const parts = join(soundFolder(), "parts");
  for (const name of await readdir(parts)) await utimes(join(parts, name), 0, 0);
  await diskStore().removeStale(new Date());
  const hashes = ids.map((id) => createHash("sha256").update(bytesOf(id)).digest());
  expect((await sounds.filesOf()).toSorted()).toEqual(
    hashes.map((hash) => soundPath(hash)).toSorted(),
  );
  expect(await db().soundFile.count()).toBe(ids.length);
  expect((await verifySounds(new AbortController().signal)).faulty).toEqual([]);
  expect(await countUsage()).toBe(0);
  expect((await getUsage()).files).toBe(ids.length);
  // What was under way is begun anew, and nothing else.
  expect(sounds.host.asked.length).toBeLessThanOrEqual(ids.length + kills * mostOfHost);
  for (const id of ids) expect(sounds.host.asked).toContain(`/${id}.wav`);
});
