import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { db } from "@/lib/platform/database/db";
import { writeAac } from "../measure/test-aac";
import { diskStore } from "../store/disk-store";
import { openS3Store } from "../store/s3-store";
import { soundFolder } from "../store/sound-folder";
import type { SoundStore } from "../store/sound-store";
import { startS3Server } from "../store/test-s3-server";
import { getPeaks } from "./get-sound";
import { sendFile, soundsForTest, toWav } from "./test-sounds";

const sounds = soundsForTest();

/** Seconds of a tone, as a file of AAC; of each number of seconds and container another one. */
async function toAac(seconds: number, container: "m4a" | "aac" = "m4a"): Promise<Buffer> {
  const path = join(process.env.DATA_DIR ?? "", `sound.${container}`);
  await writeAac(path, { container, sampleRate: 16_000, seconds, loudness: [() => 0.5] });
  return readFile(path);
}

async function keepAll(calls: Record<string, Buffer>, store = diskStore()): Promise<void> {
  for (const [id, bytes] of Object.entries(calls)) sounds.answers.set(`/${id}`, sendFile(bytes));
  await sounds.arrive(Object.fromEntries(Object.keys(calls).map((id) => [id, `/${id}`])));
  const keeper = sounds.keep({ limits: sounds.limits({ store }) });
  for (const id of Object.keys(calls)) {
    await sounds.until(id, ({ kept }) => kept?.isMeasured === true);
  }
  await keeper.stop();
}

/** As Earshot left it that had no decoder of AAC. */
async function forgetMeasures(ids: string[], changes = {}): Promise<void> {
  await db().soundFile.updateMany({
    where: { recordingId: { in: ids } },
    data: {
      measuredAt: longAgo,
      measuredBy: null,
      durationMs: null,
      channels: null,
      peaks: null,
      ...changes,
    },
  });
}
const longAgo = new Date("2026-01-01T00:00:00Z");

const rowOf = (recordingId: string) => db().soundFile.findFirstOrThrow({ where: { recordingId } });

async function untilMeasuredBy(recordingId: string, measuredBy: number): Promise<void> {
  for (const beganMs = performance.now(); performance.now() - beganMs < 45_000; ) {
    if ((await rowOf(recordingId)).measuredBy === measuredBy) return;
    await sleep(30);
  }
  throw new Error(`${recordingId} is still not measured by ${measuredBy}`);
}

/** Notes how often each file was read. */
function counting(store: SoundStore) {
  const reads = new Map<string, number>();
  const withFile: SoundStore["withFile"] = (sha256, use) => {
    const name = Buffer.from(sha256).toString("hex");
    reads.set(name, (reads.get(name) ?? 0) + 1);
    return store.withFile(sha256, use);
  };
  return { reads, store: { ...store, withFile } };
}

test("what was kept before it could be measured is measured anew, once by several processes", async () => {
  const ids = ["one", "two", "three"];
  const [one, two, three] = [await toAac(3), await toAac(4, "aac"), await toAac(5)];
  await keepAll({ one, two, three, wav: toWav(2) });
  await forgetMeasures(ids);
  await db().soundFile.updateMany({
    where: { recordingId: "wav" },
    data: { measuredAt: longAgo, measuredBy: null },
  });
  const counted = counting(diskStore());
  const limits = sounds.limits({ store: counted.store });
  for (let keepers = 0; keepers < 3; keepers++) sounds.keep({ limits, anewRestMs: 0 });
  for (const id of ids) await untilMeasuredBy(id, 2);
  await sleep(300);
  expect([...counted.reads.values()]).toEqual([1, 1, 1]);
  for (const [index, id] of ids.entries()) {
    const { durationMs, channels, measuredAt, audible } = await rowOf(id);
    expect(Math.abs((durationMs ?? 0) / (3_000 + 1_000 * index) - 1)).toBeLessThan(0.05);
    expect(channels).toBe(1);
    expect(audible[0]).toBeGreaterThan(900);
    expect(measuredAt?.getTime()).toBeGreaterThan(longAgo.getTime());
    const { attachment } = await db().sound.findUniqueOrThrow({ where: { recordingId: id } });
    expect(await getPeaks(id, attachment)).not.toBeNull();
  }
  // Nothing reads it better than before.
  expect(await rowOf("wav")).toMatchObject({ measuredAt: longAgo, measuredBy: null });
});

test("what has just been kept does not wait for what is measured anew", async () => {
  const old = ["old-1", "old-2", "old-3"];
  await keepAll({ "old-1": await toAac(3), "old-2": await toAac(4), "old-3": await toAac(5) });
  await forgetMeasures(old);
  sounds.keep({ anewRestMs: 60_000 });
  const first = async () =>
    (await Promise.all(old.map(rowOf))).filter((row) => row.measuredBy === 2);
  for (const beganMs = performance.now(); performance.now() - beganMs < 10_000; await sleep(30)) {
    if ((await first()).length > 0) break;
  }
  sounds.answers.set("/new", sendFile(toWav(1)));
  await sounds.arrive({ new: "/new" });
  await sounds.until("new", ({ kept }) => kept?.isMeasured === true);
  expect(await first()).toHaveLength(1);
});

test("what ended its reader three times stays as it was, and so does what reads worse than before", async () => {
  const peaks = new Uint8Array(1_000).fill(7);
  await keepAll({ deadly: await toAac(3), worse: await toAac(4) });
  await forgetMeasures(["deadly"], { anewTries: 3, durationMs: 1_234 });
  await forgetMeasures(["worse"], { durationMs: 4_321, channels: 1, peaks });
  const broken: SoundStore = {
    ...diskStore(),
    withFile: (_, use) => use(join(soundFolder(), "..", "sound.txt")),
  };
  await writeFile(join(soundFolder(), "..", "sound.txt"), "no sound at all");
  sounds.keep({ limits: sounds.limits({ store: broken }), anewRestMs: 0 });
  await untilMeasuredBy("deadly", 2);
  await untilMeasuredBy("worse", 2);
  const known = { measuredAt: longAgo, durationMs: 4_321, channels: 1, peaks };
  expect(await rowOf("worse")).toMatchObject(known);
  expect(await rowOf("deadly")).toMatchObject({ durationMs: 1_234, peaks: null, anewTries: 0 });
});

test("a store that fails makes it wait, and a bucket's files are measured anew, too", async () => {
  const server = await startS3Server();
  const store = openS3Store(server.settings, soundFolder());
  await keepAll({ call: await toAac(3) }, store);
  await forgetMeasures(["call"]);
  const failing: SoundStore = {
    ...store,
    withFile: () => Promise.reject(new Error("the store is away")),
  };
  const keeper = sounds.keep({ limits: sounds.limits({ store: failing }), anewRestMs: 0 });
  await sleep(300);
  await keeper.stop();
  expect(await rowOf("call")).toMatchObject({ measuredBy: null, anewTries: 0 });
  sounds.keep({ limits: sounds.limits({ store }), anewRestMs: 0 });
  await untilMeasuredBy("call", 2);
  expect((await rowOf("call")).peaks).toHaveLength(1_000);
  await server.stop();
});
