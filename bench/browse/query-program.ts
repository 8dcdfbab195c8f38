import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/platform/db";
import { parseRecordingQuery } from "@/lib/recordings/filter-url";
import { listRecordings } from "@/lib/recordings/queries";
import { median } from "../percentile";
import { filters } from "./filters";
import { findLastCursor } from "./find-last-cursor";
import { withClient } from "./open-shop";
import type { QueryResult } from "./query-result";

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

  // What a connection has read is known once it has ended.
  await db().$disconnect();
  const before = await readCounters();
  const { rows } = await list();
  await db().$disconnect();
  const after = await readCounters();

  const times: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const begunAt = performance.now();
    await list();
    if (round >= 0) times.push(performance.now() - begunAt);
  }
  results.push({
    ...{ name, shown: rows.length, medianMs: median(times) },
    rowsRead: after.rowsRead - before.rowsRead,
    sequentialScans: after.sequentialScans - before.sequentialScans,
  });
}
await db().$disconnect();
process.stdout.write(JSON.stringify(results));

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
