import "server-only";
import type { Pool } from "pg";
import { inTransaction } from "@/lib/platform/database/transaction";
import { isDuplicateKey, isForbidden, sqlStateOf, timeoutOf } from "@/lib/platform/faults";
import {
  type DayRange,
  limitLockWait,
  listPartitions,
  type Parted,
  type Partition,
} from "./partitions-sql";
import { createPartition } from "./sql";

type Expected = {
  now?: Date;
  /** How much a day is going to hold; otherwise it is told from the days before. */
  bytesPerDay?: number;
};

/** Days that have partitions in the database of a pool. */
const made = new WeakMap<Pool, Set<string>>();

/**
 * Makes partitions for these UTC days, where they have none: of as many days as are expected to hold
 * about `targetBytes`. Where the database doesn't let us, or somebody holds the tables for long,
 * deliveries go to the default partition.
 */
export async function ensureDeliveryDays(
  pool: Pool,
  days: Iterable<string>,
  expected: Expected = {},
): Promise<void> {
  const known = made.get(pool) ?? new Set();
  made.set(pool, known);
  for (const day of [...new Set(days)].toSorted()) {
    if (known.has(day)) continue;
    const outcomes = [
      await coverDay(pool, "delivery", day, expected),
      await coverDay(pool, "delivery_body", day, expected),
    ];
    if (!outcomes.includes("busy")) known.add(day);
  }
}

/**
 * Covers today and tomorrow ahead of time, so that no delivery has to wait for it at midnight. The version
 * before wants a partition of each day: inside a longer one it can't make any (42P17) and drains nothing
 * more, and it drops a longer one by its first day. But it makes tomorrow's, too, so while it runs beside
 * this one, a longer one begins a day ahead of what it drains.
 */
export async function ensureNextDays(pool: Pool, now: Date): Promise<void> {
  await ensureDeliveryDays(pool, [toDay(now.getTime()), toDay(now.getTime() + dayMs)], { now });
}

/** What a partition is to hold of raw bytes: soon dropped, soon copied, and not too many of them. */
const targetBytes = 1_024 ** 3;

/** In days. Each is a multiple of the next, so that all end where the shorter ones do. */
const spans = [28, 7, 1] as const;
/** While nothing is known, so that a wrong guess is over within a week. */
const unknownSpan = 7;
/** Of which the size is known, so that a quiet weekend doesn't decide. */
const measuredDays = 7;

/** Pure. @param bytesPerDay null: unknown */
export function chooseSpan(bytesPerDay: number | null): number {
  if (bytesPerDay === null) return unknownSpan;
  return spans.find((span) => span * bytesPerDay <= targetBytes) ?? 1;
}

/**
 * How much came in a day of the newest partitions before `day`. Pure.
 * @returns null: they have stood for less than a day
 */
export function measureBytesPerDay(partitions: Partition[], day: string, now: Date): number | null {
  let [bytes, days] = [0, 0];
  for (const one of partitions.filter(({ from }) => from < day).toReversed()) {
    const stoodMs = Math.min(toMs(one.to), now.getTime()) - toMs(one.from);
    if (stoodMs <= 0) continue;
    bytes += one.bytes;
    days += stoodMs / dayMs;
    if (days >= measuredDays) break;
  }
  return days < 1 ? null : bytes / days;
}

/**
 * From `day` on what no partition has yet, to where the week or four weeks end, which begin on the same
 * Mondays for every process; null: it has one. Pure. @param ranges the oldest first
 */
export function findFree(ranges: DayRange[], day: string, span: number): DayRange | null {
  if (ranges.some(({ from, to }) => from <= day && day < to)) return null;
  const next = ranges.find(({ from }) => from > day)?.from;
  const number = toMs(day) / dayMs - firstMonday;
  const end = toDay((Math.floor(number / span + 1) * span + firstMonday) * dayMs);
  return { from: day, to: next && next < end ? next : end };
}

/** Since 1970-01-01. */
const firstMonday = 4;

/**
 * Another process may decide at the same time, and otherwise: what the database refuses is tried again by
 * what is there then.
 */
async function coverDay(
  pool: Pool,
  parent: Parted,
  day: string,
  expected: Expected,
): Promise<"settled" | "busy"> {
  let widest: number = spans[0];
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    try {
      const range = await coverOnce(pool, { parent, day, widest }, expected);
      if (range === null) return "settled";
    } catch (error) {
      const state = sqlStateOf(error) ?? "";
      if (timeoutOf(error) === "lock") return "busy";
      // We may not; or another process made the table first, or one of a part of these days.
      if (isForbidden(error) || isDuplicateKey(error) || isMade.has(state)) continue;
      if (state !== hasRows) throw error;
      if (widest === 1) return "settled";
      widest = spans.find((span) => span < widest) ?? 1;
    }
  }
  return "settled";
}

/** @returns the partition that was made; null: there was one */
async function coverOnce(
  pool: Pool,
  { parent, day, widest }: { parent: Parted; day: string; widest: number },
  { bytesPerDay, now = new Date() }: Expected,
): Promise<DayRange | null> {
  return inTransaction(
    pool,
    async (client) => {
      await limitLockWait(client);
      const { partitions } = await listPartitions(client, parent);
      if (!findFree(partitions, day, 1)) return null;
      const bodies = await listPartitions(client, "delivery_body");
      const expected = bytesPerDay ?? measureBytesPerDay(bodies.partitions, day, now);
      const range = findFree(partitions, day, Math.min(chooseSpan(expected), widest));
      const name = `${parent}_${day.replaceAll("-", "")}`;
      if (range) await createPartition(client, { name, parent, from: range.from, to: range.to });
      return range;
    },
    "READ COMMITTED",
  );
}

const mostAttempts = 6;
/** The default partition has rows of these days. */
const hasRows = "23514";
const isMade = new Set(["42P07", "42P17"]);

export const dayMs = 86_400_000;

export function toDay(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}

function toMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
