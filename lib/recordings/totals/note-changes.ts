import "server-only";
import { type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { type CountedCall, keyOf, quarterOf, sumColumns, sumsOf } from "./counted-call";

/** A call as the ledger had it and as it has it now; one that came or went is not there before or after. */
export type ChangedCall = { before: CountedCall | undefined; after: CountedCall | undefined };

/**
 * Notes what a change of calls means for the counts and for their customers, in the transaction of the
 * change. It only inserts, so that no writer waits for another.
 */
export async function noteChanges(client: Transaction, changed: ChangedCall[]): Promise<void> {
  await noteCounts(client, changed);
  // A call without a customer is nobody's.
  const ofCustomers = changed.flatMap(toCustomerChanges);
  await insertCustomerChanges(
    client,
    ofCustomers.filter(({ customerId }) => customerId !== ""),
  );
}

/** Customers who came or went: they have calls or not, whatever those are. */
export async function noteCustomersAlone(
  client: Transaction,
  customerIds: string[],
): Promise<void> {
  await insertCustomerChanges(
    client,
    customerIds.map((customerId) => ({
      ...{ customerId, recordingId: null, calls: 0, isToldAnew: false },
    })),
  );
}

type Change = { call: CountedCall; startsAt: number; key: string; sums: number[] };

async function noteCounts(client: Transaction, changed: ChangedCall[]): Promise<void> {
  const changes = new Map<string, Change>();
  const add = (call: CountedCall, sign: 1 | -1) => {
    const [startsAt, key] = [quarterOf(call.second), keyOf(call)];
    const place = `${startsAt} ${key}`;
    let change = changes.get(place);
    if (!change) {
      change = { call, startsAt, key, sums: sumColumns.map(() => 0) };
      changes.set(place, change);
    }
    const { sums } = change;
    sumsOf(call).forEach((sum, index) => {
      sums[index] = (sums[index] ?? 0) + sign * sum;
    });
  };
  for (const { before, after } of changed) {
    if (before) add(before, -1);
    if (after) add(after, 1);
  }
  // Most that comes to a call that is known changes nothing of this.
  const told = [...changes.values()].filter(({ sums }) => sums.some((sum) => sum !== 0));
  if (told.length === 0) return;
  const sums = sumColumns.map((_, index) => {
    return Prisma.sql`${toList(told.map((one) => one.sums[index]))}::bigint[]`;
  });
  await client.$executeRaw`
    INSERT INTO rollup_change (starts_at, key, status, campaign, gender, type, gaps, ${sumList})
    SELECT to_timestamp(second), key, status, campaign, gender, type, gaps, ${sumList}
    FROM unnest(
      ${toList(told.map(({ startsAt }) => startsAt))}::bigint[],
      ${toList(told.map(({ key }) => key))}::bigint[],
      ${toList(told.map(({ call }) => call.status))}::text[],
      ${toList(told.map(({ call }) => call.campaign))}::text[],
      ${toList(told.map(({ call }) => call.gender))}::text[],
      ${toList(told.map(({ call }) => call.type))}::text[],
      ${toList(told.map(({ call }) => call.gaps))}::text[],
      ${Prisma.join(sums)}
    ) AS change (second, key, status, campaign, gender, type, gaps, ${sumList})`;
}

const sumList = Prisma.raw(sumColumns.join(", "));

type CustomerChange = {
  customerId: string;
  recordingId: string | null;
  calls: number;
  isToldAnew: boolean;
};

function toCustomerChanges({ before, after }: ChangedCall): CustomerChange[] {
  if (before && before.customerId === after?.customerId) {
    if (before.told === after.told) return [];
    return [{ customerId: before.customerId, recordingId: null, calls: 0, isToldAnew: true }];
  }
  const went = (call: CountedCall) => {
    return { customerId: call.customerId, recordingId: null, calls: -1, isToldAnew: true };
  };
  const came = ({ customerId, id }: CountedCall) => {
    return { customerId, recordingId: id, calls: 1, isToldAnew: false };
  };
  return [...(before ? [went(before)] : []), ...(after ? [came(after)] : [])];
}

async function insertCustomerChanges(
  client: Transaction,
  changes: CustomerChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await client.$executeRaw`
    INSERT INTO customer_calls_change (customer_id, recording_id, calls, is_told_anew)
    SELECT * FROM unnest(
        ${toList(changes.map(({ customerId }) => customerId))}::text[],
        ${toList(changes.map(({ recordingId }) => recordingId))}::text[],
        ${toList(changes.map(({ calls }) => calls))}::int[],
        ${toList(changes.map(({ isToldAnew }) => isToldAnew))}::boolean[])`;
}
