import "server-only";
import type { PoolClient } from "pg";
import { readRuns } from "./record-runs";
import { noteNewest } from "./recorded-arrivals";
import { reviseRows } from "./upsert-recordings";
import { moveOutCurrent, readContents } from "./versions/record-versions";

/**
 * Makes these recordings what their arrivals say, whatever they are. One without arrivals stays,
 * behind whatever comes next.
 * @returns the ids of those that became others
 */
export async function reviseRecordings(client: PoolClient, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  await moveOutCurrent(client, ids);
  const runs = await readRuns(client, ids);
  const contents = await readContents(
    client,
    runs.map(({ recordingId, contentHash }) => ({ id: recordingId, contentHash })),
  );
  const rows = runs.flatMap(({ contentHash, start, newest }) => {
    const record = contents.get(contentHash);
    return record ? [{ record, contentHash, contentSeq: null, start, newest }] : [];
  });
  const told = new Set(rows.map(({ record }) => record.id));
  const untold = ids.filter((id) => !told.has(id));
  if (untold.length > 0) {
    await client.query(
      "UPDATE recording SET accepted_seq = -1, newest_seq = -1 WHERE id = ANY($1::text[])",
      [untold],
    );
    await client.query("DELETE FROM recording_newest WHERE recording_id = ANY($1::text[])", [
      untold,
    ]);
  }
  await noteNewest(client, new Map(rows.map(({ record, newest }) => [record.id, newest])));
  return reviseRows(client, rows);
}
