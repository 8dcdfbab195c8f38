import "server-only";
import { listNames } from "@/lib/access/members/members";
import { findKept } from "@/lib/audio/kept/get-sound";
import { isStorable } from "@/lib/list/list-page";
import { db } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import { env } from "@/lib/platform/settings/env";
import type { RecordingFilter } from "@/lib/recordings/filter/filter";
import { listRecordingIds } from "@/lib/recordings/query/queries";
import type { Transcript, TranscriptJob } from "@/prisma/client/client";
import { filterUntranscribed, readCues } from "./sql";
import {
  type Cost,
  type Cue,
  type JobView,
  type ListEstimate,
  type TranscriberView,
  type TranscriptView,
  transcriberFaults,
  type VersionView,
} from "./views";

type Reader = { userId: string; timeZone: string };

/**
 * A recording's transcript as one person may see it, and what can be asked for. `isWhole`: with its cues,
 * however many they are.
 */
export async function getTranscript(
  recordingId: string,
  { userId, timeZone }: Reader,
  { isWhole = false } = {},
): Promise<TranscriptView> {
  const readAt = Date.now();
  const none = {
    recordingId,
    viewerId: userId,
    readAt,
    timeZone,
    current: null,
    cues: null,
    former: [],
    job: null,
    transcriber: null,
  };
  if (!isStorable(recordingId)) return none;
  const [versions, job, transcriber] = await Promise.all([
    db().transcript.findMany({
      where: { recordingId },
      omit: { cues: true, text: true },
      orderBy: { createdAt: "desc" },
    }),
    db().transcriptJob.findUnique({ where: { recordingId } }),
    describeTranscriber(recordingId),
  ]);
  const people = versions.flatMap(({ createdBy, removedBy }) => [createdBy, removedBy]);
  const names = await listNames(people.filter((one) => one !== null));
  const current = versions.find(({ isCurrent }) => isCurrent);
  const most = isWhole ? 2_147_483_647 : budgets.transcripts.withPage;
  const cues = current && (await readCues(recordingId, current.id, most));
  return {
    ...none,
    current: current ? toVersionView(current, names) : null,
    // Null: they are too many to come with a page.
    cues: cues ? asCues(cues) : null,
    former: versions.filter((one) => one !== current).map((one) => toVersionView(one, names)),
    job: job && toJobView(job),
    transcriber,
  };
}

/** A version whole: the one that is shown for null. Null: there is none. */
export async function findVersion(
  recordingId: string,
  id: string | null,
): Promise<{ cues: Cue[]; language: string } | null> {
  const found = await db().transcript.findFirst({
    where: id === null ? { recordingId, isCurrent: true } : { recordingId, id },
    select: { cues: true, language: true },
  });
  return found && { cues: asCues(found.cues), language: found.language };
}

type UntranscribedSlice = {
  calls: { id: string; durationMs: number | null }[];
  /** There are others, at which nobody looked: it took too long, or they were too many. */
  isCut: boolean;
};

/**
 * What a filter matches that has audio and no transcript, a slice at a time, as far as that is found
 * among a bounded number of calls and within a few seconds.
 */
export async function* listUntranscribed(
  filter: RecordingFilter,
  timeZone: string,
  { mostLookedAt = 20_000, mostMs = 8_000 } = {},
): AsyncGenerator<UntranscribedSlice> {
  const narrowed = narrowByMarks(filter);
  const beganMs = performance.now();
  let left = mostLookedAt;
  for (let after: string | null = null; ; ) {
    const limit = Math.min(sliceLength, left);
    const slice = await listRecordingIds({ filter: narrowed, after, limit }, { timeZone });
    const calls = await filterUntranscribed(slice.ids);
    left -= slice.ids.length;
    after = slice.after;
    const isCut = after !== null && (left <= 0 || performance.now() - beganMs > mostMs);
    yield { calls, isCut };
    if (after === null || isCut) return;
  }
}

const sliceLength = 1_000;

/** Most of what can't be meant isn't looked at, so that who asks again gets to the next ones. */
function narrowByMarks(filter: RecordingFilter): RecordingFilter {
  const { audio, text } = filter;
  return {
    ...filter,
    audio: audio.include.length === 0 ? { ...audio, include: ["kept"] } : audio,
    text: { ...text, exclude: [...new Set([...text.exclude, "kept", "waiting"])] },
  };
}

/** What transcribing them would take. */
export async function estimateList(
  filter: RecordingFilter,
  timeZone: string,
  bounds?: { mostLookedAt?: number; mostMs?: number },
): Promise<ListEstimate> {
  const most = budgets.transcripts.atOnce;
  let [count, ms, isMore] = [0, 0, false];
  for await (const { calls, isCut } of listUntranscribed(filter, timeZone, bounds)) {
    for (const { durationMs } of calls.slice(0, most - count)) ms += durationMs ?? 0;
    if (count + calls.length > most) return { calls: most, isMore: true, ...toCost(ms) };
    count += calls.length;
    isMore = isCut;
  }
  return { calls: count, isMore, ...toCost(ms) };
}

function toCost(ms: number): { minutes: number; cost: Cost | null } {
  const { TRANSCRIBER_PRICE: price } = env();
  const minutes = ms / 60_000;
  const { amount, currency } = price ?? { amount: null, currency: null };
  return { minutes, cost: amount === null ? null : { amount: minutes * amount, currency } };
}

async function describeTranscriber(recordingId: string): Promise<TranscriberView | null> {
  const { TRANSCRIBER_URL: url, TRANSCRIBER_MODEL: model } = env();
  if (!url) return null;
  const kept = await findKept(recordingId, null);
  const file = kept && (await findDuration(recordingId, kept.sha256));
  const durationMs = file?.durationMs ?? null;
  const estimate = durationMs === null ? { minutes: null, cost: null } : toCost(durationMs);
  return { model, isAudioKept: kept !== null, estimate };
}

function findDuration(recordingId: string, sha256: Uint8Array) {
  return db().soundFile.findUnique({
    where: { recordingId_sha256: { recordingId, sha256: new Uint8Array(sha256) } },
    select: { durationMs: true },
  });
}

/** Nobody but `saveTranscript` writes them, which takes cues alone. */
function asCues(cues: unknown): Cue[] {
  return cues as Cue[];
}

function toVersionView(
  version: Omit<Transcript, "cues" | "text">,
  names: ReadonlyMap<string, string>,
): VersionView {
  const { id, source, name, language, createdBy, createdAt, removedBy, removedAt } = version;
  const nameOf = (userId: string | null) => names.get(userId ?? "") ?? null;
  return {
    id,
    source,
    name,
    language,
    created: { by: nameOf(createdBy), at: createdAt.toISOString() },
    removed: removedAt && { by: nameOf(removedBy), at: removedAt.toISOString() },
  };
}

function toJobView(job: TranscriptJob): JobView | null {
  const { state, claimedUntil, since, fault, reason, attempts, nextTryAt } = job;
  if (state !== "waiting" && state !== "failed") return null;
  const isRunning = (claimedUntil?.getTime() ?? 0) > Date.now();
  return {
    state: isRunning ? "running" : state,
    since: since.toISOString(),
    fault: transcriberFaults.find((one) => one === fault) ?? null,
    reason,
    attempts,
    nextTryAt: nextTryAt?.toISOString() ?? null,
  };
}
