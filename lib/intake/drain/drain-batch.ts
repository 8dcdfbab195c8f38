import "server-only";
import { setImmediate as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { log } from "@/lib/ops/log";
import { inTransaction, prismaOn, type Transaction } from "@/lib/platform/database/transaction";
import { sqlStateOf } from "@/lib/platform/faults";
import { budgets } from "@/lib/platform/settings/budgets";
import { tallyDrift } from "../drift/drift";
import type { Interpretation } from "../interpret/interpret-delivery";
import {
  damagedInterpretation,
  interpretKept,
  openKept,
  refusedInterpretation,
} from "../interpret/interpret-kept";
import type { JournalEntry } from "../journal/journal";
import { isRehearsed } from "../secrets/check/known-secrets";
import { packBody } from "../store/packed-body";
import { rewriteOutcomes } from "../store/record-outcome";
import { enterShadowSchema } from "../store/shadow-sql";
import {
  dayOf,
  insertDeliveries,
  insertOversizedBodies,
  leaveOutStored,
  writeLongRecords,
} from "../store/sql";
import {
  ensureDeliveryDays,
  isolatePoison,
  type PreparedDelivery,
  prepareDelivery,
  probeLedger,
  storeDeliveries,
} from "../store/store-deliveries";
import { DeliverySum, storePart } from "../store/store-part";

type DrainSteps = {
  /** What an entry means. */
  interpret: (entry: JournalEntry) => Interpretation;
  /** Called before some are interpreted, and again once they are. */
  note: (entries: JournalEntry[], step: "interpreting" | "storing") => Promise<void>;
  /** Called once some are stored. */
  settle: (entries: JournalEntry[]) => Promise<void>;
  /** Whether to leave off before the next ones. */
  isStopping: () => boolean;
};

/**
 * Moves entries into the ledger, in transactions of a bounded number of records, some being interpreted
 * while those before them are stored. What the database
 * refuses for what it holds is quarantined alone; all else is stored. Throws while the database is
 * away; some may be stored then.
 */
export async function drainBatch(
  pool: Pool,
  entries: JournalEntry[],
  { interpret = interpretKept, note, settle, isStopping }: Partial<DrainSteps> = {},
): Promise<void> {
  let storing = Promise.resolve();
  let settling = Promise.resolve();
  try {
    for (let from = 0; from < entries.length && !isStopping?.(); from += mostAtOnce) {
      const some = entries.slice(from, from + mostAtOnce);
      await note?.(some, "interpreting");
      const deliveries = await interpretAll(some, interpret);
      await note?.(some, "storing");
      await storing;
      storing = store(pool, some, deliveries);
      settling = Promise.all([settling, storing]).then(() => settle?.(some));
      // Awaited before the next ones are stored, and at the end.
      storing.catch(() => undefined);
      settling.catch(() => undefined);
    }
  } finally {
    await settling;
  }
}

/** In small steps: the database answers the storing of others meanwhile, which is waiting to go on. */
async function interpretAll(
  entries: JournalEntry[],
  interpret: DrainSteps["interpret"],
): Promise<PreparedDelivery[]> {
  const deliveries: PreparedDelivery[] = [];
  let beganMs = performance.now();
  for (const entry of entries) {
    if (entry.kind === "oversized") continue;
    const interpretation = entry.kind === "damaged" ? damagedInterpretation() : interpret(entry);
    deliveries.push(prepareDelivery(entry, interpretation));
    if (performance.now() - beganMs < longestBlockMs) continue;
    await pause();
    beganMs = performance.now();
  }
  return deliveries;
}

async function store(
  pool: Pool,
  entries: JournalEntry[],
  deliveries: PreparedDelivery[],
): Promise<void> {
  await storeReal(
    pool,
    entries.filter((entry) => !isRehearsed(entry)),
    deliveries.filter(({ entry }) => !isRehearsed(entry)),
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
      store: storeDeliveries,
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

const mostAtOnce = 500;
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
    if (!isShadowBroken(error)) throw error;
    // Real events stand behind these; a rehearsal must not hold them up.
    log().error({ err: error }, "deliveries of a test run could not be stored; discarded");
  }
}

async function storeInShadow(client: Transaction, deliveries: PreparedDelivery[]): Promise<void> {
  const mark = await enterShadowSchema(client);
  const open = deliveries.filter(({ entry }) => entry.secretHash === mark);
  if (open.length > 0) await storeDeliveries(client, open);
}

/** A table or a column is missing there, or may not be written. */
function isShadowBroken(error: unknown): boolean {
  return /^(3F|42)/.test(sqlStateOf(error) ?? "");
}

type LongSteps = {
  /** Called before each step, with what that is. */
  note: (step: "opening" | "reading" | "readingWhole" | "storing") => Promise<void>;
  /** Called between two transactions: whatever waits may be done now. */
  meanwhile: () => Promise<void>;
  /** Whether to leave off after the present part. */
  isStopping: () => boolean;
};

/**
 * Moves one entry of any size into the ledger: its records in parts, each in a transaction of its own,
 * and at last the delivery itself with what became of them all. Begun again, it passes over what is
 * stored. False: it was told to leave off. Throws while the database is away.
 */
export async function drainLong(
  pool: Pool,
  entry: JournalEntry,
  { note, meanwhile, isStopping }: LongSteps,
): Promise<boolean> {
  await note("opening");
  if ((await leaveOutStored(prismaOn(pool), [{ entry }])).length === 0) {
    await notifyTaken(pool, entry);
    return true;
  }
  await ensureDeliveryDays(pool, [dayOf(entry.acceptedSeq)]);
  const body = await openKept(entry, async () => {
    await meanwhile();
    // What is done in between notes its own steps.
    await note("opening");
  });
  const sum = new DeliverySum();
  let before = 0;
  for (const parts = nextOf(body.parts); ; ) {
    await note(body.isWhole ? "readingWhole" : "reading");
    const interpretation = await parts();
    if (!interpretation) break;
    await note("storing");
    const part = { interpretation, before };
    const records = await storePart(pool, entry, part, { cap: sum.cap, beforeHalves: meanwhile });
    sum.add(records, interpretation);
    before += interpretation.readings.length;
    if (isStopping()) return false;
    await meanwhile();
  }
  await note("storing");
  await storeSum(pool, entry, sum);
  await notifyTaken(pool, entry);
  return true;
}

/** Somebody may have taken a retry while its delivery had no row yet that could say so. */
async function notifyTaken(pool: Pool, entry: JournalEntry): Promise<void> {
  await inTransaction(pool, (client) => rewriteOutcomes(client, entry));
}

/** Stores a delivery of which the database refuses something: each record for itself. */
async function storeRecordsApart(
  pool: Pool,
  { entry, interpretation }: PreparedDelivery,
): Promise<void> {
  const sum = new DeliverySum();
  const records = await storePart(pool, entry, { interpretation, before: 0 }, { cap: sum.cap });
  sum.add(records, interpretation);
  await storeSum(pool, entry, sum);
  await notifyTaken(pool, entry);
}

async function storeSum(pool: Pool, entry: JournalEntry, sum: DeliverySum): Promise<void> {
  await inTransaction(pool, async (client) => {
    if ((await leaveOutStored(client, [{ entry }])).length === 0) return;
    const { records, outcome, sightings } = sum;
    await tallyDrift(client, [{ ...entry, sightings }]);
    const driftIds = sightings.map(({ id }) => id);
    const body = packBody(entry.body);
    await insertDeliveries(client, [{ entry, body, records: "[]", outcome, driftIds }]);
    await writeLongRecords(client, entry, records);
  });
}

/** The next part each time; undefined at the end. */
function nextOf<T>(open: () => AsyncGenerator<T>): () => Promise<T | undefined> {
  let parts: AsyncGenerator<T> | undefined;
  return async () => {
    parts ??= open();
    const { done, value } = await parts.next();
    return done ? undefined : value;
  };
}
