import "server-only";
import type { PoolClient } from "pg";
import { type CountedCall, keyOf, quarterOf } from "./counted-call";

/** A call as the ledger had it and as it has it now; one that came or went is not there before or after. */
export type ChangedCall = { before: CountedCall | undefined; after: CountedCall | undefined };

/**
 * Notes what a change of calls means for the counts and for their customers, in the transaction of the
 * change. It only inserts, so that no writer waits for another.
 */
export async function noteChanges(client: PoolClient, changed: ChangedCall[]): Promise<void> {
  await noteCounts(client, changed);
  // A call without a customer is nobody's.
  const ofCustomers = changed.flatMap(toCustomerChanges);
  await insertCustomerChanges(
    client,
    ofCustomers.filter(({ customerId }) => customerId !== ""),
  );
}

/** Customers who came or went: they have calls or not, whatever those are. */
export async function noteCustomersAlone(client: PoolClient, customerIds: string[]): Promise<void> {
  await insertCustomerChanges(
    client,
    customerIds.map((customerId) => ({
      ...{ customerId, recordingId: null, calls: 0, isToldAnew: false },
    })),
  );
}

type Sums = Record<(typeof sums)[number], number>;
const sums = ["calls", "minutes", "withTranscript", "confirmed", "phoneNumberCorrect"] as const;
type Change = Sums & { call: CountedCall; startsAt: number; key: string };

async function noteCounts(client: PoolClient, changed: ChangedCall[]): Promise<void> {
  const changes = new Map<string, Change>();
  const add = (call: CountedCall, sign: 1 | -1) => {
    const [startsAt, key] = [quarterOf(call.second), keyOf(call)];
    const place = `${startsAt} ${key}`;
    const known = changes.get(place) ?? { call, startsAt, key, ...nothing };
    changes.set(place, {
      ...known,
      calls: known.calls + sign,
      minutes: known.minutes + sign * call.minutes,
      withTranscript: known.withTranscript + sign * Number(call.withTranscript),
      confirmed: known.confirmed + sign * Number(call.confirmed),
      phoneNumberCorrect: known.phoneNumberCorrect + sign * Number(call.phoneNumberCorrect),
    });
  };
  for (const { before, after } of changed) {
    if (before) add(before, -1);
    if (after) add(after, 1);
  }
  // Most that comes to a call that is known changes nothing of this.
  const told = [...changes.values()].filter((change) => sums.some((sum) => change[sum] !== 0));
  if (told.length === 0) return;
  await client.query(
    `INSERT INTO rollup_change (starts_at, key, status, campaign, gender, type, calls, minutes,
                                with_transcript, confirmed, phone_number_correct)
     SELECT to_timestamp(second), key, status, campaign, gender, type, calls, minutes,
            with_transcript, confirmed, phone_number_correct
     FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[],
                 $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
       AS change (second, key, status, campaign, gender, type, calls, minutes, with_transcript,
                  confirmed, phone_number_correct)`,
    [
      told.map(({ startsAt }) => startsAt),
      told.map(({ key }) => key),
      told.map(({ call }) => call.status),
      told.map(({ call }) => call.campaign),
      told.map(({ call }) => call.gender),
      told.map(({ call }) => call.type),
      ...sums.map((sum) => told.map((change) => change[sum])),
    ],
  );
}

const nothing: Sums = {
  calls: 0,
  minutes: 0,
  withTranscript: 0,
  confirmed: 0,
  phoneNumberCorrect: 0,
};

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

async function insertCustomerChanges(client: PoolClient, changes: CustomerChange[]): Promise<void> {
  if (changes.length === 0) return;
  await client.query(
    `INSERT INTO customer_calls_change (customer_id, recording_id, calls, is_told_anew)
     SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::boolean[])`,
    [
      changes.map(({ customerId }) => customerId),
      changes.map(({ recordingId }) => recordingId),
      changes.map(({ calls }) => calls),
      changes.map(({ isToldAnew }) => isToldAnew),
    ],
  );
}
