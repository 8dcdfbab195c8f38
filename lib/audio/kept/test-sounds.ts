import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { serveForTest, stopTestServers } from "@/lib/calling-service/test-server";
import type { Loop } from "@/lib/ops/loop";
import { closeDatabase, db } from "@/lib/platform/database/db";
import { createTestDatabase } from "@/lib/platform/database/test-database";
import { prismaOn } from "@/lib/platform/database/transaction";
import type { CallRecord } from "@/lib/recordings/record/call-record";
import { storeCalls } from "@/lib/recordings/totals/test-totals";
import { sourceForTest } from "../source/test-source";
import { diskStore } from "../store/disk-store";
import { soundFolder } from "../store/sound-folder";
import { getSound } from "./get-sound";
import { type FetchLimits, type KeepOptions, startKeepingSounds } from "./keep-sounds";
import { readFreeQuotaBytes } from "./limits";
import { beginning, queueSounds } from "./queue-sounds";
import type { SoundView } from "./views";

export type Answer = RequestListener;

/** A host of files on the loopback, by path; it notes what it was asked for. */
async function startHost(answers: Map<string, Answer>) {
  const asked: string[] = [];
  const { origin } = await serveForTest((request, response) => {
    asked.push(request.url ?? "");
    const answer = answers.get(request.url ?? "");
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  return { origin, asked };
}

export function sendFile(bytes: Uint8Array, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(200, { "Content-Length": bytes.length, ...headers }).end(bytes);
  };
}

/** Mono or stereo, 16 bits at 8 kHz, each channel as loud as it is told, from 0 to 1. */
export function toWav(seconds: number, loudness: number[] = [0.5]): Buffer {
  const frames = seconds * 8_000;
  const data = Buffer.alloc(frames * loudness.length * 2);
  for (let frame = 0; frame < frames; frame++) {
    for (const [channel, level] of loudness.entries()) {
      const value = Math.round((frame % 2 === 0 ? level : -level) * 32_767);
      data.writeInt16LE(value, (frame * loudness.length + channel) * 2);
    }
  }
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(loudness.length, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(16_000 * loudness.length, 28);
  head.writeUInt16LE(2 * loudness.length, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

type Host = Awaited<ReturnType<typeof startHost>>;

/** A database, a folder and two hosts for the tests of a file; the second host is a stranger's. */
export function soundsForTest() {
  let pool: pg.Pool | undefined;
  let hosts: { host: Host; stranger: Host } | undefined;
  let keepers: Loop[] = [];
  let undo: () => Promise<void> = async () => undefined;
  const answers = new Map<string, Answer>();
  const opened = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error("no test is running");
    return value;
  };

  beforeAll(async () => {
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), "sounds-"));
    Object.assign(process.env, { DATABASE_URL: database.url, DATA_DIR: folder });
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    pool.on("error", () => undefined);
    undo = async () => {
      await closeDatabase();
      await pool?.end();
      await rm(folder, { recursive: true, force: true });
    };
  });
  afterAll(() => undo());
  beforeEach(async () => {
    hosts = { host: await startHost(answers), stranger: await startHost(answers) };
  });
  afterEach(async () => {
    await Promise.all(keepers.map((one) => one.stop()));
    keepers = [];
    await stopTestServers();
    if (pool)
      await prismaOn(pool).$executeRaw`
      TRUNCATE sound, sound_file, sound_protection, sound_removal, sound_retry, sound_usage, setting, upkeep,
        call_mark, heard, listen, recording, recording_newest, recording_version`;
    await rm(soundFolder(), { recursive: true, force: true });
  });

  const limits = (changes: Partial<FetchLimits> = {}): FetchLimits => ({
    store: diskStore(),
    folder: soundFolder(),
    maxBytes: 300_000,
    readFreeQuotaBytes,
    leaveFreeBytes: 0,
    totalMs: 20_000,
    leastBytesPerSecond: 1,
    graceMs: 20_000,
    ...changes,
  });
  return {
    answers,
    limits,
    get pool() {
      return opened(pool);
    },
    get host() {
      return opened(hosts).host;
    },
    get stranger() {
      return opened(hosts).stranger;
    },
    keep: (options: KeepOptions = {}): Loop => {
      const source = sourceForTest({
        serviceOrigin: opened(hosts).host.origin,
        idleTimeoutMs: 400,
      });
      const keeper = startKeepingSounds({ source, limits: limits(), idleMs: 20, ...options });
      keepers.push(keeper);
      return keeper;
    },
    /** Calls by their ids, each with the path or the address of its sound. */
    arrive: async (paths: Record<string, string>): Promise<void> => {
      const { origin } = opened(hosts).host;
      const calls = Object.entries(paths).map(([id, path]): [string, Partial<CallRecord>] => [
        id,
        { recordingAttachment: path.startsWith("/") ? `${origin}${path}` : path },
      ]);
      await storeCalls(opened(pool), calls);
      await queueSounds({ after: beginning, most: 1_000 });
    },
    until: async (id: string, isSo: (sound: SoundView) => boolean): Promise<SoundView> => {
      for (const beganMs = performance.now(); performance.now() - beganMs < 15_000; ) {
        const sound = await getSound(id);
        if (sound && isSo(sound)) return sound;
        await sleep(30);
      }
      throw new Error(`it stays ${JSON.stringify(await getSound(id))}`);
    },
    filesOf: async (): Promise<string[]> =>
      (await readdir(soundFolder(), { recursive: true, withFileTypes: true }))
        .filter((one) => one.isFile())
        .map(({ parentPath, name }) => join(parentPath, name)),
  };
}

type Sounds = ReturnType<typeof soundsForTest>;

export const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

/** Other bytes for each name. */
export const wavOf = (name: string) => Buffer.concat([toWav(1), Buffer.from(name)]);

/** The marks of a call, but for the length of its audio, which is shorter than any call. */
export async function marksOf(id: string): Promise<string[]> {
  const rows = await db().callMark.findMany({
    where: { recordingId: id, mark: { not: "check:length" } },
    orderBy: { mark: "asc" },
  });
  return rows.map(({ mark }) => mark);
}

/** Keeps a file of its own for each of these calls. */
export async function keepAll(sounds: Sounds, files: Record<string, Buffer>): Promise<void> {
  for (const [id, bytes] of Object.entries(files)) {
    sounds.answers.set(`/${id}.wav`, sendFile(bytes));
  }
  await sounds.arrive(Object.fromEntries(Object.keys(files).map((id) => [id, `/${id}.wav`])));
  const keeper = sounds.keep();
  for (const id of Object.keys(files)) {
    await sounds.until(id, (sound) => sound.kept?.isMeasured === true);
  }
  await keeper.stop();
}

/** Lets their files have been kept and proved so many days earlier. */
export async function age(sounds: Sounds, days: number, ...ids: string[]): Promise<void> {
  await prismaOn(sounds.pool).$executeRaw`
    UPDATE sound_file SET kept_at = kept_at - ${days} * interval '1 day',
      proved_at = proved_at - ${days} * interval '1 day'
    WHERE recording_id = ANY(${ids}::text[])`;
}
