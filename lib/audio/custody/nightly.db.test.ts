import { randomUUID } from "node:crypto";
import { readFile, rm, truncate, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { requestTask } from "@/lib/ops/task-lease";
import { backgroundPool } from "@/lib/platform/database/db";
import { getSound } from "../kept/get-sound";
import { getKeptAudioView } from "../kept/limits";
import {
  type Answer,
  age,
  hashOf,
  keepAll,
  marksOf,
  soundsForTest,
  wavOf,
} from "../kept/test-sounds";
import { openAudio } from "../open-attachment";
import { getRequest, sourceForTest } from "../source/test-source";
import { soundPath } from "../store/sound-folder";
import { checkSources } from "./start-custody";
import { checkFiles, verifySounds } from "./verify-sounds";

const sounds = soundsForTest();
const claimant = randomUUID();
const going = new AbortController().signal;

test("a nightly check finds what was cut, changed or lost; it is set aside and fetched again", async () => {
  const files = {
    cut: wavOf("cut"),
    flipped: wavOf("flip"),
    lost: wavOf("lost"),
    whole: wavOf("w"),
  };
  await keepAll(sounds, files);
  await truncate(soundPath(hashOf(files.cut)), 1_000);
  const bytes = Buffer.from(await readFile(soundPath(hashOf(files.flipped))));
  bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000);
  await writeFile(soundPath(hashOf(files.flipped)), bytes);
  await rm(soundPath(hashOf(files.lost)));
  await sounds.pool.query("UPDATE sound SET source_gone_at = NULL");
  // Nobody looks at what was verified within the week.
  expect(await checkFiles(backgroundPool(), claimant, going)).toBe(0);
  await age(sounds, 8, ...Object.keys(files));
  await requestTask(backgroundPool(), "audio-proof");
  expect(await checkFiles(backgroundPool(), claimant, going)).toBe(4);
  expect(await checkFiles(backgroundPool(), claimant, going)).toBeNull();
  const view = await getKeptAudioView();
  expect(view.damaged.map(({ recordingId }) => recordingId).toSorted()).toEqual([
    "cut",
    "flipped",
    "lost",
  ]);
  expect(await getSound("cut")).toMatchObject({
    state: "waiting",
    kept: null,
    former: [{ proofFault: "changed" }],
  });
  const aside = (await sounds.filesOf()).filter((path) => path.includes("damaged"));
  expect(aside).toHaveLength(2);
  // A damaged file is never heard.
  const version = hashOf(files.cut).toString("hex");
  const url = new URL(getRequest().url);
  url.searchParams.set("version", version);
  expect((await openAudio("cut", new Request(url))).status).toBe(404);

  sounds.answers.delete("/lost.wav");
  sounds.keep();
  await sounds.until("cut", ({ state }) => state === "kept");
  await sounds.until("flipped", ({ state }) => state === "kept");
  await sounds.until("lost", ({ state }) => state === "not_ready");
  expect((await verifySounds(going)).faulty.map(({ recordingId }) => recordingId)).toEqual([
    "lost",
  ]);
  expect((await getKeptAudioView()).damaged).toMatchObject([{ recordingId: "lost" }]);
});

test("a check that is broken off goes on where it was, slowly enough", async () => {
  const files = Object.fromEntries(["a", "b", "c", "d"].map((id) => [id, wavOf(id)]));
  await keepAll(sounds, files);
  await age(sounds, 8, ...Object.keys(files));
  const stopping = new AbortController();
  const size = files.a?.length ?? 0;
  const bounds = { bytesPerSecond: size * 4, leastBytes: 1_000_000 };
  const beganMs = performance.now();
  setTimeout(() => stopping.abort(), 600);
  const read = await checkFiles(backgroundPool(), claimant, stopping.signal, bounds);
  expect(performance.now() - beganMs).toBeGreaterThan(400);
  expect(read).toBeGreaterThanOrEqual(1);
  expect(read).toBeLessThan(4);
  expect(
    await checkFiles(backgroundPool(), claimant, going, { ...bounds, bytesPerSecond: 1e9 }),
  ).toBe(4 - (read ?? 0));
});

test("sources are asked for the first bytes, one at a time of a host, and only a clear no counts", async () => {
  const ids = ["here", "whole", "page", "empty", "cut", "gone", "refusing", "failing"];
  await keepAll(sounds, Object.fromEntries(ids.map((id) => [id, wavOf(id)])));
  let [open, most] = [0, 0];
  const ranges: (string | undefined)[] = [];
  const answer =
    (status: number, body: Buffer, headers = {}): Answer =>
    (request, response) => {
      ranges.push(request.headers.range);
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        response.writeHead(status, { "Content-Length": body.length, ...headers }).end(body);
      }, 30);
    };
  const wav = wavOf("here");
  const part = { "Content-Range": `bytes 0-11/${wav.length}` };
  const html = Buffer.from("<!doctype html><title>Sign in</title>");
  sounds.answers.set("/here.wav", answer(206, wav.subarray(0, 12), part));
  // Who knows no ranges sends all of it.
  sounds.answers.set("/whole.wav", answer(200, wav));
  sounds.answers.set("/page.wav", answer(200, html, { "Content-Type": "audio/wav" }));
  sounds.answers.set("/empty.wav", answer(416, Buffer.of(), { "Content-Range": "bytes */0" }));
  sounds.answers.set("/cut.wav", (_, response) => {
    response.writeHead(200, { "Content-Length": 999 }).flushHeaders();
    setTimeout(() => response.destroy(), 30);
  });
  sounds.answers.set("/gone.wav", answer(404, html));
  sounds.answers.set("/refusing.wav", answer(403, html));
  sounds.answers.set("/failing.wav", answer(500, html));
  const source = sourceForTest({ serviceOrigin: sounds.host.origin });
  const check = { source, pauseMs: 1 };
  expect(await checkSources(backgroundPool(), claimant, going, check)).toBe(0);
  await sounds.pool.query("UPDATE sound SET since = now() - interval '2 days'");
  await requestTask(backgroundPool(), "audio-source");
  expect(await checkSources(backgroundPool(), claimant, going, check)).toBe(8);
  expect([most, new Set(ranges)]).toEqual([1, new Set(["bytes=0-11"])]);
  const whichAre = async (
    is: (sound: NonNullable<Awaited<ReturnType<typeof getSound>>>) => boolean,
  ) => {
    const found = await Promise.all(ids.map(getSound));
    return ids.filter((_, index) => found[index] && is(found[index]));
  };
  expect(await whichAre(({ sourceGoneAt }) => sourceGoneAt !== null)).toEqual([
    "page",
    "empty",
    "gone",
  ]);
  expect(await whichAre(({ sourceCheckedAt }) => sourceCheckedAt === null)).toEqual([
    "cut",
    "failing",
  ]);
  expect(await whichAre(({ state }) => state === "kept")).toEqual(ids);
  expect((await getSound("gone"))?.checks.at(-1)?.check).toBe("source_gone");
  expect(await marksOf("gone")).toContain("check:source_gone");

  // A month later: it is back, and what could not be reached is asked once more.
  sounds.answers.set("/gone.wav", answer(200, wav));
  await sounds.pool.query(
    "UPDATE sound SET source_checked_at = source_checked_at - interval '31 days'",
  );
  await requestTask(backgroundPool(), "audio-source");
  expect(await checkSources(backgroundPool(), claimant, going, { ...check, mostOfHost: 9 })).toBe(
    8,
  );
  expect((await getSound("gone"))?.sourceGoneAt).toBeNull();
  expect(await marksOf("gone")).not.toContain("check:source_gone");
});
