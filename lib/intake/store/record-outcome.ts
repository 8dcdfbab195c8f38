import "server-only";
import type { Pool } from "pg";
import { inTransaction, type Transaction } from "@/lib/platform/database/transaction";
import { budgets } from "@/lib/platform/settings/budgets";
import { takeRetry } from "@/lib/recordings/ledger/ledger";
import {
  type ArrivedRecord,
  foremostOutcome,
  hashRecord,
  type StoreOutcome,
} from "@/lib/recordings/record/call-record";
import { capRemarkList, type Remark } from "../interpret/fields/member-reader";
import type { Interpretation } from "../interpret/interpret-delivery";
import { acceptedAtOf, toAcceptedSeq } from "../journal/sequence";
import type { RecordOutcome } from "../views/delivery-log";
import {
  type ChangedOutcome,
  type KeptDelivery,
  lockRecords,
  readChanged,
  writeRecords,
} from "./sql";

/** The outcome of a whole delivery. */
export function overallOutcome(records: RecordOutcome[]): RecordOutcome["outcome"] {
  return foremostOutcome(new Set(records.map(({ outcome }) => outcome)));
}

/**
 * The same with as many remarks as anybody reads: so many of each record and of all together, but
 * the first of each, and then how many more there are; beyond a million characters their number alone.
 */
function capRemarks(records: RecordOutcome[]): RecordOutcome[] {
  return newRemarkCap()(records);
}

/** Caps the remarks of a delivery whose records come one part after the other. */
export function newRemarkCap(): typeof capRemarks {
  const left: Record<"problems" | "notices", number> = {
    problems: ofDelivery,
    notices: ofDelivery,
  };
  let charactersLeft: number = charactersTogether;
  const capKind = (remarks: Remark[], kind: keyof typeof left): Remark[] => {
    if (remarks.length === 0) return remarks;
    if (charactersLeft <= 0) return [{ path: "", message: `${remarks.length} ${kind}` }];
    const most = Math.max(1, Math.min(ofRecord, left[kind]));
    left[kind] -= Math.min(remarks.length, most);
    const kept = capRemarkList(remarks, most);
    for (const { path, message } of kept) charactersLeft -= path.length + message.length;
    return kept;
  };
  return (records) =>
    records.map(({ recordingId, outcome, problems, notices }) => ({
      recordingId,
      outcome,
      problems: capKind(problems, "problems"),
      notices: capKind(notices, "notices"),
    }));
}

const { ofRecord, ofDelivery, charactersTogether } = budgets.remarks;

type Arrival = {
  acceptedSeq: bigint;
  deliveryId: string;
  /** SHA-256 of the body, in hexadecimal. */
  sha256: string;
};

/** What every record of a delivery arrived with. */
export function placeOf({ acceptedSeq, deliveryId, sha256: payloadHash }: Arrival) {
  const acceptedAt = new Date(acceptedAtOf(acceptedSeq));
  return { acceptedSeq, acceptedAt, deliveryId, payloadHash };
}

/**
 * The records of a delivery that were understood, in body order, as the ledger takes them.
 * @param before how many records stand in its body before these
 */
export function toArrivedRecords(
  delivery: Arrival & { interpretation: Interpretation },
  before = 0,
): ArrivedRecord[] {
  const here = placeOf(delivery);
  return delivery.interpretation.readings.flatMap(({ record }, n) =>
    record ? [{ record, contentHash: hashRecord(record), position: before + n, ...here }] : [],
  );
}

/**
 * What became of each record of a delivery.
 * @param outcomes of the understood ones of several deliveries, in order; each is taken once
 * @param cap for the remarks of all its records, where these are a part of them
 */
export function toRecordOutcomes(
  { readings, problems }: Interpretation,
  outcomes: Iterator<StoreOutcome>,
  cap = capRemarks,
): RecordOutcome[] {
  const records = readings.map(
    ({ recordingId, record, problems, notices }): RecordOutcome => ({
      recordingId,
      outcome: record ? (outcomes.next().value ?? "quarantined") : "quarantined",
      problems,
      notices,
    }),
  );
  if (problems.length > 0) {
    records.push({ recordingId: null, outcome: "quarantined", problems, notices: [] });
  }
  return cap(records);
}

/**
 * Says in a delivery what became of some of its records; a place that names another call stays.
 * @returns whether there is something to say and the delivery to say it in
 */
async function writeOutcomes(
  client: Transaction,
  delivery: KeptDelivery,
  told: ChangedOutcome[],
): Promise<boolean> {
  if (told.length === 0) return false;
  const stored = await lockRecords(client, delivery);
  const byPosition = new Map(told.map((one) => [one.position, one]));
  const records = stored.map((record, position) => {
    const { recordingId, outcome } = byPosition.get(position) ?? {};
    return outcome && recordingId === record.recordingId ? { ...record, outcome } : record;
  });
  if (records.length === 0) return false;
  await writeRecords(client, delivery, { records, outcome: overallOutcome(records) });
  return true;
}

/** The same for all of its records whose arrivals say something else by now. */
export async function rewriteOutcomes(client: Transaction, delivery: KeptDelivery): Promise<void> {
  await writeOutcomes(client, delivery, await readChanged(client, delivery));
}

/** One record of a stored delivery: its call, and its place in the body from 0. */
type DeliveredRecord = { deliveryId: string; recordingId: string; position: number };

/**
 * Lets a record of a delivery count that was a retry, in the ledger and in the delivery's outcome.
 * @returns what it did then; null: it is no retry
 */
export async function takeDeliveredRetry(
  pool: Pool,
  { deliveryId, recordingId, position }: DeliveredRecord,
  takenBy: string,
): Promise<StoreOutcome | null> {
  const acceptedSeq = toAcceptedSeq(deliveryId);
  if (acceptedSeq === undefined) return null;
  const delivery = { deliveryId, acceptedSeq };
  const { outcome, told, isTold } = await inTransaction(pool, async (client) => {
    const outcome = await takeRetry(client, recordingId, { acceptedSeq, position }, takenBy);
    const told = outcome ? [{ position, recordingId, outcome }] : [];
    return { outcome, told, isTold: await writeOutcomes(client, delivery, told) };
  });
  // A long delivery gets its row after its records. Whoever writes it looks at them once more behind it,
  // so that of the two the later one sees what the other has done.
  if (!isTold) await inTransaction(pool, (client) => writeOutcomes(client, delivery, told));
  return outcome;
}
