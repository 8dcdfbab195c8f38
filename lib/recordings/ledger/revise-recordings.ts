import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { noteNewest } from "./recorded-arrivals";
import { reviseRows } from "./upsert-recordings";
import type { Place } from "./versions/arrived-record";
import { countsSql } from "./versions/ledger-form";
import { moveOutCurrent, readContents } from "./versions/record-versions";
import type { Start } from "./versions/resolve-versions";

/**
 * Makes these recordings what their arrivals say, whatever they are. One without arrivals stays,
 * behind whatever comes next.
 * @returns the ids of those that became others
 */
export async function reviseRecordings(client: Transaction, ids: string[]): Promise<string[]> {
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
    await client.$executeRaw`
      UPDATE recording SET accepted_seq = -1, newest_seq = -1 WHERE id = ANY(${toList(untold)}::text[])`;
    await client.$executeRaw`
      DELETE FROM recording_newest WHERE recording_id = ANY(${toList(untold)}::text[])`;
  }
  await noteNewest(client, new Map(rows.map(({ record, newest }) => [record.id, newest])));
  return reviseRows(client, rows);
}

/** The newest arrivals of a recording that say the same: what it is, and since when. */
type Run = { recordingId: string; contentHash: string; newest: Place; start: Start };

/** What the arrivals of these recordings make of them; none for a recording without arrivals. */
export async function readRuns(client: Transaction, ids: string[]): Promise<Run[]> {
  const runs = await readCounting(client, ids, countsSql);
  const found = new Set(runs.map(({ recordingId }) => recordingId));
  const others = ids.filter((id) => !found.has(id));
  // What an older Earshot left out counts after all where nothing else is left; a retry never does.
  return [...runs, ...(await readCounting(client, others, "is_retry IS NULL"))];
}

/** A run as far as it has been read, and the arrival with which it begins so far. */
type OpenRun = { run: Run; first: RunRow; isToEnd: boolean };

async function readCounting(client: Transaction, ids: string[], counts: string): Promise<Run[]> {
  const runs = new Map<string, OpenRun>();
  let wanted = ids.map((id) => ({ id, seq: maxSeq, position: 0 }));
  for (let most = slice.first; wanted.length > 0; most = Math.min(most * 4, slice.most)) {
    const atOnce = Math.max(slice.first, Math.min(most, Math.floor(slice.rows / wanted.length)));
    const rows = await client.$queryRaw<RunRow[]>`
      SELECT below.* FROM unnest(
        ${toList(wanted.map(({ id }) => id))}::text[],
        ${toList(wanted.map(({ seq }) => seq))}::bigint[],
        ${toList(wanted.map(({ position }) => position))}::int[]) AS wanted (id, seq, position)
      CROSS JOIN LATERAL (
        SELECT recording_id AS id, accepted_seq AS seq, position, accepted_at,
          encode(content_hash, 'hex') AS hash, encode(payload_hash, 'hex') AS payload
        FROM recording_delivery WHERE recording_id = wanted.id
          AND (accepted_seq, position) < (wanted.seq, wanted.position) AND ${Prisma.raw(counts)}
        ORDER BY accepted_seq DESC, position DESC LIMIT ${atOnce}
      ) AS below
      ORDER BY below.id, below.seq DESC, below.position DESC`;
    const counted = new Map<string, number>();
    for (const row of rows) {
      counted.set(row.id, (counted.get(row.id) ?? 0) + 1);
      const open = runs.get(row.id);
      if (!open?.isToEnd) runs.set(row.id, extend(open, row));
    }
    wanted = wanted.flatMap(({ id }) => {
      const open = runs.get(id);
      const hasMore = counted.get(id) === atOnce;
      return open && hasMore && !open.isToEnd ? [{ ...open.first }] : [];
    });
  }
  return [...runs.values()].map(({ run }) => run);
}

/** The run with the arrival before it, or ended by that. */
function extend(open: OpenRun | undefined, row: RunRow): OpenRun {
  const place = { acceptedSeq: row.seq, position: row.position };
  const start = { ...place, acceptedAt: row.accepted_at };
  if (!open) {
    const run = { recordingId: row.id, contentHash: row.hash, newest: place, start };
    return { run, first: row, isToEnd: false };
  }
  const { first, run } = open;
  const isSamePayload =
    row.payload !== null && row.payload === first.payload && row.position === first.position;
  if (row.hash !== first.hash && !isSamePayload) return { ...open, isToEnd: true };
  return { run: { ...run, start }, first: row, isToEnd: false };
}

const maxSeq = 2n ** 63n - 1n;
/** Most runs are short, so little of each is read at first: arrivals of one, and rows of them all. */
const slice = { first: 50, most: 5_000, rows: 50_000 };

type RunRow = {
  id: string;
  seq: bigint;
  position: number;
  accepted_at: Date;
  hash: string;
  payload: string | null;
};
