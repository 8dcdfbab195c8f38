import "server-only";
import type { Pool } from "pg";
import { inTransaction, prismaOn, type Transaction } from "@/lib/platform/database/transaction";
import { type CountedCall, keyOf, quarterOf, sumColumns, sumsOf } from "./counted-call";
import {
  addCustomerChanges,
  addSaid,
  type CustomerChange,
  dropUnknownCustomers,
  forgetSaid,
  hasCustomerChanges,
  insertCustomerChanges,
  isBeingRecomputed,
  listCallIds,
  readCallCounts,
  takeCustomerChanges,
} from "./customers-sql";
import {
  addFolded,
  askToCountAnew,
  type ChangeRow,
  type CountChange,
  type Folded,
  findChanges,
  insertChanges,
  lockFolding,
  noteKeys,
  type Sums,
  takeChanges,
} from "./sql";

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

/**
 * Adds up a bounded number of changes of the counts; one process at a time. @returns whether there may be
 * more of those that were there when it began
 */
export async function foldCounts(pool: Pool): Promise<boolean> {
  const waiting = await findChanges(prismaOn(pool), mostAtOnce);
  if (waiting?.is_old) await askToCountAnew(prismaOn(pool));
  if (!waiting?.changes) return false;
  const { changes: found, apart, zones } = waiting;
  const most = Math.ceil(Math.min(mostAtOnce, (found * mostSums) / (apart * zones)));
  return whileFolding(pool, async (client) => {
    const changes = await takeChanges(client, most);
    await noteKeys(client, changes);
    await addFolded(client, addTogether(changes));
    return changes.length >= most;
  });
}

/** Does what one process at a time may do, each statement on all that was committed before it. */
export function whileFolding<Done>(
  pool: Pool,
  work: (client: Transaction) => Promise<Done>,
): Promise<Done> {
  const locked = async (client: Transaction) => {
    await lockFolding(client);
    return work(client);
  };
  return inTransaction(pool, locked, "READ COMMITTED");
}

const mostAtOnce = 5_000;
/** Over all zones: where there are many, fewer changes are added up at once, so that it takes seconds. */
const mostSums = 80_000;

function addTogether(changes: ChangeRow[]): Folded[] {
  const folded = new Map<string, Folded>();
  for (const change of changes) {
    const { second, key } = change;
    const known = folded.get(`${second} ${key}`);
    const added = Object.fromEntries(
      sumColumns.map((sum) => [sum, (known?.[sum] ?? 0n) + change[sum]]),
    ) as Sums;
    folded.set(`${second} ${key}`, { second, key, ...added });
  }
  return [...folded.values()];
}

/**
 * The same of what became of customers' calls, into what is kept of each. Who has many calls is recomputed in
 * slices, each of which notes where the next one goes on: that is for another time, and not "more" now.
 */
export async function foldCustomerCalls(pool: Pool): Promise<boolean> {
  if (!(await hasCustomerChanges(prismaOn(pool)))) return false;
  return whileFolding(pool, async (client) => {
    const changes = await takeCustomerChanges(client, mostCustomersAtOnce);
    await addCustomerChanges(client, changes);
    const left = await recomputeCustomers(
      client,
      changes.filter(({ isRecomputed }) => isRecomputed),
    );
    await insertCustomerChanges(client, left);
    await dropUnknownCustomers(client, [...new Set(changes.map(({ customerId }) => customerId))]);
    return changes.length === mostCustomersAtOnce;
  });
}

const mostCustomersAtOnce = 2_000;
/** So many calls are read again at once. */
const mostCallsAtOnce = 20_000;

/**
 * Recomputes what calls say of customers: of all who have few calls together, and of one of the others a
 * slice. @returns what is to be recomputed later
 */
async function recomputeCustomers(
  client: Transaction,
  asked: CustomerChange[],
): Promise<CustomerChange[]> {
  if (asked.length === 0) return [];
  const ids = [...new Set(asked.map(({ customerId }) => customerId))];
  const counts = await readCallCounts(client, ids);
  const [whole, later]: [string[], string[]] = [[], []];
  let free = mostCallsAtOnce;
  for (const id of ids) {
    const calls = counts.get(id) ?? 0;
    (calls <= free ? whole : later).push(id);
    if (calls <= free) free -= calls;
  }
  if (whole.length > 0) {
    await forgetSaid(client, whole);
    await addSaid(client, whole);
  }
  const of = (id: string) => asked.filter(({ customerId }) => customerId === id);
  const [first, ...others] = later;
  if (first === undefined) return [];
  return [
    ...(await recomputeSlice(client, first, of(first))),
    ...others.flatMap((id) => toAsked(id, of(id))),
  ];
}

/**
 * Goes on with a customer where the slice before ended, from the newest call to the oldest. What is asked
 * meanwhile waits for the end, so that there is one however often calls change. A call that moves past a
 * slice, or is gone where one ended, asks for all to be recomputed, too.
 */
async function recomputeSlice(
  client: Transaction,
  customerId: string,
  asked: CustomerChange[],
): Promise<CustomerChange[]> {
  const { reached, isAskedAnew } = readAsked(asked);
  if (reached === null) {
    if (await isBeingRecomputed(client, customerId)) return toAsked(customerId, asked);
    await forgetSaid(client, [customerId]);
  }
  const calls = await listCallIds(client, customerId, { after: reached, most: mostCallsAtOnce });
  // As if they came once more, which changes nothing but what is said.
  await addCustomerChanges(
    client,
    calls.map((recordingId) => ({ customerId, recordingId, calls: 0, isRecomputed: false })),
  );
  const last = calls.length === mostCallsAtOnce ? calls.at(-1) : undefined;
  return [
    ...(last === undefined ? [] : [toAsk(customerId, last)]),
    ...(reached !== null && isAskedAnew ? [toAsk(customerId, null)] : []),
  ];
}

/** What several changes ask for one customer, as few. */
function toAsked(customerId: string, asked: CustomerChange[]): CustomerChange[] {
  const { reached, isAskedAnew } = readAsked(asked);
  return [
    ...(reached === null ? [] : [toAsk(customerId, reached)]),
    ...(isAskedAnew ? [toAsk(customerId, null)] : []),
  ];
}

function readAsked(asked: CustomerChange[]) {
  const reached = asked.find((one) => one.recordingId !== null)?.recordingId ?? null;
  return { reached, isAskedAnew: asked.some((one) => one.recordingId === null) };
}

function toAsk(customerId: string, recordingId: string | null): CustomerChange {
  return { customerId, recordingId, calls: 0, isRecomputed: true };
}
