import "server-only";
import { recordChange } from "@/lib/audit/record-change";
import { db } from "@/lib/platform/database/db";
import { notifyChanges } from "@/lib/recordings/live/notify-changes";
import { markSounds } from "../kept/mark-sounds";
import { lockUsage } from "../quota/usage";

/**
 * Protects the audio of these recordings from deletion, or no longer. Who protected one first stays its
 * protector. Idempotent; from when it resolves on, no retention removes what is protected.
 * @param entryId of the audit log, where slice after slice is one entry
 * @returns of how many it changed
 */
export async function protectSounds(
  ids: readonly string[],
  isOn: boolean,
  userId: string,
  entryId?: string,
): Promise<number> {
  return db().$transaction(async (client) => {
    // Whoever removes files has come to an end, or sees this.
    await lockUsage(client);
    const known = await client.recording.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true },
    });
    const before = await client.soundProtection.findMany({
      where: { recordingId: { in: [...ids] } },
      select: { recordingId: true },
    });
    const had = new Set(before.map(({ recordingId }) => recordingId));
    const changed = known.flatMap(({ id }) => (had.has(id) === isOn ? [] : [id]));
    if (changed.length === 0) return 0;
    if (isOn) {
      const [clock] = await client.$queryRaw<{ now: Date }[]>`SELECT now() AS now`;
      const by = { protectedBy: userId, protectedAt: clock?.now ?? new Date() };
      await client.soundProtection.createMany({
        data: changed.map((recordingId) => ({ recordingId, ...by })),
      });
    } else {
      await client.soundProtection.deleteMany({ where: { recordingId: { in: changed } } });
    }
    const [only] = changed;
    const isOne = entryId === undefined && changed.length === 1 && only !== undefined;
    await recordChange(
      client,
      { action: isOn ? "protected" : "unprotected" },
      { userId, recordingId: isOne ? only : null, calls: changed.length },
      entryId,
    );
    await markSounds(client, changed);
    await notifyChanges(client, changed);
    return changed.length;
  });
}
