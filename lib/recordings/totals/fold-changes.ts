import "server-only";
import type { Pool } from "pg";
import { inTransaction, prismaOn, type Transaction } from "@/lib/platform/database/transaction";
import { sumColumns } from "./counted-call";
import {
  addCustomerChanges,
  addSaid,
  type CustomerChange,
  type CustomerChangeRow,
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
  type Folded,
  findChanges,
  lockFolding,
  noteKeys,
  type Sums,
  takeChanges,
} from "./sql";

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
  return inTransaction(
    pool,
    async (client) => {
      await lockFolding(client);
      const changes = await takeChanges(client, most);
      await noteKeys(client, changes);
      await addFolded(client, addTogether(changes));
      return changes.length >= most;
    },
    "READ COMMITTED",
  );
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
  return inTransaction(
    pool,
    async (client) => {
      await lockFolding(client);
      const changes = await takeCustomerChanges(client, mostCustomersAtOnce);
      await addCustomerChanges(client, changes);
      const left = await recomputeCustomers(
        client,
        changes.filter(({ is_told_anew }) => is_told_anew),
      );
      await insertCustomerChanges(client, left);
      await dropUnknownCustomers(client, [...new Set(changes.map(toCustomerId))]);
      return changes.length === mostCustomersAtOnce;
    },
    "READ COMMITTED",
  );
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
  asked: CustomerChangeRow[],
): Promise<CustomerChange[]> {
  if (asked.length === 0) return [];
  const ids = [...new Set(asked.map(toCustomerId))];
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
  const of = (id: string) => asked.filter(({ customer_id }) => customer_id === id);
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
  asked: CustomerChangeRow[],
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
    calls.map((id) => ({
      customer_id: customerId,
      recording_id: id,
      calls: 0,
      is_told_anew: false,
    })),
  );
  const last = calls.length === mostCallsAtOnce ? calls.at(-1) : undefined;
  return [
    ...(last === undefined ? [] : [toAsk(customerId, last)]),
    ...(reached !== null && isAskedAnew ? [toAsk(customerId, null)] : []),
  ];
}

/** What several changes ask for one customer, as few. */
function toAsked(customerId: string, asked: CustomerChangeRow[]): CustomerChange[] {
  const { reached, isAskedAnew } = readAsked(asked);
  return [
    ...(reached === null ? [] : [toAsk(customerId, reached)]),
    ...(isAskedAnew ? [toAsk(customerId, null)] : []),
  ];
}

function readAsked(asked: CustomerChangeRow[]) {
  const reached = asked.find(({ recording_id }) => recording_id !== null)?.recording_id ?? null;
  return { reached, isAskedAnew: asked.some(({ recording_id }) => recording_id === null) };
}

function toAsk(customerId: string, recordingId: string | null): CustomerChange {
  return { customerId, recordingId, calls: 0, isRecomputed: true };
}

function toCustomerId({ customer_id }: CustomerChangeRow): string {
  return customer_id;
}
