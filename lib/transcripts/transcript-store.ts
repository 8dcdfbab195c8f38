import "server-only";
import { randomUUID } from "node:crypto";
import { db } from "@/lib/platform/database/db";
import { type Database, type Transaction, toList } from "@/lib/platform/database/transaction";
import { budgets } from "@/lib/platform/settings/budgets";
import { notifyChanges } from "@/lib/recordings/live/notify-changes";
import { addMarks, setMarks } from "@/lib/recordings/marks/store-marks";
import { foldText, toSigns } from "@/lib/recordings/record/search-text";
import { toPlainText } from "./cues";
import type { Cue } from "./views";

/** `superseded`: whoever made it no longer has the job. */
export type TranscriptChange =
  | "done"
  | "call-missing"
  | "version-missing"
  | "too-many-versions"
  | "superseded";

export type NewTranscript = {
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
  return db().$transaction(async (client): Promise<TranscriptChange> => {
    const job = await takeTurn(client, recordingId);
    if (!job) return "call-missing";
    if (claimant !== undefined && job.claimedBy !== claimant) return "superseded";
    if (!(await hasRecording(client, recordingId))) return "call-missing";
    if (!(await hasRoom(recordingId, client))) return "too-many-versions";
    const text = toPlainText(cues);
    await replaceCurrent(client, recordingId);
    await client.transcript.create({
      data: {
        ...{ recordingId, id: randomUUID(), isCurrent: true, ...rest, cues, text },
        ...{ createdBy, createdAt: new Date() },
      },
    });
    await endJob(client, recordingId, rest.source === "made" ? "done" : "none");
    await writeSearch(client, recordingId, text);
    await tellChanged(client, [recordingId]);
    return "done";
  });
}

/** Whether a call can hold another transcript. */
export async function hasRoom(recordingId: string, client: Database = db()): Promise<boolean> {
  const count = await client.transcript.count({ where: { recordingId } });
  return count < budgets.transcripts.ofCall;
}

/** What is shown becomes a former one. Idempotent. */
export async function removeTranscript(
  recordingId: string,
  removedBy: string,
): Promise<TranscriptChange> {
  return db().$transaction(async (client): Promise<TranscriptChange> => {
    if (!(await takeTurn(client, recordingId))) return "call-missing";
    await client.transcript.updateMany({
      where: { recordingId, isCurrent: true },
      data: { isCurrent: null, removedBy, removedAt: new Date() },
    });
    await client.transcriptSearch.deleteMany({ where: { recordingId } });
    await tellChanged(client, [recordingId]);
    return "done";
  });
}

/** Shows a former one again. Idempotent. */
export async function restoreTranscript(
  recordingId: string,
  id: string,
): Promise<TranscriptChange> {
  return db().$transaction(async (client): Promise<TranscriptChange> => {
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
    await tellChanged(client, [recordingId]);
    return "done";
  });
}

/** In the transaction of whoever changes transcripts or jobs: the list's marks, and open pages. */
export async function tellChanged(client: Transaction, ids: readonly string[]): Promise<void> {
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

async function readStates(
  client: Database,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await client.$queryRaw<{ id: string; states: string[] }[]>`
    SELECT id, array_agg(state) AS states FROM (
      SELECT recording_id AS id, 'kept' AS state FROM transcript
        WHERE recording_id = ANY(${toList(ids)}::text[]) AND is_current
      UNION ALL SELECT recording_id, state::text FROM transcript_job
        WHERE recording_id = ANY(${toList(ids)}::text[]) AND state IN ('waiting', 'failed')) AS told
    GROUP BY id`;
  return new Map(rows.map(({ id, states }) => [id, states]));
}

/** Changes of one recording follow one another. @returns who works on its job; null: there is no such call */
async function takeTurn(
  client: Transaction,
  recordingId: string,
): Promise<{ claimedBy: string | null } | null> {
  const [job] = await client.$queryRaw<{ claimed_by: string | null }[]>`
    INSERT INTO transcript_job (recording_id, state, since)
    SELECT id, 'none', now() FROM recording WHERE id = ${recordingId}
    ON CONFLICT (recording_id) DO UPDATE SET recording_id = EXCLUDED.recording_id
    RETURNING claimed_by::text`;
  return job ? { claimedBy: job.claimed_by } : null;
}

async function endJob(
  client: Transaction,
  recordingId: string,
  state: "done" | "none",
): Promise<void> {
  await client.transcriptJob.update({
    where: { recordingId },
    data: {
      ...{ state, since: new Date(), fault: null, reason: "" },
      ...{ nextTryAt: null, claimedBy: null, claimedUntil: null },
    },
  });
}

async function hasRecording(client: Transaction, id: string): Promise<boolean> {
  return (await client.recording.count({ where: { id } })) > 0;
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
  const signs = toSigns(searchText);
  await client.$executeRaw`
    INSERT INTO transcript_search (recording_id, created_at, search_text, signs)
    SELECT id, created_at, ${searchText}, ${signs}::text[] FROM recording WHERE id = ${recordingId}
    ON CONFLICT (recording_id) DO UPDATE SET created_at = EXCLUDED.created_at,
      search_text = EXCLUDED.search_text, signs = EXCLUDED.signs`;
}
