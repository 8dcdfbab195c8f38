import pg from "pg";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase } from "@/lib/platform/database/test-database";
import { prismaOn, toList } from "@/lib/platform/database/transaction";
import { drainBatch } from "../drain/drain-batch";
import type { JournalEntry } from "../journal/journal";
import { SequenceGenerator, toDeliveryId } from "../journal/sequence";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { createPartition } from "../store/sql";
import { dayAfter } from "./body-ranges";

/** A database of its own for one test file. */
export async function openTestRetention(newest: string | null = "2089-12-31") {
  const database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.LOG_LEVEL = "silent";
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
  // What came last bounds what goes.
  if (newest) await drainBatch(pool, [acceptOn(newest, understood())]);
  const parted = new Set<string>();
  const makeDay = async (day: string) => {
    const to = dayAfter(day);
    for (const parent of ["delivery", "delivery_body"]) {
      const name = `${parent}_${day.replaceAll("-", "")}`;
      await createPartition(prismaOn(pool), { name, parent, from: day, to });
    }
  };
  /** Drains deliveries as if they had been accepted that day. */
  const deliver = async (day: string, bodies: (object | string)[]): Promise<JournalEntry[]> => {
    const entries = bodies.map((body) => acceptOn(day, body));
    await drainBatch(pool, entries);
    return entries;
  };
  return {
    pool,
    url: database.url,
    close: async () => {
      await Promise.all([pool.end(), closeDatabase()]);
    },
    /** The setting and the last tidying; deliveries stay, so each test has days of its own. */
    forget: () => prismaOn(pool).$executeRaw`
      TRUNCATE setting, upkeep, reread_job, body_drop, oversized_body`,
    deliver,
    /** The same into a partition of that day alone, as large installations and older versions have it. */
    deliverOn: async (day: string, bodies: (object | string)[]): Promise<JournalEntry[]> => {
      if (!parted.has(day)) await makeDay(day);
      parted.add(day);
      return deliver(day, bodies);
    },
    /** The ids of deliveries whose bytes are there. */
    readKept: async (entries: JournalEntry[]): Promise<string[]> => {
      const rows = await prismaOn(pool).$queryRaw<{ id: string }[]>`
        SELECT id FROM delivery_body WHERE id = ANY(${toList(entries.map(({ deliveryId }) => deliveryId))}::uuid[]) ORDER BY id`;
      return rows.map(({ id }) => id);
    },
    partitionOf: async ({ deliveryId }: JournalEntry): Promise<string | undefined> => {
      const rows = await prismaOn(pool).$queryRaw<{ name: string }[]>`
        SELECT tableoid::regclass::text AS name FROM delivery_body WHERE id = ${deliveryId}`;
      return rows[0]?.name;
    },
  };
}

export type TestRetention = Awaited<ReturnType<typeof openTestRetention>>;

export function acceptOn(day: string, body: object | string): JournalEntry {
  const clock =
    clocks.get(day) ?? new SequenceGenerator(1, 0n, () => Date.parse(`${day}T12:00:00Z`));
  clocks.set(day, clock);
  const acceptedSeq = clock.next();
  return { ...toNewEntry(body), acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
}

const clocks = new Map<string, SequenceGenerator>();

let recordings = 0;
export const understood = () => toPayload(`kept-${++recordings}`);
export const heldBack = () => ({ id: `held-${++recordings}`, summary: "Nothing else came." });

/** Noon of the first day on which a day is over a limit as a whole. */
export function whenOver(day: string, retentionDays: number): Date {
  return new Date(Date.parse(`${day}T00:00:01Z`) + (retentionDays + 1) * 86_400_000);
}
