import "server-only";
import type { Transaction } from "@/lib/platform/database/transaction";
import { type CountedCall, keyOf, quarterOf, sumColumns, sumsOf } from "./counted-call";
import { type CustomerChange, insertCustomerChanges } from "./customers-sql";
import { type CountChange, insertChanges } from "./sql";

/** A call as the ledger had it and as it has it now; one that came or went is not there before or after. */
type ChangedCall = { before: CountedCall | undefined; after: CountedCall | undefined };

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
      customerId,
      recordingId: null,
      calls: 0,
      isRecomputed: false,
    })),
  );
}

async function noteCounts(client: Transaction, changed: ChangedCall[]): Promise<void> {
  const changes = new Map<string, CountChange>();
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
  await insertChanges(client, told);
}

function toCustomerChanges({ before, after }: ChangedCall): CustomerChange[] {
  if (before && before.customerId === after?.customerId) {
    if (before.told === after.told) return [];
    return [{ customerId: before.customerId, recordingId: null, calls: 0, isRecomputed: true }];
  }
  const went = (call: CountedCall) => {
    return { customerId: call.customerId, recordingId: null, calls: -1, isRecomputed: true };
  };
  const came = ({ customerId, id }: CountedCall) => {
    return { customerId, recordingId: id, calls: 1, isRecomputed: false };
  };
  return [...(before ? [went(before)] : []), ...(after ? [came(after)] : [])];
}
