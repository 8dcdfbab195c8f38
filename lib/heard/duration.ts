import "server-only";
import type { Database } from "@/lib/platform/database/transaction";

/** How long a recording is, in seconds, by whoever can tell; null: nobody can. */
type Durations = {
  /** Measured of the file that is kept. */
  measured: number | null;
  /** By a browser that played it. */
  reported: number | null;
  /** By the minutes that the calling service counted. */
  counted: number | null;
};

/** @returns null: there is no such recording */
export async function readDurations(
  client: Database,
  recordingId: string,
): Promise<Durations | null> {
  const [row] = await client.$queryRaw<DurationRow[]>`
    SELECT file.duration_ms AS ms, heard.reported_seconds AS reported, minutes_used AS minutes
    FROM recording
    LEFT JOIN sound ON sound.recording_id = recording.id
    LEFT JOIN sound_file AS file
      ON file.recording_id = sound.recording_id AND file.sha256 = sound.sha256
    LEFT JOIN heard ON heard.recording_id = recording.id AND heard.user_id = ''
    WHERE recording.id = ${recordingId}`;
  if (!row) return null;
  const { ms, reported, minutes } = row;
  return {
    measured: ms === null ? null : ms / 1_000,
    reported,
    counted: minutes === null || minutes <= 0 ? null : minutes * 60,
  };
}

type DurationRow = { ms: number | null; reported: number | null; minutes: number | null };

/** What half of it is judged by. */
export function chooseDuration({ measured, reported, counted }: Durations): number | null {
  return measured ?? reported ?? counted;
}

export async function getDuration(client: Database, recordingId: string): Promise<number | null> {
  const durations = await readDurations(client, recordingId);
  return durations && chooseDuration(durations);
}
