import "server-only";
import { cutText } from "@/lib/list/cut-text";
import { db } from "@/lib/platform/database/db";
import type { Remark } from "../interpret/fields/remark";
import { acceptedAtOf } from "../journal/sequence";
import { getBodyDrop } from "../retention/queries";
import { unpackBody } from "../store/packed-body";
import type { RecordOutcome } from "../store/record-outcome";
import { toDeliveryKey } from "../store/store-deliveries";
import { findWaiting } from "./get-delivery";
import { toBodyText } from "./to-body-text";
import type { DeliveryDetailsView, DeliveryRecordView } from "./views";

/** Null: no such delivery. One that waits in the journal is `pending`. */
export async function getDeliveryDetails(id: string): Promise<DeliveryDetailsView | null> {
  // Leaving the journal, a delivery is in the ledger already: looking there again misses none.
  return (await getStored(id)) ?? (await getWaiting(id)) ?? (await getStored(id));
}

async function getStored(id: string): Promise<DeliveryDetailsView | null> {
  const key = toDeliveryKey(id);
  if (!key) return null;
  const where = { where: { id_acceptedOn: key } };
  const [stored, told, kept] = await Promise.all([
    db().delivery.findUnique({ ...where, omit: { records: true } }),
    readRecords(key),
    db().deliveryBody.findUnique(where),
  ]);
  if (!stored || !told) return null;
  return {
    id,
    acceptedAt: stored.acceptedAt.toISOString(),
    outcome: stored.outcome,
    bytes: stored.bytes,
    sha256: Buffer.from(stored.sha256).toString("hex"),
    remoteAddress: stored.remoteAddress,
    secretHash: stored.secretHash,
    rereadAt: stored.rereadAt?.toISOString() ?? null,
    ...told,
    // Written by this room from this very type.
    content: kept && toContent(kept.headers as [string, string][], unpackBody(kept)),
    bodyDrop: kept ? null : await getBodyDrop(id, stored.rereadAt),
  };
}

async function getWaiting(id: string): Promise<DeliveryDetailsView | null> {
  const entry = await findWaiting(id);
  return entry
    ? {
        id,
        acceptedAt: new Date(acceptedAtOf(entry.acceptedSeq)).toISOString(),
        outcome: "pending",
        bytes: entry.bytes,
        sha256: entry.sha256,
        remoteAddress: entry.remoteAddress,
        secretHash: entry.secretHash,
        rereadAt: null,
        ...{ records: [], recordCount: 0 },
        content: toContent(entry.headers, entry.body),
        bodyDrop: null,
      }
    : null;
}

const mostRecords = 200;
/** On the whole page; each of at most so many characters. */
const mostRemarks = 300;
const mostCharacters = 300;

async function readRecords({ id, acceptedOn }: NonNullable<ReturnType<typeof toDeliveryKey>>) {
  // Written by this room from this very type.
  const [row] = await db().$queryRaw<{ first: RecordOutcome[]; count: number }[]>`
    SELECT jsonb_path_query_array(records, ${`$[0 to ${mostRecords - 1}]`}::jsonpath) AS first,
           jsonb_array_length(records) AS count
    FROM delivery WHERE id = ${id}::uuid AND accepted_on = ${acceptedOn}::date`;
  return row && { records: fitRemarks(row.first), recordCount: row.count };
}

function fitRemarks(records: RecordOutcome[]): DeliveryRecordView[] {
  let room = mostRemarks;
  const take = (remarks: Remark[]) => {
    const fitting = remarks.slice(0, room);
    room -= fitting.length;
    return fitting.map(({ path, message }) => ({ path: cut(path), message: cut(message) }));
  };
  return records.map((record) => {
    const [problems, notices] = [take(record.problems), take(record.notices)];
    const all = record.problems.length + record.notices.length;
    return { ...record, problems, notices, moreRemarks: all - problems.length - notices.length };
  });
}

function cut(text: string): string {
  const [beginning, rest] = cutText(text, mostCharacters);
  return rest ? `${beginning}…` : text;
}

function toContent(headers: [string, string][], body: Uint8Array) {
  return { headers, text: toBodyText(body, headers) };
}
