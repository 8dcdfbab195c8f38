import "server-only";
import { db } from "@/lib/platform/database/db";
import type { Database, Transaction } from "@/lib/platform/database/transaction";
import { leastSeconds } from "./views";

/** How long a recording is, in seconds, by whoever can tell; null: nobody can. */
export type Durations = {
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
  const [row] = await client.$queryRaw<Durations[]>`
    SELECT file.duration_ms::float8 / 1000 AS measured, heard.reported_seconds AS reported,
      CASE WHEN minutes_used > 0 THEN minutes_used::float8 * 60 END AS counted
    FROM recording
    LEFT JOIN sound ON sound.recording_id = recording.id
    LEFT JOIN sound_file AS file
      ON file.recording_id = sound.recording_id AND file.sha256 = sound.sha256
    LEFT JOIN heard ON heard.recording_id = recording.id AND heard.user_id = ''
    WHERE recording.id = ${recordingId}`;
  return row ?? null;
}

/** What was heard of one of several recordings. */
export type HeardRow = {
  recordingId: string;
  duration: number | null;
  /** Of it, by everybody together. */
  seconds: number | null;
  isByMe: boolean;
  others: number;
  /** The last one of the others. */
  otherId: string | null;
};

/** Without recordings that nobody heard; who played less of one than makes it heard is left out. */
export async function listHeardRows(recordingIds: string[], userId: string): Promise<HeardRow[]> {
  return db().$queryRaw`
    SELECT heard.recording_id AS "recordingId", known.seconds::float8 AS duration,
      max(heard.seconds) FILTER (WHERE user_id = '') AS seconds,
      bool_or(user_id = ${userId}) AS "isByMe",
      count(*) FILTER (WHERE user_id NOT IN ('', ${userId}))::int AS others,
      (array_agg(user_id ORDER BY last_at DESC) FILTER (WHERE user_id NOT IN ('', ${userId})))[1]
        AS "otherId"
    FROM (
      SELECT recording.id, coalesce(
        file.duration_ms / 1000.0, everybody.reported_seconds, nullif(minutes_used, 0) * 60
      ) AS seconds
      FROM recording
      JOIN heard AS everybody ON everybody.recording_id = recording.id AND everybody.user_id = ''
      LEFT JOIN sound ON sound.recording_id = recording.id
      LEFT JOIN sound_file AS file
        ON file.recording_id = sound.recording_id AND file.sha256 = sound.sha256
      WHERE recording.id = ANY(${recordingIds})
    ) AS known
    JOIN heard ON heard.recording_id = known.id
      AND heard.seconds >= least(
        ${leastSeconds}::int, greatest(1, floor(coalesce(known.seconds, ${leastSeconds}::int))))
    GROUP BY heard.recording_id, known.seconds`;
}

/** A row of which nothing was heard yet, unless there is one. */
export async function insertHeard(
  client: Transaction,
  row: {
    recordingId: string;
    userId: string;
    firstAt?: Date | undefined;
    lastAt?: Date | undefined;
  },
): Promise<void> {
  await client.$executeRaw`
    INSERT INTO heard (recording_id, user_id, ranges, seconds, first_at, last_at)
    VALUES (${row.recordingId}, ${row.userId}, '{}', 0, ${row.firstAt}, ${row.lastAt})
    ON CONFLICT DO NOTHING`;
}

/** Nobody else changes it until the transaction ends. */
export async function lockHeardRow(
  client: Transaction,
  recordingId: string,
  userId: string,
): Promise<void> {
  await client.$executeRaw`
    SELECT FROM heard WHERE recording_id = ${recordingId} AND user_id = ${userId} FOR UPDATE`;
}
