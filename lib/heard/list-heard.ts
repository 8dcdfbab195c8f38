import "server-only";
import { listNames } from "@/lib/access/members/members";
import { db } from "@/lib/platform/database/db";
import { leastSeconds } from "./ranges";
import type { RowHeardView } from "./views";

/**
 * Who heard these recordings, in one query, where a column shows it; without those that nobody heard.
 * Who played less of one than makes it heard is left out.
 */
export async function listRowsHeard(
  listed: { id: string }[],
  columns: readonly string[] | null | undefined,
  userId: string,
): Promise<Map<string, RowHeardView>> {
  if (listed.length === 0 || !columns?.includes("heard")) return new Map();
  const recordingIds = listed.map(({ id }) => id);
  const rows = await db().$queryRaw<HeardRow[]>`
    SELECT heard.recording_id, known.seconds::float8 AS duration,
      max(heard.seconds) FILTER (WHERE user_id = '') AS seconds,
      bool_or(user_id = ${userId}) AS is_by_me,
      count(*) FILTER (WHERE user_id NOT IN ('', ${userId}))::int AS others,
      (array_agg(user_id ORDER BY last_at DESC) FILTER (WHERE user_id NOT IN ('', ${userId})))[1]
        AS other_id
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
  const names = await listNames(rows.flatMap(({ other_id }) => other_id ?? []));
  return new Map(
    rows
      .filter(({ is_by_me, others }) => is_by_me || others > 0)
      .map((row) => [
        row.recording_id,
        {
          isByMe: row.is_by_me,
          otherName: row.other_id === null ? null : (names.get(row.other_id) ?? null),
          others: row.others,
          share: row.duration === null ? null : Math.min(1, (row.seconds ?? 0) / row.duration),
        },
      ]),
  );
}

type HeardRow = {
  recording_id: string;
  duration: number | null;
  seconds: number | null;
  is_by_me: boolean;
  others: number;
  other_id: string | null;
};
