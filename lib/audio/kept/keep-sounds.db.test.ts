import { createHash, randomUUID } from "node:crypto";
import { stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { stopTestServers } from "@/lib/calling-service/test-server";
import { recordListening } from "@/lib/heard/store";
import { db } from "@/lib/platform/database/db";
import { openAudio } from "../open-attachment";
import { getRequest, goodToken, sourceForTest } from "../source/test-source";
import { diskStore } from "../store/disk-store";
import { soundFolder, soundPath } from "../store/sound-folder";
import { getSound } from "./get-sound";
import { type Answer, sendFile, soundsForTest, toWav } from "./test-sounds";

const sounds = soundsForTest();

const whole = toWav(2, [0.25, 1]);
const html = Buffer.from("<!doctype html><script>alert(1)</script>".padEnd(5_000));
const endless: Answer = (_, response) => {
  response.writeHead(200, { "Content-Type": "audio/wav" });
  response.write(whole);
  const beat = setInterval(() => response.write(Buffer.alloc(50_000)), 1);
  response.once("close", () => clearInterval(beat));
};
const answers: [string, Answer][] = [
  ["/call.wav", sendFile(whole, { "Content-Type": "audio/wav" })],
  ["/mislabelled", sendFile(whole, { "Content-Type": "text/html" })],
  ["/login.wav", sendFile(html, { "Content-Type": "audio/wav" })],
  ["/endless.wav", endless],
  ["/told-large.wav", sendFile(Buffer.alloc(0), { "Content-Length": "900000000" })],
  ["/empty.wav", sendFile(Buffer.alloc(0))],
  ["/broken.wav", sendFile(Buffer.concat([whole.subarray(0, 20), Buffer.alloc(500, 0xff)]))],
  ["/bomb.wav", sendFile(gzipSync(Buffer.alloc(10_000_000)), { "Content-Encoding": "gzip" })],
  ["/refusing.wav", (_, response) => response.writeHead(403).end()],
  ["/failing.wav", (_, response) => response.writeHead(500).end()],
  [
    "/cut.wav",
    (_, response) => {
      response.writeHead(200, { "Content-Length": whole.length });
      response.write(whole.subarray(0, 5_000), () => response.destroy());
    },
  ],
  [
    "/stalling.wav",
    (_, response) => {
      response.writeHead(200, { "Content-Length": whole.length }).write(whole.subarray(0, 5_000));
    },
  ],
  [
    "/astray.wav",
    (_, response) =>
      response.writeHead(302, { Location: `${sounds.stranger.origin}/call.wav` }).end(),
  ],
  ["/moved.wav", (_, response) => response.writeHead(302, { Location: "/call.wav" }).end()],
];
for (const [path, answer] of answers) sounds.answers.set(path, answer);

test("what is fetched is kept to the byte, measured, and plays when its source is gone", async () => {
  await sounds.arrive({ a: "/call.wav", same: "/moved.wav" });
  sounds.keep();
  const { kept } = await sounds.until("a", (sound) => sound.kept?.isMeasured === true);
  await sounds.until("same", ({ state }) => state === "kept");
  const sha256 = createHash("sha256").update(whole).digest();
  expect(kept).toMatchObject({
    sha256: sha256.toString("hex"),
    bytes: whole.length,
    type: "audio/wav",
    durationMs: 2_000,
    channels: 2,
    proofFault: null,
  });
  expect(await sounds.filesOf()).toEqual([soundPath(sha256)]);
  expect((await stat(soundPath(sha256))).mode & 0o777).toBe(0o600);
  expect((await stat(soundFolder())).mode & 0o777).toBe(0o700);
  const { rows } = await sounds.pool.query("SELECT peaks FROM sound_file WHERE recording_id = 'a'");
  const peaks: Buffer = rows[0].peaks;
  expect([peaks.length, peaks[0], peaks[999], peaks[1_000], peaks[1_999]]).toEqual([
    2_000, 64, 64, 255, 255,
  ]);

  await stopTestServers();
  const response = await openAudio("a", getRequest());
  expect(Buffer.from(await response.arrayBuffer()).equals(whole)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "audio/wav",
    "content-length": String(whole.length),
    "content-disposition": 'attachment; filename="spring-Noor-Haddad-2026-11-20-1000.wav"',
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    etag: `"${sha256.toString("hex")}"`,
  });
});

test("a call that was heard before it was measured is judged by the length that is found", async () => {
  await sounds.arrive({ a: "/call.wav" });
  // Ten of the 60 seconds that the service counted.
  const ranges: [number, number][] = [[0, 10]];
  const listens = [{ id: randomUUID(), startedAgoMs: 0, lastAgoMs: 0, ranges }];
  await recordListening("a", { userId: "ann", durationSeconds: null, listens }, new Date());
  const isHalf = async () => {
    const { rowCount } = await sounds.pool.query("SELECT FROM call_mark WHERE mark = 'heard:half'");
    return rowCount === 1;
  };
  expect(await isHalf()).toBe(false);
  sounds.keep();
  await sounds.until("a", (sound) => sound.kept?.isMeasured === true);
  await expect.poll(isHalf).toBe(true);
});

test.each([
  ["/mislabelled", "kept", null],
  ["/broken.wav", "kept", null],
  ["/login.wav", "not_audio", "wrong-type"],
  ["/bomb.wav", "not_audio", "wrong-type"],
  ["/endless.wav", "too_large", "too-large"],
  ["/told-large.wav", "too_large", "too-large"],
  ["/empty.wav", "not_ready", "empty"],
  ["/nowhere.wav", "not_ready", "not-found"],
  ["/refusing.wav", "refused", "refused"],
  ["/failing.wav", "waiting", "unreachable"],
  ["/cut.wav", "waiting", "unreachable"],
  ["/stalling.wav", "waiting", "timeout"],
  ["/astray.wav", "refused", "address-forbidden"],
  ["http://127.0.0.1:9/call.wav", "refused", "address-forbidden"],
  ["http://[::ffff:169.254.169.254]/call.wav", "refused", "address-forbidden"],
  ["ftp://files.example.com/call.wav", "refused", "address-forbidden"],
  ["call.wav", "waiting", "unreachable"],
] as const)("%s ends as %s, %s, and leaves nothing half written", async (path, state, fault) => {
  await sounds.arrive({ a: path.startsWith("/") || path.includes(":") ? path : `http://${path}` });
  if (path === "call.wav") await sounds.pool.query("UPDATE sound SET attachment = 'call.wav'");
  sounds.keep();
  const sound = await sounds.until("a", ({ triedAt, isBusy }) => triedAt !== null && !isBusy);
  expect(sound).toMatchObject({ state, fault });
  expect(await sounds.filesOf()).toHaveLength(state === "kept" ? 1 : 0);
  expect(sounds.stranger.asked).toEqual([]);
});

test("what no decoder reads is kept and says so", async () => {
  await sounds.arrive({ a: "/broken.wav" });
  sounds.keep();
  const { kept } = await sounds.until("a", (sound) => sound.kept?.isMeasured === true);
  expect(kept).toMatchObject({ durationMs: null, channels: null });
});

test("the token goes to the service's own origin alone", async () => {
  const seen: (string | undefined)[] = [];
  sounds.answers.set("/own.wav", (request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(302, { Location: `${sounds.stranger.origin}/theirs.wav` }).end();
  });
  sounds.answers.set("/theirs.wav", (request, response) => {
    seen.push(request.headers.authorization);
    sendFile(whole)(request, response);
  });
  await sounds.arrive({ a: "/own.wav" });
  const audioHosts = [new URL(sounds.stranger.origin).host];
  sounds.keep({ source: sourceForTest({ serviceOrigin: sounds.host.origin, audioHosts }) });
  await sounds.until("a", ({ state }) => state === "kept");
  expect(seen).toEqual([`Bearer ${goodToken}`, undefined]);
});

test("a disk that is nearly full keeps what waits waiting, and says so", async () => {
  await sounds.arrive({ a: "/call.wav" });
  sounds.keep({ limits: sounds.limits({ leaveFreeBytes: Number.MAX_SAFE_INTEGER }) });
  const sound = await sounds.until("a", ({ triedAt }) => triedAt !== null);
  expect(sound).toMatchObject({ state: "waiting", fault: "disk-full", attempts: 0 });
  expect(sounds.host.asked).toEqual([]);
});

test("who is stopped in the middle leaves it to the next one, as if nothing had been", async () => {
  let isHeld = true;
  sounds.answers.set("/held.wav", (request, response) => {
    if (!isHeld) return sendFile(whole)(request, response);
    response.writeHead(200, { "Content-Length": whole.length }).write(whole.subarray(0, 5_000));
  });
  await sounds.arrive({ a: "/held.wav" });
  const source = sourceForTest({ serviceOrigin: sounds.host.origin });
  const first = sounds.keep({ source });
  await expect.poll(() => sounds.host.asked.length).toBe(1);
  await first.stop();
  expect(await getSound("a")).toMatchObject({ state: "waiting", attempts: 0, isBusy: false });
  expect(await sounds.filesOf()).toEqual([]);
  isHeld = false;
  sounds.keep({ source });
  await sounds.until("a", ({ state }) => state === "kept");
  expect(sounds.host.asked).toHaveLength(2);
});

test("several keepers fetch each file once", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `s${index}`);
  for (const id of ids)
    sounds.answers.set(`/${id}.wav`, sendFile(Buffer.concat([whole, Buffer.from(id)])));
  await sounds.arrive(Object.fromEntries(ids.map((id) => [id, `/${id}.wav`])));
  for (let index = 0; index < 3; index++) sounds.keep();
  for (const id of ids) await sounds.until(id, ({ state }) => state === "kept");
  expect(sounds.host.asked.toSorted()).toEqual(ids.map((id) => `/${id}.wav`).toSorted());
  expect(await sounds.filesOf()).toHaveLength(20);
});

test("what is fetched while the database takes nothing is noted later, and fetched once", async () => {
  await sounds.arrive({ a: "/call.wav" });
  await sounds.pool.query("ALTER TABLE sound_file ADD CONSTRAINT nothing CHECK (false) NOT VALID");
  try {
    sounds.keep();
    await expect.poll(() => sounds.filesOf()).toHaveLength(1);
    await sleep(700);
    expect(await getSound("a")).toMatchObject({ state: "waiting", isBusy: true });
  } finally {
    await sounds.pool.query("ALTER TABLE sound_file DROP CONSTRAINT nothing");
  }
  await sounds.until("a", ({ state }) => state === "kept");
  expect(sounds.host.asked).toEqual(["/call.wav"]);
});

test("a file that ended its reader three times is left alone", async () => {
  await sounds.arrive({ a: "/call.wav" });
  const keeper = sounds.keep();
  await sounds.until("a", (sound) => sound.kept?.isMeasured === true);
  await keeper.stop();
  await sounds.pool.query(
    "UPDATE sound_file SET measured_at = NULL, measure_tries = 3, duration_ms = NULL",
  );
  sounds.keep();
  const { kept } = await sounds.until("a", (sound) => sound.kept?.isMeasured === true);
  expect(kept?.durationMs).toBeNull();
});

test("what was being measured when its process ended comes after all others", async () => {
  await sounds.arrive({ a: "/call.wav" });
  const keeper = sounds.keep();
  await sounds.until("a", (sound) => sound.kept?.isMeasured === true);
  await sounds.arrive({ b: "/call.wav" });
  await sounds.until("b", (sound) => sound.kept?.isMeasured === true);
  await keeper.stop();
  const order = async (ended: string) => {
    await sounds.pool.query(
      "UPDATE sound_file SET measured_at = NULL, measure_tries = (recording_id = $1)::int",
      [ended],
    );
    const again = sounds.keep();
    for (const id of ["a", "b"]) await sounds.until(id, ({ kept }) => kept?.isMeasured === true);
    await again.stop();
    const rows = await db().soundFile.findMany({ orderBy: { measuredAt: "asc" } });
    return rows.map(({ recordingId }) => recordingId);
  };
  expect([await order("b"), await order("a")]).toEqual([
    ["a", "b"],
    ["b", "a"],
  ]);
});

test("what a killed process had half written goes once it has stood still", async () => {
  await sounds.arrive({ a: "/call.wav" });
  sounds.keep();
  await sounds.until("a", ({ state }) => state === "kept");
  const stale = join(soundFolder(), "parts", "stale");
  await writeFile(stale, "half");
  expect(await diskStore().removeStale(new Date())).toBe(0);
  await utimes(stale, 0, 0);
  expect(await diskStore().removeStale(new Date())).toBe(1);
});

test("a host that fails again and again is left alone for a while, and others are not", async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `s${index}`);
  for (const id of ids) sounds.answers.set(`/${id}.wav`, (_, response) => response.destroy());
  await sounds.arrive(Object.fromEntries(ids.map((id) => [id, `/${id}.wav`])));
  sounds.keep();
  await expect.poll(() => sounds.host.asked.length).toBeGreaterThanOrEqual(4);
  await sounds.arrive({ other: `${sounds.stranger.origin}/call.wav` });
  await sounds.until("other", ({ state }) => state === "refused");
  expect(sounds.host.asked.length).toBeLessThan(12);
});
