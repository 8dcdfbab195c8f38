import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { z } from "zod";
import { log } from "@/lib/ops/log";
import { type Loop, runLoop } from "@/lib/ops/loop";
import { backgroundPool } from "@/lib/platform/database/db";
import { inTransaction, prismaOn } from "@/lib/platform/database/transaction";
import { sqlStateOf } from "@/lib/platform/faults";
import { processWide } from "@/lib/platform/process/process-wide";
import { newTopic } from "@/lib/platform/process/topic";
import type { Prisma } from "@/prisma/client/client";
import { foldCounts, foldCustomerCalls, whileFolding } from "./changes";
import { recountCustomers } from "./customers-sql";
import {
  dropUnkept,
  fillPeriods,
  findEnd,
  findUnfilled,
  forgetUnwanted,
  lockFolding,
  noteZone,
  readFilledTo,
  readNowIn,
  readZones,
} from "./sql";
import {
  chooseDays,
  compareBroadDays,
  compareCustomers,
  compareDays,
  compareKeys,
  compareLongPeriods,
  compareQuarters,
  everything,
  findExample,
  recountQuarters,
} from "./verify-sql";

/** When the totals held all changes of before, in milliseconds since 1970. */
export const totalsAddedUp = newTopic("totals-added-up", z.number());
const zoneWanted = newTopic("zone-wanted", z.string());
/** The worker of this process, if it has one. */
const own = processWide("earshotTotalling", (): { worker?: Loop; moreAtMs?: number } => ({}));
const wantedZones = processWide("earshotWantedZones", () => new Set<string>());
const pauseMs = 2_000;
/** So long changes gather while many come: together they cost less. */
const gatherMs = 400;

/** Keeps what is derived from the calls up to date, for the life of this process. */
export function startTotalling(): Loop {
  own().worker ??= newTotalling();
  return own().worker as Loop;
}

/** Something was stored by this process; more is on its way, or not. */
export function hurryTotals({ hasMore }: { hasMore: boolean }): void {
  if (hasMore) own().moreAtMs = performance.now();
  else own().worker?.wake();
}

/** Somebody asked for the days of a zone: they shall be counted, if they aren't yet. */
export function wantZone(zone: string): void {
  const told = wantedZones();
  if (told.has(zone)) return;
  // Again in a while, for a worker that was not there.
  told.add(zone);
  setTimeout(() => told.delete(zone), wantAgainMs).unref();
  zoneWanted.publish(zone);
}

const wantAgainMs = 10_000;
const hourMs = 3_600_000;

function newTotalling(): Loop {
  const wanted = new Set<string>();
  const keptAtMs = new Map<string, number>();
  let isFaulty = false;
  let forgotAtMs = 0;

  const keepWanted = async () => {
    for (const zone of wanted) {
      const isKept = await keepZone(backgroundPool(), zone);
      wanted.delete(zone);
      keptAtMs.set(zone, Date.now());
      log().info({ zone, isKept }, "a zone whose days are wanted");
    }
    if (Date.now() - forgotAtMs < hourMs) return;
    forgotAtMs = Date.now();
    await forgetZones(backgroundPool());
  };
  /** What failed in this turn. */
  const faults: unknown[] = [];
  /** Each apart, so that what fails holds up nothing else. @returns whether there may be more of it */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      return (await work()) === true;
    } catch (error) {
      faults.push(error);
      return false;
    }
  };
  /** @returns whether there may be more to add up */
  const fold = async (signal: AbortSignal): Promise<boolean> => {
    const beganMs = Date.now();
    let left = [foldCounts, foldCustomerCalls];
    while (left.length > 0 && !signal.aborted) {
      const unfinished: typeof left = [];
      for (const foldSlice of left) {
        if (await attempt(() => foldSlice(backgroundPool()))) unfinished.push(foldSlice);
      }
      left = unfinished;
      if (left.length > 0 && isMuchStored()) {
        await givePrecedence(signal);
        return true;
      }
    }
    if (!signal.aborted && faults.length === 0) totalsAddedUp.publish(beganMs);
    return false;
  };
  const worker = runLoop({
    turn: async (signal) => {
      faults.length = 0;
      const isMore = await fold(signal);
      await attempt(keepWanted);
      const hasMore = (await attempt(() => fillZones(backgroundPool()))) || isMore;
      const [fault] = faults;
      if (fault !== undefined && !isFaulty) {
        log().warn({ err: fault }, "the totals can't be updated; retrying");
      }
      isFaulty = fault !== undefined;
      if (isFaulty) await sleep(pauseMs);
      else if (!hasMore) await sleep(gatherMs);
      return hasMore ? 0 : pauseMs;
    },
  });
  const unsubscribe = zoneWanted.subscribe((zone) => {
    if (Date.now() - (keptAtMs.get(zone) ?? 0) < hourMs) return;
    wanted.add(zone);
    worker.wake();
  });
  return {
    wake: worker.wake,
    stop: () => {
      unsubscribe();
      return worker.stop();
    },
  };
}

/** While much is being stored, what is derived from it waits, but for a slice now and then. */
async function givePrecedence(signal: AbortSignal): Promise<void> {
  for (let ms = 0; ms < longestWaitMs && isMuchStored() && !signal.aborted; ms += lookMs) {
    await sleep(lookMs);
  }
}

function isMuchStored(): boolean {
  return performance.now() - (own().moreAtMs ?? Number.NEGATIVE_INFINITY) < muchMs;
}

const muchMs = 2_000;
const lookMs = 100;
const longestWaitMs = 5_000;

/**
 * Makes the days of a zone from the quarters, a bounded number at a time; what changes meanwhile is
 * added. @returns whether there is more to do
 */
async function fillZone(pool: Pool, zone: string): Promise<boolean> {
  return whileFolding(pool, async (client) => {
    const from = await readFilledTo(client, zone);
    if (from === undefined) return false;
    const to = await findEnd(client, from, mostQuarters);
    await fillPeriods(client, zone, { from, to });
    return to !== "infinity";
  });
}

const mostQuarters = 50_000;

/** Always kept: what needs no zone is told from it. */
export const anyZone = "UTC";

/**
 * Counts calls in the days of a zone too, from then on and of before. Nobody waits for it. False: the
 * database doesn't know the zone, or people look from as many others as may be kept.
 */
export async function keepZone(pool: Pool, zone: string): Promise<boolean> {
  if (!(await isKnown(pool, zone))) return false;
  return whileFolding(pool, async (client) => {
    const isAmongThem = await noteZone(client, zone, { anyZone, mostZones });
    await dropUnkept(client);
    return isAmongThem;
  });
}

/**
 * Goes on with the zones that are being filled, unless the quarters are to be counted anew before.
 * @returns whether there is more to do
 */
export async function fillZones(pool: Pool): Promise<boolean> {
  const zone = await findUnfilled(prismaOn(pool), anyZone);
  if (zone === undefined) return false;
  await fillZone(pool, zone);
  return true;
}

/** Nobody has looked from there for a month. */
export async function forgetZones(pool: Pool): Promise<void> {
  await whileFolding(pool, async (client) => {
    if (await forgetUnwanted(client, anyZone)) await dropUnkept(client);
  });
}

/** More than there are offsets on earth. Each takes as much time and disk as the first. */
const mostZones = 64;
const unknownZoneState = "22023";

async function isKnown(pool: Pool, zone: string): Promise<boolean> {
  try {
    await readNowIn(prismaOn(pool), zone);
    return true;
  } catch (error) {
    if (sqlStateOf(error) === unknownZoneState) return false;
    throw error;
  }
}

/** Something derived says otherwise than the calls: how many rows of it, and one of them. */
export type Discrepancy = { of: string; rows: number; example: string };

/**
 * Compares all that is derived from the calls with what they say, on one snapshot; nobody waits.
 * @param pool without a limit on the time of a statement
 * @param days so many by chance, and their customers; undefined: all
 */
export async function verifyCounts(pool: Pool, days?: number): Promise<Discrepancy[]> {
  return inTransaction(pool, async (client) => {
    const scope = days === undefined ? everything : await chooseDays(client, days);
    const zones = await readZones(client);
    const comparisons: [string, Prisma.Sql][] = [
      ["calls of quarters", compareQuarters(scope)],
      ["keys of counts", compareKeys()],
      ["calls of customers", compareCustomers(scope)],
      ...zones.flatMap((zone): [string, Prisma.Sql][] => [
        [`calls of days in ${zone}`, compareDays(scope, zone)],
        [`broad counts of days in ${zone}`, compareBroadDays(scope, zone)],
        [`calls of longer periods in ${zone}`, compareLongPeriods(scope, zone, "rollup_period")],
        [
          `broad counts of longer periods in ${zone}`,
          compareLongPeriods(scope, zone, "rollup_broad"),
        ],
      ]),
    ];
    const found: Discrepancy[] = [];
    for (const [of, differing] of comparisons) {
      const row = await findExample(client, differing);
      if (row) found.push({ of, ...row });
    }
    return found;
  });
}

/**
 * Derives all that is derived from the calls anew, on one snapshot: what is stored meanwhile is noted
 * beside it, and nobody waits. The days of zones are made of it afterwards. Whole or not at all.
 * @param pool without a limit on the time of a statement
 */
export async function countAnew(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockFolding(client);
    await recountQuarters(client);
    await recountCustomers(client);
  });
}
