import { randomBytes } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import pg from "pg";
import type { Site } from "../server/site";

export type KeptTrack = { recordingId: string; path: string; bytes: number };

const chunkBytes = 1024 ** 2;

/** Gives calls of the filled ledger kept audio of these sizes, past what fetches. Their names are no hashes. */
export async function keepTracks(
  { server, databaseUrl }: Site,
  sizes: number[],
): Promise<KeptTrack[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const tracks: KeptTrack[] = [];
    for (const [index, bytes] of sizes.entries()) {
      const sha256 = randomBytes(32);
      const name = sha256.toString("hex");
      const path = `/${name.slice(0, 2)}/${name.slice(2)}`;
      await writeNoise(join(server.dataDir, "audio", path), bytes);
      const recordingId = `old-${index}`;
      await client.query(insertFile, [recordingId, sha256, bytes]);
      await client.query(insertSound, [recordingId, sha256]);
      tracks.push({ recordingId, path, bytes });
    }
    return tracks;
  } finally {
    await client.end();
  }
}

async function writeNoise(path: string, bytes: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "w", 0o600);
  const noise = randomBytes(chunkBytes);
  for (let at = 0; at < bytes; at += chunkBytes) {
    await file.write(noise, 0, Math.min(chunkBytes, bytes - at));
  }
  await file.close();
}

const insertFile = `
  INSERT INTO sound_file (recording_id, sha256, attachment, kept_at, bytes, type, measured_at, proved_at)
  SELECT id, $2, recording_attachment, now(), $3, 'audio/wav', now(), now()
  FROM recording WHERE id = $1`;

const insertSound = `
  INSERT INTO sound (recording_id, attachment, host, told_at, state, since, sha256)
  SELECT id, recording_attachment, 'calls.example.com', now(), 'kept', now(), $2
  FROM recording WHERE id = $1
  ON CONFLICT (recording_id) DO UPDATE SET state = 'kept', sha256 = excluded.sha256,
    next_try_at = NULL`;
