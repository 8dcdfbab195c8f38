import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { markSounds } from "@/lib/audio/kept/get-sound";
import { SoundPart } from "@/lib/audio/store/disk-store";
import type { Loop } from "@/lib/ops/loop";
import { closeDatabase, db, transact } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { emptyFilter, firstPage } from "@/lib/recordings/filter/filter";
import { listRecordings } from "@/lib/recordings/query/queries";
import type { CallRecord } from "@/lib/recordings/record/call-record";
import { readMarks } from "@/lib/recordings/sql/marks";
import { storeCalls } from "@/lib/recordings/totals/test-totals";
import { getTranscript } from "./queries";
import { startTranscribing } from "./start-transcribing";
import { type Reply, startTranscriber } from "./test-transcriber";
import { saveTranscript } from "./transcript-store";
import type { Cue, TranscriptView } from "./views";

let database: TestDatabase;
let folder: string;
export let pool: pg.Pool;
export const working: { stop: () => Promise<void> }[] = [];
export const reader = { userId: "ada", timeZone: "UTC" };
export const attachment = "https://files.example.com/a.wav";

/** A database and a folder of its own for the tests of a file, with two calls whose audio is kept. */
export function transcriptsForTest(): void {
  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), "transcripts-"));
    Object.assign(process.env, {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      LOG_LEVEL: "silent",
      TRANSCRIBER_URL: "http://127.0.0.1:9/v1",
      TRANSCRIBER_PRICE: "0.006 USD",
    });
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
  });
  afterAll(async () => {
    await closeDatabase();
    await pool.end();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await db().$executeRaw`
    TRUNCATE transcript, transcript_search, transcript_job, call_mark, sound, sound_file, recording,
      recording_newest, recording_version, recording_delivery`;
    await arrive("call", "other");
  });
  afterEach(async () => {
    await Promise.all(working.splice(0).map((one) => one.stop()));
  });
}

export async function store(id: string, changes: Partial<CallRecord> = {}): Promise<void> {
  await storeCalls(pool, [[id, { recordingAttachment: attachment, ...changes }]]);
}

/** Calls whose audio of 90 seconds is kept. */
export async function arrive(...ids: string[]): Promise<void> {
  for (const id of ids) {
    await store(id);
    const part = await SoundPart.create();
    await part.write(Buffer.from(`sound of ${id}`));
    const sha256 = new Uint8Array(await part.keep());
    const now = new Date();
    await db().sound.create({
      data: {
        recordingId: id,
        attachment,
        host: "files.example.com",
        sha256,
        toldAt: now,
        state: "kept",
        since: now,
      },
    });
    await db().soundFile.create({
      data: {
        recordingId: id,
        sha256,
        attachment,
        keptAt: now,
        bytes: 12n,
        type: "audio/wav",
        measuredAt: now,
        provedAt: now,
        durationMs: 90_000,
      },
    });
    await transact((client) => markSounds(client, [id]));
  }
}

export const cue = (text: string, startMs: number | null = 1_500): Cue => ({
  text,
  startMs,
  endMs: startMs === null ? null : startMs + 1_000,
  speaker: null,
  words: [],
});
export const upload = (id: string, ...cues: Cue[]) =>
  saveTranscript(id, { source: "uploaded", name: "a.vtt", language: "en", cues }, "ada");
export const search = async (q: string, changes = {}) => {
  const filter = { ...emptyFilter, q, ...changes };
  const { rows } = await listRecordings({ filter, page: firstPage }, { timeZone: "UTC" });
  return rows.map(({ id, spoken }) => ({ id, spoken }));
};
export const text = (value: string | null) => ({ text: { include: [value], exclude: [] } });
export const marksOf = async (id: string) =>
  (await readMarks([id])).get(id)?.get("text")?.sort() ?? [];

export async function transcribe(
  replies: Reply[],
  options: { onArrival?: boolean } = {},
): Promise<{
  worker: Loop;
  asked: unknown[];
}> {
  const server = await startTranscriber(...replies);
  const transcriber = { url: server.url, key: undefined, model: "test-1", totalMs: 20_000 };
  const worker = startTranscribing({ transcriber, idleMs: 20, ...options });
  working.push(worker, { stop: server.close });
  return { worker, asked: server.asked };
}

export async function until(
  id: string,
  isSo: (view: TranscriptView) => boolean,
): Promise<TranscriptView> {
  for (const beganMs = performance.now(); performance.now() - beganMs < 15_000; ) {
    const view = await getTranscript(id, reader);
    if (isSo(view)) return view;
    await sleep(30);
  }
  throw new Error(`it stays ${JSON.stringify(await getTranscript(id, reader))}`);
}
