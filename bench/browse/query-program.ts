import { setTimeout as sleep } from "node:timers/promises";
import { closeDatabase } from "@/lib/platform/database/db";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { listRecordings } from "@/lib/recordings/query/queries";
import { median } from "../report/percentile";
import { filters } from "./filters";
import { findLastCursor } from "./find-last-cursor";
import { withClient } from "./open-seeded-server";
import type { QueryResult, QueryResults } from "./query-result";

/** Asks for the page of each filter as the product does, and what PostgreSQL read for it. */
const databaseUrl = process.env.DATABASE_URL ?? "";
const rounds = Number(process.argv[2]);
const cursor = await findLastCursor(databaseUrl);

const results: QueryResult[] = [];
for (const { name, search } of filters) {
  const parameters = new URLSearchParams(search.replace("after=last", ""));
  if (search === "after=last") parameters.set("after", cursor);
  const query = parseRecordingQuery(parameters);
  const list = () => listRecordings(query, { timeZone: "UTC" });

  const counted: Counted[] = [];
  for (let time = 0; time < 3; time++) counted.push(await countReads(list));

  const times: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const begunAt = performance.now();
    await list();
    if (round >= 0) times.push(performance.now() - begunAt);
  }
  results.push({
    name,
    shown: counted[0]?.shown ?? 0,
    medianMs: median(times),
    // The product's upkeep, which goes on, can only add to them.
    rowsRead: Math.min(...counted.map(({ rowsRead }) => rowsRead)),
    sequentialScans: Math.min(...counted.map(({ sequentialScans }) => sequentialScans)),
  });
}
const signs = { sign: [] as number[], word: [] as number[] };
for (let round = -1; round < 4 * rounds; round++) {
  for (const [which, q] of [
    ["sign", "猫"],
    ["word", "complaint"],
  ] as const) {
    const query = parseRecordingQuery(new URLSearchParams({ q }));
    const begunAt = performance.now();
    await listRecordings(query, { timeZone: "UTC" });
    if (round >= 0) signs[which].push(performance.now() - begunAt);
  }
}
await closeDatabase();
process.stdout.write(JSON.stringify({ results, signs } satisfies QueryResults));

type Counted = { shown: number; rowsRead: number; sequentialScans: number };

async function countReads(list: () => ReturnType<typeof listRecordings>): Promise<Counted> {
  // What a connection has read is known once it has ended.
  await closeDatabase();
  const before = await readCounters();
  const { rows } = await list();
  await closeDatabase();
  const after = await readCounters();
  return {
    shown: rows.length,
    rowsRead: after.rowsRead - before.rowsRead,
    sequentialScans: after.sequentialScans - before.sequentialScans,
  };
}

async function readCounters() {
  await sleep(50);
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ rowsRead: string; sequentialScans: string }>(
      `SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS "rowsRead",
              seq_scan AS "sequentialScans"
       FROM pg_stat_user_tables WHERE relname = 'recording'`,
    );
    const [row] = rows;
    return { rowsRead: Number(row?.rowsRead), sequentialScans: Number(row?.sequentialScans) };
  });
}
