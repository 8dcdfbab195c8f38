import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Worker } from "@/lib/ops/worker";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { openAudio } from "../open-attachment";
import { codeOf, getRequest, goodToken, sourceForTest } from "../source/test-source";
import type { SoundView } from "../views";
import type { FetchLimits } from "./fetch-sound";
import { getSound } from "./get-sound";
import { type KeepOptions, startKeepingSounds } from "./keep-sounds";
import { queueSounds } from "./queue-sounds";
import { soundFolder, soundPath } from "./sound-files";
import { type Answer, sendFile, startHost, storeCalls, toWav } from "./test-sounds";

let database: TestDatabase;
let pool: pg.Pool;
let dataFolder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataFolder = await mkdtemp(join(tmpdir(), "sounds-"));
  Object.assign(process.env, { DATABASE_URL: database.url, DATA_DIR: dataFolder });
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});

afterAll(async () => {
  await closeDatabase();
  await pool.end();
  await database.drop();
  await rm(dataFolder, { recursive: true, force: true });
});

let host: Awaited<ReturnType<typeof startHost>>;
let stranger: Awaited<ReturnType<typeof startHost>>;
let keepers: Worker[] = [];

const whole = toWav(2, [0.25, 1]);
const html = Buffer.from("<!doctype html><script>alert(1)</script>".padEnd(5_000));
const endless: Answer = (_, response) => {
  response.writeHead(200, { "Content-Type": "audio/wav" });
  response.write(whole);
  const beat = setInterval(() => response.write(Buffer.alloc(50_000)), 1);
  response.once("close", () => clearInterval(beat));
};
const answers = new Map<string, Answer>([
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
    (_, response) => response.writeHead(302, { Location: `${stranger.origin}/call.wav` }).end(),
  ],
  ["/moved.wav", (_, response) => response.writeHead(302, { Location: "/call.wav" }).end()],
]);

beforeEach(async () => {
  host = await startHost(answers);
  stranger = await startHost(answers);
});

afterEach(async () => {
  await Promise.all(keepers.map((one) => one.stop()));
  keepers = [];
  await Promise.all([host.close(), stranger.close()]);
  await pool.query("TRUNCATE sound, sound_file, recording, recording_newest, recording_version");
  await rm(soundFolder(), { recursive: true, force: true });
});

const limits = (changes: Partial<FetchLimits> = {}): FetchLimits => ({
  folder: soundFolder(),
  maxBytes: 300_000,
  leaveFreeBytes: 0,
  totalMs: 20_000,
  leastBytesPerSecond: 1,
  graceMs: 20_000,
  ...changes,
});

function keep(options: KeepOptions = {}): Worker {
  const source = sourceForTest({ serviceOrigin: host.origin, idleTimeoutMs: 400 });
  const keeper = startKeepingSounds({ source, limits: limits(), idleMs: 20, ...options });
  keepers.push(keeper);
  return keeper;
}

async function arrive(paths: Record<string, string>): Promise<void> {
  const calls = Object.entries(paths).map(
    ([id, path]): [string, { recordingAttachment: string }] => [
      id,
      { recordingAttachment: path.includes(":") ? path : `${host.origin}${path}` },
    ],
  );
  await storeCalls(pool, calls);
  await queueSounds({ afterSeq: 0n, most: 1_000 });
}

async function until(id: string, isSo: (sound: SoundView) => boolean): Promise<SoundView> {
  return expect
    .poll(
      async () => {
        const sound = await getSound(id);
        return sound && isSo(sound) ? sound : null;
      },
      { timeout: 15_000 },
    )
    .not.toBeNull()
    .then(async () => (await getSound(id)) as SoundView);
}

const filesOf = async () =>
  (await readdir(soundFolder(), { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test("what is fetched is kept to the byte, measured, and plays when its source is gone", async () => {
  await arrive({ a: "/call.wav", same: "/moved.wav" });
  keep();
  const { kept } = await until("a", (sound) => sound.kept?.isMeasured === true);
  await until("same", ({ state }) => state === "kept");
  const sha256 = createHash("sha256").update(whole).digest();
  expect(kept).toMatchObject({
    sha256: sha256.toString("hex"),
    bytes: whole.length,
    type: "audio/wav",
    durationMs: 2_000,
    channels: 2,
    proofFault: null,
  });
  expect(await filesOf()).toEqual([soundPath(sha256)]);
  expect((await stat(soundPath(sha256))).mode & 0o777).toBe(0o600);
  expect((await stat(soundFolder())).mode & 0o777).toBe(0o700);
  const { rows } = await pool.query("SELECT peaks FROM sound_file WHERE recording_id = 'a'");
  const peaks: Buffer = rows[0].peaks;
  expect([peaks.length, peaks[0], peaks[999], peaks[1_000], peaks[1_999]]).toEqual([
    2_000, 64, 64, 255, 255,
  ]);

  await host.close();
  const response = await openAudio("a", getRequest());
  expect(Buffer.from(await response.arrayBuffer()).equals(whole)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "audio/wav",
    "content-length": String(whole.length),
    "content-disposition": 'inline; filename="a.wav"',
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    etag: `"${sha256.toString("hex")}"`,
  });
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
  await arrive({ a: path.startsWith("/") || path.includes(":") ? path : `http://${path}` });
  if (path === "call.wav") await pool.query("UPDATE sound SET attachment = 'call.wav'");
  keep();
  const sound = await until("a", ({ triedAt, isBusy }) => triedAt !== null && !isBusy);
  expect(sound).toMatchObject({ state, fault });
  expect(await filesOf()).toHaveLength(state === "kept" ? 1 : 0);
  expect(stranger.asked).toEqual([]);
});

test("what no decoder reads is kept and says so", async () => {
  await arrive({ a: "/broken.wav" });
  keep();
  const { kept } = await until("a", (sound) => sound.kept?.isMeasured === true);
  expect(kept).toMatchObject({ durationMs: null, channels: null });
});

test("the token goes to the service's own origin alone", async () => {
  const seen: (string | undefined)[] = [];
  answers.set("/own.wav", (request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(302, { Location: `${stranger.origin}/theirs.wav` }).end();
  });
  answers.set("/theirs.wav", (request, response) => {
    seen.push(request.headers.authorization);
    sendFile(whole)(request, response);
  });
  await arrive({ a: "/own.wav" });
  const audioHosts = [new URL(stranger.origin).host];
  keep({ source: sourceForTest({ serviceOrigin: host.origin, audioHosts }) });
  await until("a", ({ state }) => state === "kept");
  expect(seen).toEqual([`Bearer ${goodToken}`, undefined]);
});

test("a disk that is nearly full keeps what waits waiting, and says so", async () => {
  await arrive({ a: "/call.wav" });
  keep({ limits: limits({ leaveFreeBytes: Number.MAX_SAFE_INTEGER }) });
  const sound = await until("a", ({ triedAt }) => triedAt !== null);
  expect(sound).toMatchObject({ state: "waiting", fault: "disk-full", attempts: 0 });
  expect(host.asked).toEqual([]);
});

test("who is stopped in the middle leaves it to the next one, as if nothing had been", async () => {
  let isHeld = true;
  answers.set("/held.wav", (request, response) => {
    if (!isHeld) return sendFile(whole)(request, response);
    response.writeHead(200, { "Content-Length": whole.length }).write(whole.subarray(0, 5_000));
  });
  await arrive({ a: "/held.wav" });
  const source = sourceForTest({ serviceOrigin: host.origin });
  const first = keep({ source });
  await expect.poll(() => host.asked.length).toBe(1);
  await first.stop();
  expect(await getSound("a")).toMatchObject({ state: "waiting", attempts: 0, isBusy: false });
  expect(await filesOf()).toEqual([]);
  isHeld = false;
  keep({ source });
  await until("a", ({ state }) => state === "kept");
  expect(host.asked).toHaveLength(2);
});

test("several keepers fetch each file once", async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `s${index}`);
  for (const id of ids)
    answers.set(`/${id}.wav`, sendFile(Buffer.concat([whole, Buffer.from(id)])));
  await arrive(Object.fromEntries(ids.map((id) => [id, `/${id}.wav`])));
  for (let index = 0; index < 3; index++) keep();
  for (const id of ids) await until(id, ({ state }) => state === "kept");
  expect(host.asked.toSorted()).toEqual(ids.map((id) => `/${id}.wav`).toSorted());
  expect(await filesOf()).toHaveLength(20);
});

test("a part of a kept file is that part, and only of that very file", async () => {
  await arrive({ a: "/call.wav" });
  keep();
  const { kept } = await until("a", ({ state }) => state === "kept");
  const tag = `"${kept?.sha256}"`;
  const size = whole.length;
  const ask = async (headers: Record<string, string>, init: RequestInit = {}) => {
    const response = await openAudio("a", getRequest(headers, init));
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, range: response.headers.get("content-range"), bytes };
  };
  expect(await ask({ Range: "bytes=100-199" })).toEqual({
    status: 206,
    range: `bytes 100-199/${size}`,
    bytes: whole.subarray(100, 200),
  });
  expect((await ask({ Range: "bytes=-50" })).bytes).toEqual(whole.subarray(-50));
  expect((await ask({ Range: `bytes=${size - 1}-` })).bytes).toEqual(whole.subarray(-1));
  expect((await ask({ Range: "bytes=0-1", "If-Range": tag })).status).toBe(206);
  expect((await ask({ Range: "bytes=0-1", "If-Range": '"other"' })).bytes.equals(whole)).toBe(true);
  expect(await ask({ Range: `bytes=${size}-` })).toMatchObject({
    status: 416,
    range: `bytes */${size}`,
  });
  const head = await openAudio("a", getRequest({}, { method: "HEAD" }));
  expect([head.status, head.headers.get("content-length"), head.body]).toEqual([
    200,
    String(size),
    null,
  ]);
  const saved = await openAudio("a", new Request("http://earshot.test/audio?download"));
  expect(saved.headers.get("content-disposition")).toBe('attachment; filename="a.wav"');
  await saved.body?.cancel();
  const version = await openAudio(
    "a",
    new Request(`http://earshot.test/a?version=${kept?.sha256}`),
  );
  expect(Buffer.from(await version.arrayBuffer()).equals(whole)).toBe(true);
  const unknown = await openAudio(
    "a",
    new Request(`http://earshot.test/a?version=${"0".repeat(64)}`),
  );
  expect(await codeOf(unknown)).toBe("audio-version-not-found");
});

test("a kept file that is gone from the disk is told so and fetched anew", async () => {
  await arrive({ a: "/call.wav" });
  const keeper = keep();
  const { kept } = await until("a", (sound) => sound.kept?.isMeasured === true);
  await keeper.stop();
  const path = soundPath(Buffer.from(kept?.sha256 ?? "", "hex"));
  await rm(path);
  await openAudio("a", getRequest()).then((response) => response.body?.cancel());
  expect(await getSound("a")).toMatchObject({ state: "waiting", kept: null });
  keep();
  expect((await until("a", ({ state }) => state === "kept")).kept?.proofFault).toBeNull();
  expect((await stat(path)).size).toBe(whole.length);
});

test("a file that ended its reader twice is left alone", async () => {
  await arrive({ a: "/call.wav" });
  const keeper = keep();
  await until("a", (sound) => sound.kept?.isMeasured === true);
  await keeper.stop();
  await pool.query(
    "UPDATE sound_file SET measured_at = NULL, measure_tries = 2, duration_ms = NULL",
  );
  keep();
  const { kept } = await until("a", (sound) => sound.kept?.isMeasured === true);
  expect(kept?.durationMs).toBeNull();
});

test("what a killed process had half written goes after an hour", async () => {
  const { removeStaleParts } = await import("./sound-files");
  await arrive({ a: "/call.wav" });
  keep();
  await until("a", ({ state }) => state === "kept");
  const stale = join(soundFolder(), "parts", "stale");
  await writeFile(stale, "half");
  expect(await removeStaleParts()).toBe(0);
  const { utimes } = await import("node:fs/promises");
  await utimes(stale, 0, 0);
  expect(await removeStaleParts()).toBe(1);
});
