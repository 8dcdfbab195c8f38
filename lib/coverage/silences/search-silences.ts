import "server-only";
import { setImmediate } from "node:timers/promises";
import type { Pool } from "pg";
import { Temporal } from "temporal-polyfill";
import { inTransaction, type Transaction, toList } from "@/lib/platform/database/transaction";
import { Prisma } from "@/prisma/client/client";
import { listGaps } from "../queries";
import { allCalls } from "../views";

type SilenceSearch = {
  /** Up to when the ledger knows all calls. */
  upTo: Date;
  /** In which weekdays and hours are taken. */
  timeZone: string;
  /** A search that is younger, of whatever process, is enough. */
  notAfter: Date;
};

type Silence = FoundSilence & { series: string };

/**
 * Looks for silences of the last two weeks, and takes back older ones that have filled since. False:
 * another process has just done so.
 */
export async function searchSilences(pool: Pool, search: SilenceSearch): Promise<boolean> {
  const toMs = search.upTo.getTime();
  const sinceMs = toMs - searchedWeeks * weekMs;
  const span = { fromMs: sinceMs - comparedWeeks * weekMs, toMs };
  const unheard = await listUnheard(span);
  return inTransaction(pool, async (client) => {
    if (!(await claimSearch(client, search))) return false;
    const silences = await findAll(client, span, sinceMs, unheard, search.timeZone);
    await client.$executeRaw`DELETE FROM silence WHERE to_at > ${new Date(sinceMs)}`;
    await client.$executeRaw`UPDATE silence SET is_ongoing = false WHERE is_ongoing`;
    await client.$executeRaw(takeBackFilled);
    await insertSilences(client, silences);
    return true;
  });
}

const searchedWeeks = 2;

/** Expects nothing of the times when Earshot did not listen: they are gaps of their own. */
async function listUnheard({ fromMs, toMs }: Span): Promise<Span[]> {
  const [fromAt, toAt] = [new Date(fromMs), new Date(toMs)];
  const { gaps } = await listGaps({ fromAt, toAt, campaigns: [], most: 10_000, now: toAt });
  return gaps.map((gap) => ({ fromMs: Date.parse(gap.fromAt), toMs: Date.parse(gap.toAt) }));
}

async function claimSearch(client: Transaction, { notAfter }: SilenceSearch): Promise<boolean> {
  const rowCount = await client.$executeRaw`
    INSERT INTO silence_search VALUES (1, now())
    ON CONFLICT (id) DO UPDATE SET searched_at = now()
      WHERE silence_search.searched_at <= ${notAfter} OR silence_search.searched_at > now()`;
  return rowCount === 1;
}

async function findAll(
  client: Transaction,
  span: Span,
  sinceMs: number,
  unheard: Span[],
  timeZone: string,
): Promise<Silence[]> {
  const hours = layOutHours(span, timeZone, unheard);
  const fromMs = hours[0]?.startMs ?? span.fromMs;
  const counted = await countHours(client, { ...span, fromMs }, timeZone, leastCalls);
  const silences: Silence[] = [];
  for (const [series, counts] of counted) {
    silences.push(...findSilences(counts, hours, sinceMs).map((found) => ({ ...found, series })));
    // Between two campaigns requests have their turn.
    await setImmediate();
  }
  return silences;
}

/** Late deliveries fill silences that nobody looks for any more. */
const takeBackFilled = Prisma.raw(`
  DELETE FROM silence WHERE
    series = '*' AND EXISTS (
      SELECT FROM recording WHERE created_at >= from_at AND created_at < to_at)
    OR series = '~' AND EXISTS (
      SELECT FROM recording
      WHERE campaign IS NULL AND created_at >= from_at AND created_at < to_at)
    OR series LIKE '=%' AND EXISTS (
      SELECT FROM recording
      WHERE campaign = substr(series, 2) AND created_at >= from_at AND created_at < to_at)`);

async function insertSilences(client: Transaction, silences: Silence[]): Promise<void> {
  await client.$executeRaw`
    INSERT INTO silence (series, from_at, to_at, is_ongoing, expected)
    SELECT * FROM unnest(
        ${toList(silences.map(({ series }) => series))}::text[],
        ${toList(silences.map(({ fromMs }) => new Date(fromMs)))}::timestamptz[],
        ${toList(silences.map(({ toMs }) => new Date(toMs)))}::timestamptz[],
        ${toList(silences.map(({ isOngoing }) => isOngoing))}::boolean[],
        ${toList(silences.map(({ expected }) => expected))}::int[])`;
}

/** Calls by `wallMs` of their hour. */
type HourlyCounts = Map<number, number>;

/**
 * Counts the calls of each hour of the zone's clock, for all of them together and for every campaign
 * that has `least` or more in this span.
 */
async function countHours(
  client: Transaction,
  { fromMs, toMs }: Span,
  timeZone: string,
  least: number,
): Promise<Map<string, HourlyCounts>> {
  const rows = await client.$queryRaw<{ series: string; wall_ms: number; calls: number }[]>`
    WITH hourly AS (
      SELECT campaign, date_trunc('hour', created_at AT TIME ZONE ${timeZone}) AS wall, count(*) AS calls
      FROM recording WHERE created_at >= ${new Date(fromMs)} AND created_at < ${new Date(toMs)}
      GROUP BY 1, 2
    ), counted AS (
      SELECT coalesce('=' || campaign, '~') AS series, wall, calls,
             sum(calls) OVER (PARTITION BY campaign) AS of_series
      FROM hourly
      UNION ALL
      SELECT ${allCalls}, wall, sum(calls), ${least} FROM hourly GROUP BY wall
    )
    SELECT series, (extract(epoch FROM wall) * 1000)::float8 AS wall_ms, calls::int
    FROM counted WHERE of_series >= ${least}`;
  const counted = new Map<string, HourlyCounts>();
  for (const { series, wall_ms, calls } of rows) {
    const counts = counted.get(series) ?? new Map();
    counted.set(series, counts.set(wall_ms, calls));
  }
  return counted;
}

type FoundSilence = {
  fromMs: number;
  toMs: number;
  /** No call has come since. */
  isOngoing: boolean;
  /** Calls that it should have brought at least. */
  expected: number;
};

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
