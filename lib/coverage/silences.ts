import "server-only";
import { randomUUID } from "node:crypto";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { Temporal } from "temporal-polyfill";
import { readDatabaseNow } from "@/lib/ops/clock-sql";
import { type Loop, newStep, runLoop } from "@/lib/ops/loop";
import { claimTask, holdTask, releaseTasks, runTask } from "@/lib/ops/task-lease";
import { backgroundPool } from "@/lib/platform/database/db";
import { type Database, inTransaction, prismaOn } from "@/lib/platform/database/transaction";
import { describeApart } from "@/lib/platform/process/event-clock";
import { processWide } from "@/lib/platform/process/process-wide";
import { env } from "@/lib/platform/settings/env";
import { listGaps } from "./gaps";
import { countHours, type FoundSilence, replaceSilences, type Silence } from "./sql";

/**
 * Looks for silences every few minutes, for the life of this process.
 * @param knownUpTo up to when whatever was accepted is in the ledger
 */
export function startSilenceSearch(knownUpTo: () => Promise<Date>): Loop {
  return processWide("earshotSilenceSearch", () => newSearch(knownUpTo))();
}

const everyMs = 5 * 60_000;
/** A process that starts looks at once, unless one has looked so lately. */
const enoughSeconds = 4 * 60;
const retryMs = 10_000;
/** Where a search is long, so is the rest: it takes a hundredth of the time at most. */
const restShare = 100;
/** A call is told of when it has ended, so the last minutes are never complete. */
const longCallMs = 20 * 60_000;
const farewellMs = 1_000;

function newSearch(knownUpTo: () => Promise<Date>): Loop {
  const claimant = randomUUID();
  const ending = new AbortController();
  let hasFailed = false;
  let restMs = everyMs;
  const search = newStep("can't look for silences", async () => {
    const beganMs = performance.now();
    const restSeconds = hasFailed ? 0 : enoughSeconds;
    hasFailed = true;
    restMs = retryMs;
    const knownMs = (await knownUpTo()).getTime();
    await searchSilences(backgroundPool(), {
      upTo: new Date(knownMs - longCallMs),
      timeZone: env().CALLING_SERVICE_TIME_ZONE ?? "UTC",
      claimant,
      restSeconds,
      signal: ending.signal,
    });
    hasFailed = false;
    restMs = Math.max(everyMs, (performance.now() - beganMs) * restShare);
  });
  const worker = runLoop({
    ending,
    turn: async () => {
      await search();
      return restMs;
    },
    atEnd: () => releaseTasks(backgroundPool(), claimant).catch(() => undefined),
  });
  return {
    wake: worker.wake,
    stop: async () => {
      await Promise.race([worker.stop(), sleep(farewellMs)]);
    },
  };
}

type SilenceSearch = {
  /** Up to when the ledger knows all calls. */
  upTo: Date;
  /** In which weekdays and hours are taken. */
  timeZone: string;
  claimant: string;
  /** A search that is younger, of whatever process, is enough. */
  restSeconds: number;
  /** This server's clock. */
  serverNow?: Date;
  signal?: AbortSignal;
};

/**
 * Looks for silences of the last two weeks, and takes back older ones that have filled since; judges
 * nothing while the clocks of server and database differ. False: another process does so, or has just
 * done so, or it was broken off.
 */
export async function searchSilences(
  pool: Pool,
  { upTo, timeZone, claimant, restSeconds, serverNow = new Date(), signal }: SilenceSearch,
): Promise<boolean> {
  const task = await claimTask(pool, "silence-search", claimant, restSeconds);
  if (!task) return false;
  const toMs = upTo.getTime();
  const sinceMs = toMs - searchedWeeks * weekMs;
  const span = { fromMs: sinceMs - comparedWeeks * weekMs, toMs };
  const work = async (ending: AbortSignal) => {
    const fault = describeApart(serverNow, await readDatabaseNow(prismaOn(pool)));
    if (fault) return fault;
    const hours = layOutHours(span, timeZone, await listUnheard(span));
    const watched = { ...span, hours, sinceMs, timeZone };
    const silences = await findAll(prismaOn(pool), watched, ending);
    await inTransaction(pool, async (client) => {
      // First of all: what renews the claim meanwhile would be a conflict.
      await holdTask(client, task);
      await replaceSilences(client, new Date(sinceMs), silences);
    });
    return null;
  };
  return runTask(pool, task, work, signal);
}

const searchedWeeks = 2;

/** Expects nothing of the times when Earshot did not listen: they are gaps of their own. */
async function listUnheard({ fromMs, toMs }: Span): Promise<Span[]> {
  const [fromAt, toAt] = [new Date(fromMs), new Date(toMs)];
  const { gaps } = await listGaps({ fromAt, toAt, campaigns: [], most: 10_000, now: toAt });
  return gaps.map((gap) => ({ fromMs: Date.parse(gap.fromAt), toMs: Date.parse(gap.toAt) }));
}

type Watched = Span & { hours: WatchedHour[]; sinceMs: number; timeZone: string };

async function findAll(
  client: Database,
  { fromMs, toMs, hours, sinceMs, timeZone }: Watched,
  ending: AbortSignal,
): Promise<Silence[]> {
  const span = { fromMs: hours[0]?.startMs ?? fromMs, toMs };
  const counted = await countHours(client, span, { timeZone, least: leastCalls });
  const silences: Silence[] = [];
  for (const [series, counts] of counted) {
    silences.push(...findSilences(counts, hours, sinceMs).map((found) => ({ ...found, series })));
    // Between two campaigns requests have their turn.
    await setImmediate();
    ending.throwIfAborted();
  }
  return silences;
}

/** So many calls must have been to be expected before their absence is called a silence. */
const leastExpected = 6;

export const hourMs = 3_600_000;
export const weekMs = 7 * 24 * hourMs;
/** The same hour of so many weeks before is what an hour is held against. */
const comparedWeeks = 6;
const leastWeeks = 3;
/** Fewer calls than these make no silence. */
const leastCalls = leastExpected * leastWeeks;

/**
 * Runs of hours without a call in which at least `leastExpected` were to be expected, as far as they
 * reach beyond `sinceMs`. An hour's expectation is careful: what the same hour of the same weekday
 * brought in the second poorest of the last six weeks, or in the poorest while there are fewer than
 * five. Nothing is expected in what was not listened to, before three weeks of calls, or once a week
 * has passed without any.
 * @param counts calls by `wallMs` of their hour
 */
export function findSilences(
  counts: ReadonlyMap<number, number>,
  hours: WatchedHour[],
  sinceMs: number,
): FoundSilence[] {
  const expect = newExpectation(counts, hours);
  const found: FoundSilence[] = [];
  let run: EmptyHour[] = [];
  const close = (isLast: boolean) => {
    const silence = judgeRun(run);
    const isOngoing = isLast && silence?.toMs === run.at(-1)?.endMs;
    if (silence && silence.toMs > sinceMs) found.push({ ...silence, isOngoing });
    run = [];
  };
  // What is empty from farther back has been so for more than a week.
  for (const hour of hours.filter(({ endMs }) => endMs > sinceMs - weekMs)) {
    if ((counts.get(hour.wallMs) ?? 0) > 0) close(false);
    else run.push({ ...hour, expected: expect(hour) });
  }
  close(true);
  return found;
}

type EmptyHour = WatchedHour & { expected: number };

/** From the first hour that expected something to the last. */
function judgeRun(run: EmptyHour[]): Omit<FoundSilence, "isOngoing"> | undefined {
  const lastsMs = (run.at(-1)?.endMs ?? 0) - (run[0]?.startMs ?? 0);
  const expecting = run.filter(({ expected }) => expected > 0);
  const [first, last] = [expecting[0], expecting.at(-1)];
  const expected = expecting.reduce((sum, hour) => sum + hour.expected, 0);
  if (!first || !last || lastsMs > weekMs || expected < leastExpected) return undefined;
  return { fromMs: first.startMs, toMs: last.endMs, expected: Math.floor(expected) };
}

function newExpectation(counts: ReadonlyMap<number, number>, hours: WatchedHour[]) {
  const firstWallMs = [...counts.keys()].reduce((one, other) => Math.min(one, other), Infinity);
  const heard = new Set(
    hours.filter(({ watchedShare }) => watchedShare === 1).map(({ wallMs }) => wallMs),
  );
  return ({ wallMs, watchedShare }: WatchedHour): number => {
    if (wallMs - firstWallMs < leastWeeks * weekMs) return 0;
    const brought = Array.from({ length: comparedWeeks }, (_, n) => wallMs - (n + 1) * weekMs)
      .filter((past) => past >= firstWallMs && heard.has(past))
      .map((past) => counts.get(past) ?? 0)
      .sort((one, other) => one - other);
    if (brought.length < leastWeeks) return 0;
    return (brought[brought.length < 5 ? 0 : 1] ?? 0) * watchedShare;
  };
}

/** An hour of a zone's clock. Where the clock is set back it lasts two, where it is set forward none. */
type WatchedHour = {
  /** What the clock shows at its beginning, in milliseconds as if it were UTC. */
  wallMs: number;
  startMs: number;
  /** Of one that still runs, now. */
  endMs: number;
  /** How much of it is over and was listened to, from 0 to 1. */
  watchedShare: number;
};

export type Span = { fromMs: number; toMs: number };

/** The hours of a zone that touch a span; those that its clock leaves out are left out. */
export function layOutHours(span: Span, timeZone: string, unheard: Span[]): WatchedHour[] {
  const firstWallMs = Math.floor(toWall(span.fromMs, timeZone) / hourMs) * hourMs;
  const count = Math.ceil((toWall(span.toMs, timeZone) - firstWallMs) / hourMs);
  const walls = Array.from({ length: Math.max(count, 0) + 1 }, (_, n) => firstWallMs + n * hourMs);
  const toInstant = newClock(timeZone);
  const starts = walls.map(toInstant);
  return walls.slice(0, -1).flatMap((wallMs, n) => {
    const [startMs, fullMs] = [starts[n] ?? 0, starts[n + 1] ?? 0];
    const endMs = Math.min(fullMs, span.toMs);
    if (endMs <= startMs) return [];
    const unheardMs = unheard
      .map(({ fromMs, toMs }) => Math.min(toMs, endMs) - Math.max(fromMs, startMs))
      .reduce((sum, ms) => sum + Math.max(0, ms), 0);
    const watchedShare = Math.max(0, endMs - startMs - unheardMs) / (fullMs - startMs);
    return [{ wallMs, startMs, endMs, watchedShare }];
  });
}

const dayMs = 24 * hourMs;

/** When the zone's clock shows a time. Only days of more or fewer hours are asked for each of them. */
function newClock(timeZone: string): (wallMs: number) => number {
  const offsets = new Map<number, number | null>();
  return (wallMs) => {
    const day = Math.floor(wallMs / dayMs) * dayMs;
    let offset = offsets.get(day);
    if (offset === undefined) {
      const [start, end] = [fromWall(day, timeZone), fromWall(day + dayMs, timeZone)];
      offset = end - start === dayMs ? day - start : null;
      offsets.set(day, offset);
    }
    return offset === null ? fromWall(wallMs, timeZone) : wallMs - offset;
  };
}

function toWall(instantMs: number, timeZone: string): number {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(timeZone);
  return zoned.toPlainDateTime().toZonedDateTime("UTC").epochMilliseconds;
}

function fromWall(wallMs: number, timeZone: string): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO("UTC");
  return wall.toPlainDateTime().toZonedDateTime(timeZone).epochMilliseconds;
}
