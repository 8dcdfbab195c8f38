import "server-only";
import { setImmediate as pause, setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { inTransaction, type Transaction } from "@/lib/platform/database/transaction";
import { isSchemaFault } from "@/lib/platform/faults";
import { budgets } from "@/lib/platform/settings/budgets";
import { damagedInterpretation, refusedInterpretation } from "../interpret/interpret-kept";
import type { JournalEntry } from "../journal/journal";
import { isRehearsed } from "../secrets/check/known-secrets";
import { ensureDeliveryDays } from "../store/delivery-ranges";
import { enterShadowSchema } from "../store/shadow-sql";
import { dayOf, insertOversizedBodies, waitBriefly } from "../store/sql";
import {
  isolatePoison,
  type PreparedDelivery,
  prepareDelivery,
  prepareKept,
  probeLedger,
  storeDeliveries,
} from "../store/store-deliveries";
import { storeRecordsApart } from "./drain-long";

type DrainSteps = {
  /** What waits behind the entries that are under way, at most so many; none: these were the last. */
  more: (most: number) => Promise<JournalEntry[]>;
  /** Works out what an entry means. */
  prepare: (entry: JournalEntry) => PreparedDelivery;
  /** Called before some are interpreted, and again once they are. */
  note: (entries: JournalEntry[], step: "interpreting" | "storing") => Promise<void>;
  /** Called once some are stored. */
  settle: (entries: JournalEntry[]) => Promise<void>;
  /** Whether to leave off before the next ones. */
  isStopping: () => boolean;
  /** Gives up soon where somebody else holds a row, instead of waiting. */
  isHurried: boolean;
};

/**
 * Moves entries into the ledger, in transactions of a bounded number of records. Two of them are under way
 * while the next entries are interpreted, so that one is worked out here while the database writes the
 * other; they end in the order of acceptance, unless the first takes long, so that whoever asks for what is
 * newer than the newest call misses none. What the database refuses for what it holds is quarantined alone;
 * all else is stored. Throws while the database is away; some may be stored then.
 */
export async function drainBatch(
  pool: Pool,
  entries: JournalEntry[],
  { more, prepare = prepareKept, note, settle, isStopping, isHurried }: Partial<DrainSteps> = {},
): Promise<void> {
  const storing: { ids: Set<string>; stored: Promise<void> }[] = [];
  const works: Promise<void>[] = [];
  let settled: Promise<unknown> = Promise.resolve();
  try {
    let atOnce = fewestAtOnce;
    for (let waiting = entries; !isStopping?.(); atOnce = Math.min(2 * atOnce, mostAtOnce)) {
      if (waiting.length === 0) waiting = (await more?.(atOnce)) ?? [];
      if (waiting.length === 0) break;
      const some = waiting.slice(0, atOnce);
      waiting = waiting.slice(atOnce);
      await note?.(some, "interpreting");
      const deliveries = await prepareAll(some, prepare);
      await note?.(some, "storing");
      const ids = idsIn(deliveries);
      // Of two that write the same rows, one would wait for the other, and then begin anew.
      while (storing.length === mostStoring || storing.some((other) => meet(other.ids, ids))) {
        await storing.shift()?.stored;
      }
      const around = {
        begin: isHurried ? waitBriefly : async () => undefined,
        beforeEnd: untilEnded(storing.at(-1)?.stored),
      };
      const stored = store(pool, some, deliveries, around);
      storing.push({ ids, stored });
      const before = settled;
      const work = stored.then(() => before).then(() => settle?.(some));
      works.push(work);
      // In their order, and to its end before this returns, whatever becomes of the others.
      settled = Promise.allSettled([before, work]);
    }
  } finally {
    await settled;
  }
  await Promise.all(works);
}

/** Waits until the one before has ended, in whatever way, but not for long. */
function untilEnded(before: Promise<void> | undefined): () => Promise<unknown> {
  return async () =>
    before &&
    Promise.race([Promise.allSettled([before]), sleep(longestOrderedMs, null, { ref: false })]);
}

/** The rows that these write. */
function idsIn(deliveries: PreparedDelivery[]): Set<string> {
  const records = deliveries.flatMap(({ arrived }) => arrived.map(({ record }) => record));
  // A call without a customer is nobody's.
  const named = records.filter(({ customerId }) => customerId !== "");
  return new Set([
    ...records.map(({ id }) => `call ${id}`),
    ...named.map(({ customerId }) => `customer ${customerId}`),
  ]);
}

function meet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const id of one) if (other.has(id)) return true;
  return false;
}

/** In small steps: the database answers the storing of others meanwhile, which is waiting to go on. */
async function prepareAll(
  entries: JournalEntry[],
  prepare: DrainSteps["prepare"],
): Promise<PreparedDelivery[]> {
  const deliveries: PreparedDelivery[] = [];
  let beganMs = performance.now();
  for (const entry of entries) {
    if (entry.kind === "oversized") continue;
    const isDamaged = entry.kind === "damaged";
    deliveries.push(isDamaged ? prepareDelivery(entry, damagedInterpretation()) : prepare(entry));
    if (performance.now() - beganMs < longestBlockMs) continue;
    await pause();
    beganMs = performance.now();
  }
  return deliveries;
}

/** What each transaction does before it writes, and what it waits for when all is written. */
type Around = {
  begin: (client: Transaction) => Promise<void>;
  beforeEnd: () => Promise<unknown>;
};

async function store(
  pool: Pool,
  entries: JournalEntry[],
  deliveries: PreparedDelivery[],
  around: Around,
): Promise<void> {
  await storeReal(
    pool,
    entries.filter((entry) => !isRehearsed(entry)),
    deliveries.filter(({ entry }) => !isRehearsed(entry)),
    around,
  );
  await storeRehearsed(
    pool,
    deliveries.filter(({ entry }) => isRehearsed(entry)),
  );
}

async function storeReal(
  pool: Pool,
  entries: JournalEntry[],
  deliveries: PreparedDelivery[],
  { begin, beforeEnd }: Around,
): Promise<void> {
  await ensureDeliveryDays(
    pool,
    entries.map(({ acceptedSeq }) => dayOf(acceptedSeq)),
  );
  const oversized = entries.filter(({ kind }) => kind === "oversized");
  if (oversized.length > 0) {
    await inTransaction(pool, (client) => insertOversizedBodies(client, oversized));
  }
  for (const group of groupByRecords(deliveries)) {
    await isolatePoison(pool, group, {
      store: async (client, some) => {
        await begin(client);
        await storeDeliveries(client, some);
        await beforeEnd();
      },
      probe: () => probeLedger(pool),
      quarantine: ({ entry }, error) => prepareDelivery(entry, refusedInterpretation(error)),
      inParts: async (delivery) => {
        if (delivery.interpretation.readings.length < 2) return false;
        await storeRecordsApart(pool, delivery);
        return true;
      },
    });
  }
}

/** The first few are soon interpreted, and those after them while the others are stored: twice as many each time. */
const fewestAtOnce = 250;
const mostAtOnce = 1_000;
const mostStoring = 2;
const longestOrderedMs = 1_000;
const longestBlockMs = 0.1;
const mostRecords = 2 * budgets.delivery.slice.records;

/** In their order; a delivery that has more records than a transaction should have is alone. */
function groupByRecords(deliveries: PreparedDelivery[]): PreparedDelivery[][] {
  const groups: PreparedDelivery[][] = [];
  let records = Number.POSITIVE_INFINITY;
  for (const delivery of deliveries) {
    const { length } = delivery.interpretation.readings;
    if (records + length > mostRecords) {
      groups.push([]);
      records = 0;
    }
    groups.at(-1)?.push(delivery);
    records += length;
  }
  return groups;
}

/**
 * Writes a rehearsal's deliveries into the shadow schema, by the very code that stores real ones. Those of a
 * rehearsal that is over are forgotten. Throws while the database is away.
 */
async function storeRehearsed(pool: Pool, deliveries: PreparedDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  try {
    await isolatePoison(pool, deliveries, {
      store: storeInShadow,
      // What fails here fails in the open: the rehearsal says so.
      probe: async () => true,
      quarantine: ({ entry }, error) => prepareDelivery(entry, refusedInterpretation(error)),
    });
  } catch (error) {
    if (!isSchemaFault(error)) throw error;
    // Real events stand behind these; a rehearsal must not hold them up.
    log().error({ err: error }, "deliveries of a test run could not be stored; discarded");
  }
}

async function storeInShadow(client: Transaction, deliveries: PreparedDelivery[]): Promise<void> {
  const mark = await enterShadowSchema(client);
  const open = deliveries.filter(({ entry }) => entry.secretHash === mark);
  if (open.length > 0) await storeDeliveries(client, open);
}
