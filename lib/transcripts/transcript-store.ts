import "server-only";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { db, transact } from "@/lib/platform/database/db";
import type { Database, Transaction } from "@/lib/platform/database/transaction";
import { newTopic } from "@/lib/platform/process/topic";
import { budgets } from "@/lib/platform/settings/budgets";
import { notifyChanges } from "@/lib/recordings/live/changes";
import { hasRecording } from "@/lib/recordings/query/queries";
import { foldText, toSigns } from "@/lib/recordings/record/search-text";
import { addMarks, setMarks } from "@/lib/recordings/sql/marks";
import {
  type Asking,
  type ClaimedJob,
  claimDueJobs,
  clearJob,
  failWornOut,
  findWornOut,
  insertJobs,
  readStates,
  takeTurn,
  updateFailedJob,
  upsertSearch,
} from "./sql";
import { type Cue, cleanLine, type TranscriberFault, toPlainText } from "./views";

/** `superseded`: whoever made it no longer has the job. */
export type TranscriptChange =
  | "done"
  | "call-missing"
  | "version-missing"
  | "too-many-versions"
  | "superseded";

type NewTranscript = {
  source: "uploaded" | "made";
  name: string;
  language: string;
  cues: Cue[];
};

/**
 * Shows a transcript in place of the one before, which stays. What was asked of a transcriber is wanted no
 * more. Of one that is made, `claimant` is who made it.
 */
export async function saveTranscript(
  recordingId: string,
  { cues, ...rest }: NewTranscript,
  createdBy: string | null,
  claimant?: string,
): Promise<TranscriptChange> {
  return transact(async (client): Promise<TranscriptChange> => {
    const job = await takeTurn(client, recordingId);
    if (!job) return "call-missing";
    if (claimant !== undefined && job.claimedBy !== claimant) return "superseded";
    if (!(await hasRecording(client, recordingId))) return "call-missing";
    if (!(await isBelowVersionLimit(recordingId, client))) return "too-many-versions";
    const text = toPlainText(cues);
    await replaceCurrent(client, recordingId);
    await client.transcript.create({
      data: {
        recordingId,
        id: randomUUID(),
        isCurrent: true,
        ...rest,
        cues,
        text,
        createdBy,
        createdAt: new Date(),
      },
    });
    await endJob(client, recordingId, rest.source === "made" ? "done" : "none");
    await writeSearch(client, recordingId, text);
    await publishChanges(client, [recordingId]);
    return "done";
  });
}

/** Whether a call can hold another transcript. */
export async function isBelowVersionLimit(
  recordingId: string,
  client: Database = db(),
): Promise<boolean> {
  const count = await client.transcript.count({ where: { recordingId } });
  return count < budgets.transcripts.ofCall;
}

/** What is shown becomes a former one. Idempotent. */
export async function removeTranscript(
  recordingId: string,
  removedBy: string,
): Promise<TranscriptChange> {
  return transact(async (client): Promise<TranscriptChange> => {
    if (!(await takeTurn(client, recordingId))) return "call-missing";
    await client.transcript.updateMany({
      where: { recordingId, isCurrent: true },
      data: { isCurrent: null, removedBy, removedAt: new Date() },
    });
    await client.transcriptSearch.deleteMany({ where: { recordingId } });
    await publishChanges(client, [recordingId]);
    return "done";
  });
}

/** Shows a former one again. Idempotent. */
export async function restoreTranscript(
  recordingId: string,
  id: string,
): Promise<TranscriptChange> {
  return transact(async (client): Promise<TranscriptChange> => {
    if (!(await takeTurn(client, recordingId))) return "call-missing";
    const version = await client.transcript.findUnique({
      where: { recordingId_id: { recordingId, id } },
      select: { text: true },
    });
    if (!version || !(await hasRecording(client, recordingId))) return "version-missing";
    await replaceCurrent(client, recordingId);
    await client.transcript.update({
      where: { recordingId_id: { recordingId, id } },
      data: { isCurrent: true, removedBy: null, removedAt: null },
    });
    await writeSearch(client, recordingId, version.text);
    await publishChanges(client, [recordingId]);
    return "done";
  });
}

/** In the transaction of whoever changes transcripts or jobs: the list's marks, and open pages. */
async function publishChanges(client: Transaction, ids: readonly string[]): Promise<void> {
  const states = await readStates(client, ids);
  const marked = ids.map((recordingId) => ({ recordingId, values: states.get(recordingId) ?? [] }));
  await setMarks(client, markKind, marked);
  await notifyChanges(client, ids);
}

/** A recording that went and came again has lost its marks, by which the list finds it. */
export async function addMissingMarks(ids: readonly string[]): Promise<void> {
  const states = await readStates(db(), ids);
  await addMarks(
    db(),
    markKind,
    [...states].map(([recordingId, values]) => ({ recordingId, values })),
  );
}

const markKind = "text";

async function endJob(
  client: Transaction,
  recordingId: string,
  state: "done" | "none",
): Promise<void> {
  await client.transcriptJob.update({
    where: { recordingId },
    data: {
      state,
      since: new Date(),
      fault: null,
      reason: "",
      nextTryAt: null,
      claimedBy: null,
      claimedUntil: null,
    },
  });
}

async function replaceCurrent(client: Transaction, recordingId: string): Promise<void> {
  await client.transcript.updateMany({
    where: { recordingId, isCurrent: true },
    data: { isCurrent: null },
  });
}

/** What stands farther on is not found: one call would outgrow the index of all others. */
const mostSearched = 500_000;

async function writeSearch(client: Transaction, recordingId: string, text: string): Promise<void> {
  const searchText = foldText(text.slice(0, mostSearched).toWellFormed());
  await upsertSearch(client, { recordingId, text: searchText, signs: toSigns(searchText) });
}

/** Somebody asked for a transcript. */
export const transcriptWanted = newTopic("transcript-wanted", z.literal(true));

/**
 * Asks for transcripts of these recordings, as far as their audio is kept; one that waits already stays
 * where it is. @returns how many were asked for
 */
export async function requestTranscripts(ids: readonly string[], asking: Asking): Promise<number> {
  if (ids.length === 0) return 0;
  const asked = await transact(async (client) => {
    const changed = await insertJobs(client, ids, asking);
    if (changed.length > 0) await publishChanges(client, changed);
    return changed.length;
  });
  if (asked > 0) transcriptWanted.publish(true);
  return asked;
}

/** Takes back what was asked for. Whoever works on it finds out when it is done. Idempotent. */
export async function cancelRequest(recordingId: string): Promise<void> {
  await transact(async (client) => {
    await clearJob(client, recordingId);
    await publishChanges(client, [recordingId]);
  });
}

/**
 * Takes up to `most` jobs that are due; those asked for last come first, so that none waits behind a list.
 * Those of `except` are being worked on here, though nobody wanted them for a while.
 */
export async function claimJobs(
  claimant: string,
  most: number,
  except: readonly string[] = [],
): Promise<ClaimedJob[]> {
  await settleWornOut();
  return claimDueJobs(claimant, most, except);
}

/** Those whose tries all ended without a word, as when they take a process with them, are tried no more. */
async function settleWornOut(): Promise<void> {
  const found = await findWornOut(mostAttempts);
  if (found.length === 0) return;
  await transact(async (client) => {
    const ids = await failWornOut(client, found, mostAttempts);
    if (ids.length > 0) await publishChanges(client, ids);
  });
}

export type JobFailure = {
  fault: TranscriberFault;
  /** What the transcriber said. */
  reason: string;
  /** When it wants to be asked again; null: it didn't say. */
  retryAfterMs: number | null;
};

/** Notes why a try failed, and when the next one is. */
export async function settleFailure(
  claimant: string,
  { recordingId, attempts, requestedAt }: ClaimedJob,
  { fault, reason, retryAfterMs }: JobFailure,
): Promise<void> {
  const now = Date.now();
  const waitMs = judgeFailure(fault, attempts, now - requestedAt.getTime(), retryAfterMs);
  const nextTryAt = waitMs === null ? null : new Date(now + waitMs);
  await transact(async (client) => {
    await updateFailedJob(client, claimant, {
      recordingId,
      fault,
      nextTryAt,
      reason: cleanLine(reason).slice(0, longestReason).toWellFormed(),
    });
    await publishChanges(client, [recordingId]);
  });
}

const longestReason = 300;

/** How long until the next try; null: none, unless somebody asks. */
export function judgeFailure(
  fault: TranscriberFault,
  attempts: number,
  ageMs: number,
  retryAfterMs: number | null,
): number | null {
  if (isFinal.has(fault) || ageMs > retryTimeoutMs) return null;
  if (fault === "rate-limited") return Math.min(retryAfterMs ?? 30 * second, hour);
  if (fault === "answer-unreadable" && attempts >= 2) return null;
  const waitMs = waitsMs[attempts - 1];
  return waitMs === undefined ? null : Math.max(waitMs, Math.min(retryAfterMs ?? 0, hour));
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const isFinal = new Set<TranscriberFault>([
  "refused",
  "no-speech",
  "audio-missing",
  "too-many-versions",
]);
/** After the first try, the second, and so on; after all of these, none. */
const waitsMs = [5 * second, 30 * second, 2 * minute, 10 * minute, hour, 3 * hour];
const mostAttempts = waitsMs.length + 1;
const retryTimeoutMs = 48 * hour;
