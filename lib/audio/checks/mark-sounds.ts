import "server-only";
import { db } from "@/lib/platform/database/db";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { setMarks } from "@/lib/recordings/marks/store-marks";
import { type CheckedCall, checkSound, measureAudible, type SoundCheck } from "./check-sound";

/**
 * Checks recordings against the files that are kept of them, and marks them with what is found, so that
 * the list can be filtered by it. Idempotent; recordings without a measured file lose their marks.
 */
export async function markChecks(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const calls = await readCalls(ids);
  const marked = ids.map((recordingId) => {
    const call = calls.get(recordingId);
    return { recordingId, values: call ? checkSound(call).map(({ check }) => check) : [] };
  });
  await db().$transaction((transaction) => setMarks(transaction, "check", marked));
}

/** Other recordings that have a file of the same bytes as these, at most so many. */
export async function listSharing(ids: readonly string[], most: number): Promise<string[]> {
  const rows = await db().$queryRaw<{ recording_id: string }[]>`
    SELECT DISTINCT other.recording_id
    FROM sound_file AS own JOIN sound_file AS other ON other.sha256 = own.sha256
    WHERE own.recording_id = ANY(${toList([...ids])}::text[])
      AND other.recording_id <> ALL(${toList([...ids])}::text[])
    LIMIT ${most}`;
  return rows.map(({ recording_id }) => recording_id);
}

/** What speaks against one recording now; empty too where nothing is kept. */
export async function getChecks(recordingId: string): Promise<SoundCheck[]> {
  const call = (await readCalls([recordingId])).get(recordingId);
  return call ? checkSound(call) : [];
}

type CallRow = {
  id: string;
  minutes_used: number | null;
  status: string;
  customer_is_phone_number_correct: boolean | null;
  sha256: Uint8Array<ArrayBuffer>;
  duration_ms: number | null;
  channels: number | null;
  audible: number[] | null;
  has_peaks: boolean;
  others: bigint;
  source_gone_at: Date | null;
};

async function readCalls(ids: readonly string[]): Promise<Map<string, CheckedCall>> {
  const rows = await db().$queryRaw<CallRow[]>`
    SELECT recording.id, minutes_used, status, customer_is_phone_number_correct,
      file.sha256, duration_ms, channels, audible, peaks IS NOT NULL AS has_peaks, source_gone_at,
      (SELECT count(DISTINCT other.recording_id) FROM sound_file AS other
       WHERE other.sha256 = file.sha256 AND other.recording_id <> recording.id) AS others
    FROM recording
    JOIN sound ON sound.recording_id = recording.id AND sound.state = 'kept'
    JOIN sound_file AS file
      ON file.recording_id = recording.id AND file.sha256 = sound.sha256
    WHERE recording.id = ANY(${toList([...ids])}::text[]) AND measured_at IS NOT NULL`;
  const calls = new Map<string, CheckedCall>();
  for (const row of rows) {
    calls.set(row.id, {
      minutesUsed: row.minutes_used,
      status: row.status,
      isPhoneNumberCorrect: row.customer_is_phone_number_correct,
      durationMs: row.duration_ms,
      audible: row.audible?.length ? row.audible : await measureOlder(row),
      sameElsewhere: Number(row.others),
      sourceGoneAt: row.source_gone_at,
    });
  }
  return calls;
}

/** A file that an older Earshot measured has its waveform alone. */
async function measureOlder({ id, sha256, ...row }: CallRow): Promise<number[] | null> {
  if (!row.has_peaks || row.channels === null) return null;
  const key = { recordingId_sha256: { recordingId: id, sha256 } };
  const file = await db().soundFile.findUnique({ where: key, select: { peaks: true } });
  if (!file?.peaks) return null;
  const audible = measureAudible(file.peaks, row.channels);
  await db().soundFile.updateMany({ where: { recordingId: id, sha256 }, data: { audible } });
  return audible;
}

/**
 * Makes the marks of these recordings what their rows in `sound` and their protection say; the rows stay
 * as they are until the transaction ends. For whoever changes them, in the same transaction. Idempotent.
 */
export async function markSounds(client: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const sorted = [...new Set(ids)].sort();
  const rows = await client.$queryRaw<{ recording_id: string; state: string }[]>`
    SELECT recording_id, state::text FROM sound WHERE recording_id = ANY(${sorted}::text[])
    ORDER BY recording_id FOR UPDATE`;
  const states = new Map(rows.map(({ recording_id, state }) => [recording_id, [state]]));
  const kept = await client.soundProtection.findMany({
    where: { recordingId: { in: sorted } },
    select: { recordingId: true },
  });
  const isProtected = new Set(kept.map(({ recordingId }) => recordingId));
  await setMarks(
    client,
    "protected",
    sorted.map((recordingId) => ({
      recordingId,
      values: isProtected.has(recordingId) ? ["true"] : [],
    })),
  );
  await setMarks(
    client,
    "audio",
    sorted.map((recordingId) => ({ recordingId, values: states.get(recordingId) ?? [] })),
  );
}
