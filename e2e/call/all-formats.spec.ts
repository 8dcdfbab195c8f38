import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { listenIndependently } from "@/bin/check/other-judges";
import { type RunningSandbox, runSandbox } from "@/bin/command/project";
import { findFreePort } from "@/lib/platform/process/processes";
import type { NamedFault } from "@/sandbox/attachments/audio-fault";
import { readCallSid } from "@/sandbox/calls/call-sid";
import { makeTape, tapeFormats } from "@/sandbox/sound/tape/make-tape";
import { type Earshot, startEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";
import { runCommand } from "../support/server/run-command";
import { killSounds } from "../support/server/sound-process";

/** By hand with EARSHOT_RECORDINGS=1000, which takes half an hour. */
const fewest = 11;
const count = Number(process.env.EARSHOT_RECORDINGS ?? fewest);
/** Among the first of these are all formats, half of what goes wrong, and no call of half an hour. */
const seed = "1157";
/** More than the longest has. */
const maxBytes = count > fewest ? "150000000" : "50000000";
const kills = 3;
/** So many are listened to by another program. */
const mostHeard = 60;
const inFlight = 4;

test.describe.configure({ timeout: 480_000 + count * 5_000 });

let earshot: Earshot;
let sandbox: RunningSandbox;
let client: pg.Client;

test.beforeAll(async () => {
  const port = await findFreePort();
  const apiKey = randomBytes(12).toString("hex");
  earshot = await startEarshot({
    env: {
      CALLING_SERVICE_URL: `http://127.0.0.1:${port}`,
      CALLING_SERVICE_API_KEY: apiKey,
      AUDIO_STORE: "disk",
      AUDIO_MAX_BYTES: maxBytes,
    },
  });
  client = new pg.Client(await embeddedDatabaseUrl(earshot.dataDir));
  await client.connect();
  sandbox = await runSandbox([
    "--port",
    String(port),
    "--api-key",
    apiKey,
    "--webhook",
    earshot.webhookUrl,
    "--calls",
    String(count),
    "--rate",
    "max",
    "--seed",
    seed,
    "--all-formats",
    "--misbehave",
    "--retry",
  ]);
});

test.afterAll(async () => {
  await sandbox?.stop();
  await client?.end();
  await earshot?.dispose();
});

type Row = {
  attachment: string;
  state: string;
  fault: string | null;
  sha256: string | null;
  bytes: string | null;
  is_measured: boolean;
  duration_ms: number | null;
  channels: number | null;
  peaks: Buffer | null;
};

async function readSounds(): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `SELECT sound.attachment, state, fault, encode(sha256, 'hex') AS sha256, bytes,
       measured_at IS NOT NULL AS is_measured, duration_ms, channels, peaks
     FROM sound LEFT JOIN sound_file USING (recording_id, sha256)`,
  );
  return rows;
}

const faultOf = ({ attachment }: Row) => new URL(attachment).searchParams.get("fault");

/** What each fault of the sandbox ends as. */
const ends: Record<NamedFault, string> = {
  dead: "not_ready",
  late: "kept",
  refusing: "refused",
  html: "not_audio",
  endless: "too_large",
  mislabelled: "kept",
  bomb: "not_audio",
  truncated: "kept",
  garbled: "kept",
};
const endOf = (row: Row) =>
  Object.entries(ends).find(([name]) => name === faultOf(row))?.[1] ?? "kept";

test("recordings of all formats are kept as they are, though what fetches them is killed", async () => {
  const keptCount = async () => (await readSounds()).filter(({ sha256 }) => sha256).length;
  for (let kill = 1; kill <= kills; kill += 1) {
    const enough = Math.floor((count * kill * 0.8) / (kills + 1));
    await expect.poll(keptCount, { timeout: 600_000 }).toBeGreaterThanOrEqual(enough);
    await killSounds(earshot, client);
  }
  const isOver = async () => {
    const { rows } = await client.query<{ calls: number }>(
      "SELECT count(*)::int AS calls FROM recording WHERE recording_attachment <> ''",
    );
    const sounds = await readSounds();
    const ended = sounds.filter((row) =>
      row.state === "kept" ? row.is_measured : row.state === endOf(row),
    );
    return sounds.length > count / 2 && rows[0]?.calls === ended.length;
  };
  await expect.poll(isOver, { timeout: 120_000 + count * 2_500, intervals: [1_000] }).toBe(true);
  const sounds = await readSounds();
  expect(sounds.filter((row) => row.state !== endOf(row))).toEqual([]);

  const kept = sounds.filter(({ state }) => state === "kept");
  const formats = new Set(kept.map(({ attachment }) => new URL(attachment).pathname.slice(-3)));
  expect(formats.size).toBe(tapeFormats.length);
  const whole = kept.filter((row) => !["truncated", "garbled"].includes(faultOf(row) ?? ""));
  for (const row of whole) await expectWhole(row);
  const aac = whole.filter((row) => toldBy(row).format === "m4a");
  expect(new Set(aac.map((row) => toldBy(row).channels)).size).toBe(2);
  for (const [index, row] of whole.entries()) {
    if (index % Math.ceil(whole.length / mostHeard) === 0) await expectHeard(row);
  }
  for (const row of kept.filter((one) => faultOf(one) === "truncated")) {
    const { seconds } = toldBy(row);
    expect(row.duration_ms ?? 0).toBeLessThanOrEqual(seconds * 1_010);
  }

  const names = await listFiles();
  expect(names).toEqual([...new Set(kept.map(({ sha256 }) => sha256))].toSorted());
  const { rows } = await client.query("SELECT count(*)::int AS files FROM sound_file");
  expect(rows[0].files).toBe(kept.length);
  expect(await runCommand("audio", "verify", { DATA_DIR: earshot.dataDir })).toMatchObject({
    code: 0,
  });

  const requests = await (await fetch(`${sandbox.url}/api/sandbox/requests`)).json();
  const answered = sounds.filter((row) => ["html", "endless", "bomb"].includes(faultOf(row) ?? ""));
  expect(requests.audio[200]).toBeLessThanOrEqual(
    kept.length + answered.length + inFlight * (kills + 1),
  );
});

function toldBy({ attachment }: Row) {
  const { pathname, searchParams } = new URL(attachment);
  const [, callSid = "", ending = ""] = /(\w+)\.(\w+)$/.exec(pathname) ?? [];
  const origin = readCallSid(callSid);
  const format = tapeFormats.find((name) => name === ending);
  if (!origin || !format) throw new Error(`no call of the sandbox: ${attachment}`);
  const channels: 1 | 2 = searchParams.get("channels") === "2" ? 2 : 1;
  return { origin, format, channels, seconds: Number(searchParams.get("seconds")) };
}

/** Byte for byte what the sandbox makes, of its length and channels. */
async function expectWhole(row: Row): Promise<void> {
  const { origin, ...wish } = toldBy(row);
  const bytes = await makeTape(origin, wish);
  expect(createHash("sha256").update(bytes).digest("hex"), row.attachment).toBe(row.sha256);
  expect(Number(row.bytes)).toBe(bytes.length);
  expect(row.channels, row.attachment).toBe(wish.channels);
  expect(Math.abs((row.duration_ms ?? 0) / 1_000 / wish.seconds - 1)).toBeLessThan(0.01);
}

const stretches = 1_000;

/** What FFmpeg hears in it, within 1 %. */
async function expectHeard(row: Row): Promise<void> {
  const { sha256 } = row;
  if (!sha256) throw new Error("nothing is kept");
  const path = join(earshot.dataDir, "audio", sha256.slice(0, 2), sha256.slice(2));
  const heard = await listenIndependently(path, stretches);
  expect(Math.abs((row.duration_ms ?? 0) / 1_000 / heard.seconds - 1)).toBeLessThan(0.01);
  expect(row.channels).toBe(heard.channels);
  const { peaks } = row;
  if (!peaks) throw new Error(`no waveform of ${row.attachment}`);
  const off = heard.peaks
    .flat()
    .map((peak, index) => Math.abs(Math.min(peak, 1) - (peaks[index] ?? 0) / 255))
    .filter((difference) => difference > 0.01);
  // Decoders of lossy formats may differ by a sample where one stretch ends and the next begins.
  expect(off.length, row.attachment).toBeLessThanOrEqual(heard.peaks.flat().length / 100);
}

async function listFiles(): Promise<string[]> {
  const all = await readdir(join(earshot.dataDir, "audio"), {
    recursive: true,
    withFileTypes: true,
  });
  return all
    .filter((one) => one.isFile() && !one.parentPath.endsWith("parts"))
    .map(({ parentPath, name }) => `${parentPath.slice(-2)}${name}`)
    .toSorted();
}
