import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { type ClaimedTask, claimTask, holdTask, runTask } from "@/lib/ops/task-lease";
import { db } from "@/lib/platform/database/db";
import { prismaOn } from "@/lib/platform/database/transaction";
import { notifyChanges } from "@/lib/recordings/live/notify-changes";
import { Prisma } from "@/prisma/client/client";
import { markChecks } from "../checks/mark-sounds";
import {
  type AttachmentFault,
  type AttachmentSource,
  attachmentSource,
  fetchAttachment,
  type UpstreamAnswer,
} from "../source/fetch-attachment";
import { sniffAudioType, sniffBytes } from "../source/file-headers";

export type SourceCheck = {
  source: AttachmentSource;
  /** Between two questions to one host, which has one at a time. */
  pauseMs: number;
  /** Of one host, in a night. */
  mostOfHost: number;
  timeoutMs: number;
};

const restSeconds = 24 * 3_600;
/** A source is asked again after so many days. */
export const askEveryDays = 30;
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
    ...{ pauseMs: 500, mostOfHost: 10_000, timeoutMs: 20_000, ...check },
    source: check.source ?? attachmentSource(),
  });
  let asked = 0;
  const work = async () => {
    for (const list of [listNeverAsked, listAskedLongAgo]) {
      let slice: DueSound[] = [];
      for (let slices = 0; slices < mostSlices && !signal.aborted; slices++) {
        slice = await list(slice.at(-1));
        asked += await askSlice(pool, task, slice, night, signal);
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

type DueSound = {
  recording_id: string;
  /** As the database writes it, which knows microseconds. */
  asked_at: string | null;
  attachment: string;
  host: string;
  source_gone_at: Date | null;
};

function listNeverAsked(last: DueSound | undefined): Promise<DueSound[]> {
  return db().$queryRaw<DueSound[]>`
    SELECT ${columns} FROM sound WHERE state = 'kept' AND source_checked_at IS NULL
      AND since <= now() - interval '1 day' AND recording_id > ${last?.recording_id ?? ""}
    ORDER BY recording_id LIMIT ${soundsAtOnce}`;
}

function listAskedLongAgo(last: DueSound | undefined): Promise<DueSound[]> {
  const beyond = last
    ? Prisma.sql`(source_checked_at, recording_id) > (${last.asked_at}::timestamptz, ${last.recording_id})`
    : Prisma.sql`true`;
  return db().$queryRaw<DueSound[]>`
    SELECT ${columns} FROM sound WHERE state = 'kept' AND ${beyond}
      AND source_checked_at <= now() - ${askEveryDays} * interval '1 day'
    ORDER BY source_checked_at, recording_id LIMIT ${soundsAtOnce}`;
}

const columns = Prisma.sql`
  recording_id, source_checked_at::text AS asked_at, attachment, host, source_gone_at`;

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
async function askSlice(
  pool: Pool,
  task: ClaimedTask,
  slice: DueSound[],
  night: Night,
  signal: AbortSignal,
): Promise<number> {
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
        await holdTask(prismaOn(pool), task);
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
  { recording_id: recordingId, attachment, source_gone_at: goneAt }: DueSound,
  answer: Exclude<SourceAnswer, "silent">,
  night: Night,
): Promise<void> {
  const isGone = answer === "gone";
  const count = await db().$executeRaw`
    UPDATE sound SET source_checked_at = now(),
      source_gone_at = CASE WHEN ${isGone} THEN coalesce(source_gone_at, now())
        WHEN ${answer === "unclear"} THEN source_gone_at END
    WHERE recording_id = ${recordingId} AND attachment = ${attachment} AND state = 'kept'`;
  if (isGone) night.gone++;
  if (count === 0 || answer === "unclear" || isGone === (goneAt !== null)) return;
  await markChecks([recordingId]);
  await notifyChanges(db(), [recordingId]);
}
