import "server-only";
import { log } from "@/lib/ops/log";
import { db } from "@/lib/platform/database/db";
import { notifyChanged } from "@/lib/recordings/live/change-broadcaster";
import { measureSound } from "./measure-sound";
import { isMissing, soundPath } from "./sound-files";

/**
 * Measures one kept file that nobody has measured. What ends this process twice is left alone.
 * @returns false: there was none
 */
export async function measureNext(folder: string): Promise<boolean> {
  const [next] = await db().$queryRaw<
    { recording_id: string; sha256: Uint8Array<ArrayBuffer>; type: string; measure_tries: number }[]
  >`
    UPDATE sound_file AS file SET measure_tries = file.measure_tries + 1
    FROM (SELECT recording_id, sha256 FROM sound_file WHERE measured_at IS NULL
          ORDER BY kept_at DESC LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
    WHERE file.recording_id = next.recording_id AND file.sha256 = next.sha256
    RETURNING file.recording_id, file.sha256, type, measure_tries`;
  if (!next) return false;
  const { recording_id: recordingId, sha256, type, measure_tries: tries } = next;
  const measured = tries > mostTries ? null : await tryMeasuring(soundPath(sha256, folder), type);
  await db().soundFile.updateMany({
    where: { recordingId, sha256 },
    data: { measuredAt: new Date(), ...measured },
  });
  await notifyChanged(recordingId);
  return true;
}

const mostTries = 2;

/** Null: no decoder reads it. */
async function tryMeasuring(path: string, type: string) {
  try {
    return await measureSound(path);
  } catch (error) {
    if (!isMissing(error)) log().debug({ err: error, type }, "a kept file can't be measured");
    return null;
  }
}
