import type pg from "pg";

/** Where the audio of a call stands, and what was measured of it. */
export type Kept = {
  state: string;
  sha256: string | null;
  /** Of all that were ever kept of it. */
  files: number;
  type: string | null;
  keptAt: Date | null;
  isMeasured: boolean;
  durationMs: number | null;
  channels: number | null;
};

/** By the calls' ids. */
export async function readKept(client: pg.Client): Promise<Map<string, Kept>> {
  const { rows } = await client.query<Kept & { id: string }>(
    `SELECT recording_id AS id, state::text, encode(sha256, 'hex') AS sha256,
       (SELECT count(*)::int FROM sound_file AS file WHERE file.recording_id = sound.recording_id)
         AS files,
       type, kept_at AS "keptAt", measured_at IS NOT NULL AS "isMeasured",
       duration_ms AS "durationMs", channels
     FROM sound LEFT JOIN sound_file USING (recording_id, sha256)`,
  );
  return new Map(rows.map(({ id, ...kept }) => [id, kept]));
}

/** The hashes of all files that some call has. */
export async function readClaimed(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ sha256: string }>(
    "SELECT DISTINCT encode(sha256, 'hex') AS sha256 FROM sound_file",
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** The loudest of each stretch of each channel, from 0 to 255; null: not drawn. */
export async function readPeaks(client: pg.Client, id: string): Promise<Uint8Array | null> {
  const { rows } = await client.query<{ peaks: Buffer | null }>(
    `SELECT peaks FROM sound JOIN sound_file USING (recording_id, sha256)
     WHERE recording_id = $1`,
    [id],
  );
  return rows[0]?.peaks ?? null;
}

/** Who asked the sandbox for a recording from its beginning; the hash is of all that was sent. */
export type Served = { path: string; sha256: string | null; beganMs: number; endedMs: number };

export async function readServed(sandboxUrl: string): Promise<Served[]> {
  const answer = await fetch(`${sandboxUrl}/api/sandbox/served`);
  return answer.json();
}
