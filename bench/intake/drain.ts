import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { toDelivery } from "@/bin/database/seed-calls";
import { drainBatch } from "@/lib/intake/drain/drain-batch";
import { SequenceGenerator } from "@/lib/intake/journal/sequence";
import { migrate } from "@/lib/platform/migrations/migrate";
import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { foldCounts, foldCustomerCalls } from "@/lib/recordings/totals/changes";
import { makeCallRecord, toDocument } from "../bodies/call-record";
import { atMost, type Figure, reported } from "../report/figure";
import { median } from "../report/percentile";
import { say } from "../report/say";
import { fillLedger } from "../server/fill-ledger";
import type { Setting } from "./scenario";

/** As many as the worker takes at a time. */
const atOnce = 4_000;

/**
 * What a call costs the database on its way from the journal into the ledger: time, bytes of its log and
 * on the disk; and what a repeat of it costs, in turns with new ones.
 */
export async function measureDrain({
  isShort,
  scratch,
  rows,
  ...setting
}: Setting): Promise<Figure[]> {
  const filled = rows || (isShort ? 20_000 : 250_000);
  const { rounds, events } = isShort ? { rounds: 2, events: 1_000 } : { rounds: 10, events: 4_000 };
  const source = await setting.source();
  return scratch.enclose(async () => {
    const dataDirectory = scratch.path("drain");
    await mkdir(dataDirectory, { recursive: true });
    const postgres = await startEmbeddedPostgres({
      dataDirectory,
      password: "bench",
      say: () => undefined,
    });
    scratch.defer(() => postgres.stop());
    await migrate(postgres.ownerUrl, join(source, "prisma", "migrations"));
    await fillLedger(postgres.superuserUrl, filled);
    const pool = new pg.Pool({ connectionString: postgres.superuserUrl });
    scratch.defer(() => pool.end());

    const acceptance = new SequenceGenerator(0, 0n, Date.now);
    const drain = async (prefix: string, count: number) => {
      const entries = Array.from({ length: count }, (_, n) =>
        toDelivery(toDocument(makeCallRecord(`${prefix}-${n}`, n)), acceptance.next()),
      );
      const before = await weigh(pool);
      const beganMs = performance.now();
      for (let from = 0; from < count; from += atOnce) {
        await drainBatch(pool, entries.slice(from, from + atOnce));
      }
      const seconds = (performance.now() - beganMs) / 1_000;
      const after = await weigh(pool);
      while (await foldCounts(pool));
      while (await foldCustomerCalls(pool));
      const folded = await weigh(pool);
      return {
        perSecond: count / seconds,
        logBytes: (folded.log - before.log) / count,
        logBytesOfFolding: (folded.log - after.log) / count,
        diskBytes: (folded.disk - before.disk) / count,
      };
    };

    await drain("warm-up", events);
    const drained: Record<"fresh" | "repeat", Awaited<ReturnType<typeof drain>>[]> = {
      fresh: [],
      repeat: [],
    };
    for (let round = 1; round <= rounds; round++) {
      const fresh = await drain(`call-${round}`, events);
      const repeat = await drain(`call-${round}`, events);
      drained.fresh.push(fresh);
      drained.repeat.push(repeat);
      say(
        `drain ${round}/${rounds}: ${fresh.perSecond.toFixed(0)} new calls a second, ` +
          `${repeat.perSecond.toFixed(0)} repeats`,
      );
    }
    const { fresh, repeat } = drained;
    const ofBoth = fresh.map((one, n) => one.perSecond / (repeat[n]?.perSecond ?? 0));
    const mean = (values: number[]) =>
      values.reduce((sum, value) => sum + value, 0) / values.length;
    return [
      reported("drain.rows", filled, "calls"),
      reported("drain.per-second", median(fresh.map(({ perSecond }) => perSecond)), "events/s"),
      atMost("drain.repeat-of-new", median(ofBoth), "ratio", 0.333),
      // Adding up what is derived from it included.
      atMost("drain.log", mean(fresh.map(({ logBytes }) => logBytes)), "bytes/event", 10_000),
      reported(
        "drain.log-of-folding",
        mean(fresh.map(({ logBytesOfFolding }) => logBytesOfFolding)),
        "bytes/event",
      ),
      reported("drain.log-of-repeat", mean(repeat.map(({ logBytes }) => logBytes)), "bytes/event"),
      atMost("drain.disk", mean(fresh.map(({ diskBytes }) => diskBytes)), "bytes/call", 4_500),
    ];
  });
}

/** Of the whole cluster: what it has written into its log, and what its tables and indexes take. */
async function weigh(pool: pg.Pool): Promise<{ log: number; disk: number }> {
  const { rows } = await pool.query<{ log: string; disk: string }>(
    `SELECT pg_current_wal_insert_lsn() - '0/0' AS log, pg_database_size(current_database()) AS disk`,
  );
  return { log: Number(rows[0]?.log), disk: Number(rows[0]?.disk) };
}
