import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { findKept } from "@/lib/audio/kept/get-sound";
import { soundStore } from "@/lib/audio/store/sound-store";
import { LostLease } from "@/lib/ops/lease-sql";
import { log } from "@/lib/ops/log";
import { type Loop, newStep, runLoop } from "@/lib/ops/loop";
import { holdWhile } from "@/lib/ops/task-lease";
import { env } from "@/lib/platform/settings/env";
import { followCalls, type KeptOfCalls } from "@/lib/recordings/live/changes";
import { askTranscriber, type Speech, type Transcriber, unreadable } from "./ask-transcriber";
import { type ClaimedJob, followCreation, listArrived, releaseJobs, renewJob } from "./sql";
import {
  addMissingMarks,
  claimJobs,
  isBelowVersionLimit,
  type JobFailure,
  requestTranscripts,
  saveTranscript,
  settleFailure,
  transcriptWanted,
} from "./transcript-store";

type TranscribeOptions = {
  /** Null: none is set up. */
  transcriber?: Transcriber | null;
  /** Whether recordings are transcribed when they arrive. */
  onArrival?: boolean;
  idleMs?: number;
};

function configured(): Transcriber | null {
  const { TRANSCRIBER_URL: url, TRANSCRIBER_KEY: key, TRANSCRIBER_MODEL: model } = env();
  return url ? { url, key, model } : null;
}

/**
 * Has recordings transcribed that somebody asked for, for the life of this process, beside everything else.
 * Any number of processes may do so at once; what one that died had begun is begun anew by another one,
 * a minute later. What it is told of too many requests, it keeps to for all of them.
 */
export function startTranscribing({
  transcriber = configured(),
  onArrival = env().TRANSCRIBE === "arrival",
  idleMs = 1_000,
}: TranscribeOptions = {}): Loop {
  const tidying = followCalls(transcriptsOfCalls);
  if (!transcriber) return tidying;
  const claimant = randomUUID();
  const ending = new AbortController();
  const running = new Map<string, Promise<void>>();
  const rest = newTranscriberRest();

  const begin = (job: ClaimedJob) => {
    const renew = () => renewJob(claimant, job.recordingId);
    const done = holdWhile({ renew, signal: ending.signal }, (signal) =>
      transcribe(claimant, job, transcriber, signal),
    )
      .then(rest.note)
      .catch((error: unknown) => {
        if (ending.signal.aborted || error instanceof LostLease) return;
        // Its claim runs out, and somebody tries again, as often as a job is tried.
        log().warn({ err: error }, "a recording was not transcribed");
      })
      .finally(() => running.delete(job.recordingId));
    running.set(job.recordingId, done);
  };
  const claim = newStep("recordings can't be transcribed", async () => {
    const free = mostAtOnce - running.size;
    if (free <= 0 || rest.isOn()) return;
    for (const job of await claimJobs(claimant, free, [...running.keys()])) begin(job);
  });
  const queueArrived = newStep("arrived recordings can't be queued", newArrivals());
  const worker = runLoop({
    ending,
    wakeOn: [transcriptWanted],
    turn: async () => {
      if (onArrival) await queueArrived();
      await claim();
      if (running.size === 0) return idleMs;
      await Promise.race([...running.values(), sleep(idleMs, undefined, { ref: false })]);
      return running.size < mostAtOnce ? 0 : idleMs;
    },
    atEnd: async () => {
      await Promise.all(running.values());
      await releaseJobs(claimant).catch(() => undefined);
    },
  });
  return {
    wake: worker.wake,
    stop: async () => {
      await Promise.all([worker.stop(), tidying.stop()]);
    },
  };
}

const mostAtOnce = 2;

/**
 * While nothing should be asked of the transcriber: as long as it says, and longer each time where it isn't
 * there or takes no key, so that not every job is tried and fails by it.
 */
function newTranscriberRest() {
  let untilMs = Number.NEGATIVE_INFINITY;
  let nextMs = firstRestMs;
  const isOn = () => performance.now() < untilMs;
  const note = (failure: JobFailure | null) => {
    const fault = failure?.fault;
    if (fault === "rate-limited") {
      const restMs = Math.min(failure?.retryAfterMs ?? firstRestMs, longestRestMs);
      untilMs = Math.max(untilMs, performance.now() + restMs);
    } else if (fault === "unreachable" || fault === "key-refused") {
      // Those that were under way beside the first one tell nothing new.
      if (isOn()) return;
      untilMs = performance.now() + nextMs;
      nextMs = Math.min(2 * nextMs, longestAwayMs);
    } else if (fault !== "audio-missing" && fault !== "too-many-versions") {
      // It answered.
      nextMs = firstRestMs;
    }
  };
  return { isOn, note };
}

const firstRestMs = 5_000;
const longestAwayMs = 5 * 60_000;
const longestRestMs = 10 * 60_000;

/** @returns why it was not, as far as the transcriber's part goes */
async function transcribe(
  claimant: string,
  job: ClaimedJob,
  transcriber: Transcriber,
  signal: AbortSignal,
): Promise<JobFailure | null> {
  const { recordingId } = job;
  // What has no room isn't paid for.
  if (!(await isBelowVersionLimit(recordingId))) {
    await settleFailure(claimant, job, tooManyVersions);
    return tooManyVersions;
  }
  const made = await askTranscriber(transcriber, () => openSpeech(recordingId), signal);
  if ("fault" in made) {
    const { fault, reason } = made;
    log().info({ recordingId, fault, reason }, "a recording could not be transcribed");
    await settleFailure(claimant, job, made);
    return made;
  }
  const transcript = { source: "made" as const, name: transcriber.model, ...made };
  const change = await saveTranscript(recordingId, transcript, job.requestedBy, claimant).catch(
    async (error: unknown) => {
      signal.throwIfAborted();
      // It was paid for: it isn't asked for again and again.
      await settleFailure(claimant, job, unreadable(""));
      throw error;
    },
  );
  log().info({ change }, "a recording was transcribed");
  if (change === "too-many-versions") {
    await settleFailure(claimant, job, tooManyVersions);
  }
  return null;
}

const tooManyVersions: JobFailure = { fault: "too-many-versions", reason: "", retryAfterMs: null };

async function openSpeech(recordingId: string): Promise<Speech | null> {
  const kept = await findKept(recordingId, null);
  const sound = kept && (await soundStore().open(kept.sha256));
  if (!sound) return null;
  if (sound.size === 0) {
    await sound.close();
    return null;
  }
  const bytes = await sound.stream(0, sound.size);
  // Whoever reads it ends it; what nobody began to read has no such end.
  const close = async () => {
    if (!bytes.locked) await bytes.cancel().catch(() => undefined);
  };
  return { bytes, size: sound.size, type: kept.type, close };
}

/** Audio that came while nobody looked is found up to a day later. */
const lookBackMs = 24 * 3_600_000;
/** Whoever commits later than they measured is found all the same. */
const overlapMs = 10 * 60_000;
const lookEveryMs = 2_000;
const arrivedAtOnce = 500;

/** A step that asks for transcripts of audio that was kept since it looked last. */
function newArrivals(): () => Promise<void> {
  let since = new Date(Date.now() - lookBackMs);
  let lookedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - lookedMs < lookEveryMs) return;
    lookedMs = performance.now();
    const rows = await listArrived(since, arrivedAtOnce);
    const ids = rows.map(({ recordingId }) => recordingId);
    await requestTranscripts(ids, { by: null, anew: false });
    const seen = rows.length < arrivedAtOnce ? new Date() : rows.at(-1)?.measuredAt;
    const next = new Date((seen?.getTime() ?? 0) - (rows.length < arrivedAtOnce ? overlapMs : 0));
    if (next > since) since = next;
  };
}

/** The search of transcripts follows the time of their calls. */
export const transcriptsOfCalls: KeptOfCalls = {
  name: "transcripts",
  tables: ["transcript", "transcript_search", "transcript_job"],
  follow: followCreation,
  addMissingMarks,
};
