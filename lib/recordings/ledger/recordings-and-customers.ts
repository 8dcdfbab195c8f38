import "server-only";
import type { Transaction } from "@/lib/platform/database/transaction";
import { isLedgerLean } from "@/lib/settings/ledger-terms-sql";
import type { Place } from "../record/call-record";
import { moveMarks } from "../sql/marks";
import { noteChanges, noteCustomersAlone } from "../totals/changes";
import { toCountedCall } from "../totals/counted-call";
import { readCountedCalls } from "../totals/sql";
import { maxSeq, type RunRow, readBelow } from "./arrivals-sql";
import {
  deleteCustomers,
  ifNewer,
  type Mention,
  noteFirstMentions,
  readNewestMentions,
  writeCustomers,
} from "./customers-sql";
import {
  addRecordings,
  type CurrentRecording,
  type FirstArrival,
  ifOlder,
  ifOtherwise,
  leaveBehind,
  noteNewest,
  toRecordingRow,
  updateRecordings,
} from "./recordings-sql";
import type { Start } from "./resolve-versions";
import { countsSql, moveOutCurrent, readContents } from "./versions-sql";

/**
 * Writes recordings, none over what something newer made of it. At most one row an id.
 * @returns the ids that were written
 */
export async function upsertRecordings(
  client: Transaction,
  recordings: CurrentRecording[],
  { firsts, isThere }: { firsts: ReadonlyMap<string, FirstArrival>; isThere: ReadonlySet<string> },
): Promise<string[]> {
  const known = recordings.filter(({ record }) => isThere.has(record.id));
  return writeRecordings(client, recordings, { firsts, known, condition: ifOlder });
}

/** Writes recordings that are there already, whatever they were. @returns the ids that changed */
async function reviseRows(client: Transaction, recordings: CurrentRecording[]): Promise<string[]> {
  const options = { firsts: new Map(), known: recordings, condition: ifOtherwise };
  return writeRecordings(client, recordings, options);
}

type WriteOptions = {
  firsts: ReadonlyMap<string, FirstArrival>;
  /** Those that were there already. */
  known: CurrentRecording[];
  /** Which of those are written, in SQL. */
  condition: string;
};

async function writeRecordings(
  client: Transaction,
  recordings: CurrentRecording[],
  { firsts, known, condition }: WriteOptions,
): Promise<string[]> {
  if (recordings.length === 0) return [];
  const isLean = await isLedgerLean(client);
  // Sorted, as everything is that locks rows.
  const rows = recordings
    .toSorted((one, other) => (one.record.id < other.record.id ? -1 : 1))
    .map((recording) => toRecordingRow(recording, firsts.get(recording.record.id), isLean));
  // As they are on this snapshot: whoever changed them since makes the writing fail (40001).
  const before = await readCountedCalls(
    client,
    known.map(({ record }) => record.id),
  );
  const added = rows.filter(({ id }) => !before.has(id));
  await addRecordings(client, added);
  const updated = await updateRecordings(
    client,
    rows.filter(({ id }) => before.has(id)),
    condition,
  );
  const written = new Set([...added.map(({ id }) => id), ...updated]);
  const changed = recordings.flatMap(({ record, start }) => {
    if (!written.has(record.id)) return [];
    return [{ before: before.get(record.id), after: toCountedCall(record, start.acceptedAt) }];
  });
  await noteChanges(client, changed);
  await moveMarks(
    client,
    changed.flatMap(({ before, after }) =>
      before && before.micros !== after.micros ? [after.id] : [],
    ),
  );
  return [...written];
}

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
  if (untold.length > 0) await leaveBehind(client, untold);
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
    const rows = await readBelow(client, wanted, { counts, atOnce });
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

/** Most runs are short, so little of each is read at first: arrivals of one, and rows of them all. */
const slice = { first: 50, most: 5_000, rows: 50_000 };

/**
 * Writes what the newest of these says of each customer, if it is newer than what is stored. Calls
 * whose customer can't be told name nobody.
 * @param noted customers of whom it was noted already that they have calls
 */
export async function upsertCustomers(
  client: Transaction,
  arrivals: Mention[],
  noted: ReadonlySet<string>,
): Promise<void> {
  const mentions = arrivals.filter(({ record }) => record.customerId !== "");
  if (mentions.length === 0) return;
  const written = await writeCustomers(client, mentions, ifNewer);
  await noteCustomersAlone(
    client,
    [...written].filter((id) => !noted.has(id)),
  );
  await noteFirstMentions(
    client,
    mentions.filter(({ record }) => !written.has(record.customerId)),
  );
}

/** Makes customers what all that counts says of them; those that nothing names are gone. */
export async function rebuildCustomers(client: Transaction, customerIds: string[]): Promise<void> {
  const ids = [...new Set(customerIds)].filter(Boolean).sort();
  if (ids.length === 0) return;
  const mentions = await readNewestMentions(client, ids);
  await writeCustomers(client, mentions, "true");
  const named = new Set(mentions.map(({ record }) => record.customerId));
  const unnamed = ids.filter((id) => !named.has(id));
  await noteCustomersAlone(client, ids);
  if (unnamed.length === 0) return;
  await deleteCustomers(client, unnamed);
}
