import fc from "fast-check";
import type { Pool } from "pg";
import { inTransaction, prismaOn } from "@/lib/platform/database/transaction";
import { emptyFilter, type RecordingFilter } from "../filter/filter";
import { removeRecordings, storeRecords } from "../ledger/ledger";
import type { CallRecord } from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import { foldCounts, foldCustomerCalls } from "./changes";
import { fillZones } from "./totals";

/** Stores calls as a drain does, each with the next sequence. */
export async function storeCalls(
  pool: Pool,
  calls: [id: string, changes: Partial<CallRecord>][],
): Promise<void> {
  const arrived = calls.map(([id, changes], position) => ({
    record: toCallRecord(id, changes),
    acceptedSeq: BigInt(++lastSeq),
    acceptedAt: new Date(),
    deliveryId: `01a1f80b-3cda-7b58-800f-${String(lastSeq).padStart(12, "0")}`,
    payloadHash: null,
    position,
  }));
  await inTransaction(pool, (client) => storeRecords(client, arrived));
}

let lastSeq = 0;

/** Removes a call. */
export function removeCall(pool: Pool, id: string): Promise<void> {
  return inTransaction(pool, (client) => removeRecordings(client, [id]));
}

/** Empties a ledger. */
export async function emptyLedger(pool: Pool): Promise<void> {
  await prismaOn(pool).$executeRaw`
      TRUNCATE recording, recording_version, recording_delivery, recording_newest,
    customer, customer_calls, customer_calls_change, rollup_change, rollup_quarter, rollup_period,
    rollup_broad`;
}

/** Adds up all that has changed and fills the zones, as the worker does, for tests. */
export async function addUpAll(pool: Pool): Promise<void> {
  while (await foldCounts(pool));
  while (await foldCustomerCalls(pool));
  while (await fillZones(pool));
}

export const madeUpCampaigns = ["spring", "autumn", null];

const day = fc.option(
  fc.constantFrom(
    "2025-01-31",
    "2025-02-01",
    "2025-02-14",
    "2025-02-28",
    "2025-03-01",
    "2025-04-01",
  ),
);
const choice = <T>(values: T[]) =>
  fc.record({
    include: fc.subarray(values, { maxLength: 2 }),
    exclude: fc.subarray(values, { maxLength: 1 }),
  });
const flag = fc.constantFrom(null, null, true, false, "empty" as const, "not-empty" as const);
/** What the totals can tell of, over the days and values of the made-up calls. */
export const keptFilter: fc.Arbitrary<RecordingFilter> = fc
  .record({
    status: choice(["completed", "failed", null]),
    campaign: choice(madeUpCampaigns),
    gender: choice(["female", "male", null]),
    type: choice(["lead", null]),
    transcript: flag,
    confirmed: flag,
    phoneOk: flag,
    incomplete: flag,
    from: day,
    to: day,
  })
  .map((chosen) => ({ ...emptyFilter, ...chosen }));
