import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { finishTask } from "@/lib/ops/lease-sql";
import { log } from "@/lib/ops/log";
import { type Loop, newBeside, newStep, runLoop } from "@/lib/ops/loop";
import { claimTask, releaseTasks, runTask, upkeepWanted } from "@/lib/ops/task-lease";
import { backgroundPool, db } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/settings/env";
import { notifyChanges } from "@/lib/recordings/live/changes";
import { markChecks } from "../kept/check-sound";
import { startKeepingSounds } from "../kept/keep-sounds";
import { startSoundQueue } from "../kept/queue-sounds";
import {
  type AttachmentFault,
  type AttachmentSource,
  attachmentSource,
  fetchAttachment,
  type UpstreamAnswer,
} from "../source/fetch-attachment";
import { sniffAudioType, sniffBytes } from "../source/file-headers";
import {
  countUsage,
  type DueSound,
  listAskedLongAgo,
  listNeverAsked,
  updateSource,
} from "../sql/custody";
import { clearRemoved, removeOldSounds } from "./remove-sounds";
import { retrySounds } from "./sound-lists";
import { checkFiles } from "./verify-sounds";

const everyMs = 10_000;
const countEverySeconds = 24 * 3_600;

/**
 * Looks after what is kept, for the life of this process: adds it up, removes what is too old, reads
 * files again, asks their sources, and lets lists be fetched again. Any number of processes may do so; each task is one's at a time.
 */
export function startCustody(): Loop {
  const claimant = randomUUID();
  const ending = new AbortController();
  const { signal } = ending;
  const steps = [
    newStep("kept audio can't be added up", () => countIfDue(claimant)),
    newStep("removed audio can't be taken from its store", newClearing()),
    newStep("old audio can't be removed", () =>
      removeOldSounds(backgroundPool(), claimant, signal),
    ),
  ];
  // They may take hours, and nothing waits for them.
  const beside = [
    newStep("sounds of lists can't be fetched again", () =>
      retrySounds(backgroundPool(), claimant, signal),
    ),
    newStep("kept audio can't be verified", () => checkFiles(backgroundPool(), claimant, signal)),
    newStep("sources of audio can't be asked", () =>
      checkSources(backgroundPool(), claimant, signal),
    ),
  ].map(newBeside);
  return runLoop({
    ending,
    wakeOn: [upkeepWanted],
    turn: async () => {
      for (const one of beside) one.begin();
      for (const step of steps) if (!signal.aborted) await step();
      return everyMs;
    },
    atEnd: async () => {
      await Promise.all(beside.map((one) => one.done()));
      await releaseTasks(backgroundPool(), claimant).catch(() => undefined);
    },
  });
}

/** Finds, fetches, measures and looks after sound in this very process, where there is no worker beside it. */
export function startSoundsInside(): { stop: () => Promise<void> } {
  if (env().AUDIO_STORE === "none") return { stop: async () => undefined };
  const queue = startSoundQueue({ onDue: () => undefined });
  const working = [queue, startKeepingSounds(), startCustody()];
  return {
    stop: async () => {
      await Promise.all(working.map((one) => one.stop()));
    },
  };
}

const clearAgainMs = 10 * 60_000;

/** A step that takes removed files from the store; what it would not let go is tried again later. */
function newClearing(): () => Promise<void> {
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() < restsUntilMs) return;
    if ((await clearRemoved()) > 0) restsUntilMs = performance.now() + clearAgainMs;
  };
}

async function countIfDue(claimant: string): Promise<void> {
  const pool = backgroundPool();
  const task = await claimTask(pool, "audio-usage", claimant, countEverySeconds);
  if (!task) return;
  const wrongBy = await countUsage();
  if (wrongBy !== 0) log().info({ wrongBy }, "audio usage was recounted");
  await finishTask(pool, task, null);
}

type SourceCheck = {
  source: AttachmentSource;
  /** Between two questions to one host, which has one at a time. */
  pauseMs: number;
  /** Of one host, in a night. */
  mostOfHost: number;
  timeoutMs: number;
};

const restSeconds = 24 * 3_600;
/** A source is asked again after so many days. */
const askEveryDays = 30;
const soundsAtOnce = 200;
/** A host that fails so often in a row is left alone for the night. */
const mostFailures = 3;

/**
 * Asks the sources of kept audio whether they still have the file, for its first bytes alone, and through
 * the guard that fetches: each once in 30 days, one question to a host at a time with a pause between,
 * and so many of a host in a night. Only a clear "no" counts, as does a file that would not be kept as audio;
 * what can't be reached tells nothing.
 * @returns how many were asked; null: it isn't due
 */
export async function checkSources(
  pool: Pool,
  claimant: string,
  signal: AbortSignal,
  check: Partial<SourceCheck> = {},
): Promise<number | null> {
  const task = await claimTask(pool, "audio-source", claimant, restSeconds);
  if (!task) return null;
  const night = newNight({
    pauseMs: 500,
    mostOfHost: 10_000,
    timeoutMs: 20_000,
    ...check,
    source: check.source ?? attachmentSource(),
  });
  let asked = 0;
  const work = async (ending: AbortSignal) => {
    const askedBefore = (last?: DueSound) => listAskedLongAgo(askEveryDays, last, soundsAtOnce);
    const neverAsked = (last?: DueSound) => listNeverAsked(last, soundsAtOnce);
    for (const list of [neverAsked, askedBefore]) {
      let slice: DueSound[] = [];
      for (let slices = 0; slices < mostSlices && !ending.aborted; slices++) {
        slice = await list(slice.at(-1));
        asked += await askSlice(slice, night, ending);
        if (slice.length < soundsAtOnce) break;
      }
    }
    return null;
  };
  if (!(await runTask(pool, task, work, signal))) return asked;
  if (asked > 0) log().info({ asked, gone: night.gone }, "audio sources were checked");
  return asked;
}

/** Of hosts that have had enough, too, no more are looked at in a night. */
const mostSlices = 500;

type Night = ReturnType<typeof newNight>;

function newNight(check: SourceCheck) {
  const hosts = new Map<string, { asked: number; failures: number }>();
  return {
    ...check,
    gone: 0,
    hostOf: (host: string) => {
      const known = hosts.get(host) ?? { asked: 0, failures: 0 };
      hosts.set(host, known);
      return known;
    },
  };
}

/** Hosts beside each other, the questions to one of them one after the other. */
async function askSlice(slice: DueSound[], night: Night, signal: AbortSignal): Promise<number> {
  const hosts = [...new Set(slice.map(({ host }) => host))];
  const queues = hosts.map((host) => slice.filter((sound) => sound.host === host));
  let asked = 0;
  const askNext = async (): Promise<void> => {
    for (let queue = queues.pop(); queue; queue = queues.pop()) {
      for (const sound of queue) {
        const host = night.hostOf(sound.host);
        if (signal.aborted || host.asked >= night.mostOfHost || host.failures >= mostFailures)
          break;
        host.asked++;
        asked++;
        const answer = await ask(sound.attachment, night, signal);
        host.failures = answer === "silent" ? host.failures + 1 : 0;
        if (answer !== "silent") await noteAnswer(sound, answer, night);
        await sleep(night.pauseMs, undefined, { signal });
      }
    }
  };
  await Promise.all(Array.from({ length: hostsAtOnce }, askNext));
  return asked;
}

const hostsAtOnce = 4;

async function ask(
  attachment: string,
  { source, timeoutMs }: Night,
  signal: AbortSignal,
): Promise<SourceAnswer> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const range = `bytes=0-${sniffBytes - 1}`;
  const result = await fetchAttachment(attachment, { Range: range }, ending, source);
  signal.throwIfAborted();
  if ("fault" in result) {
    if (result.fault === "not-found") return "gone";
    return silentFaults.has(result.fault) ? "silent" : "unclear";
  }
  const answer = await judgeAnswer(result.answer);
  result.answer.body.discard();
  signal.throwIfAborted();
  return answer;
}

/** By its own first bytes, as when it was fetched: an answer may well be a page in the place of the file. */
async function judgeAnswer({ status, headers, body }: UpstreamAnswer): Promise<SourceAnswer> {
  const part = headers["content-range"] ?? "";
  if (status === 416) return part === "bytes */0" ? "gone" : "unclear";
  if (status === 206 && !part.startsWith("bytes 0-")) return "unclear";
  const beginning = await body.peek(sniffBytes).catch(() => null);
  if (!beginning) return "silent";
  return sniffAudioType(beginning) ? "there" : "gone";
}

type SourceAnswer = "there" | "gone" | "unclear" | "silent";

/** Nobody has answered the question. */
const silentFaults = new Set<AttachmentFault>(["unreachable", "timeout", "not-connected"]);

/** Unless the recording has named another address meanwhile. */
async function noteAnswer(
  sound: DueSound,
  answer: Exclude<SourceAnswer, "silent">,
  night: Night,
): Promise<void> {
  const isGone = answer === "gone";
  const isNoted = await updateSource(sound, answer);
  if (isGone) night.gone++;
  if (!isNoted || answer === "unclear" || isGone === (sound.source_gone_at !== null)) return;
  await markChecks([sound.recording_id]);
  await notifyChanges(db(), [sound.recording_id]);
}
