import "server-only";
import type { Transaction } from "@/lib/platform/database/transaction";
import { setMarks } from "@/lib/recordings/marks/store-marks";

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
