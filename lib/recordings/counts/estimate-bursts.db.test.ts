import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { budgets } from "@/lib/platform/settings/budgets";
import { emptyFilter, type RecordingFilter } from "../filter/filter";
import { addUpAll } from "../totals/test-totals";
import { countAnew } from "../totals/totals";
import { fill } from "./test-counts";
import { countTimeline } from "./timeline";

let database: TestDatabase;
const timeZone = "UTC";

/** 3,000 long calls of one day, from an instant on. */
const burst = (name: string, from: string, seconds: number) => `
  INSERT INTO recording SELECT (jsonb_populate_record(recording, jsonb_build_object(
    'id', '${name}-' || n, 'created_at', '${from}'::timestamptz + interval '1 second' * ${seconds} * n / 3000,
    'minutes_used', 40, 'status', (ARRAY['completed', 'failed', 'busy'])[1 + n % 3],
    'search_text', 'parcels, gulls', 'accepted_seq', accepted_seq + 100000 + n))).*
  FROM recording CROSS JOIN generate_series(1, 3000) AS n WHERE id = 'rec-1'`;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  const pool = new pg.Pool({ connectionString: database.url });
  await pool.query(fill);
  await pool.query(burst("slow", "2026-02-03T08:00Z", 6 * 3_600));
  await pool.query(burst("quick", "2026-06-10T11:00Z", 90));
  await pool.query("ANALYZE recording");
  await countAnew(pool);
  await addUpAll(pool);
  await pool.end();
});

afterAll(async () => {
  await closeDatabase();
});

test.each<[string, Partial<RecordingFilter>]>([
  ["hardly any of them are usually", { minutes: { least: 8, most: null } }],
  ["none of them usually are", { minutes: { least: 30, most: null } }],
  ["all but them are", { minutes: { least: null, most: 8 } }],
  ["a search finds them", { q: "gulls" }],
  [
    "of a status",
    { minutes: { least: 8, most: null }, status: { include: ["failed"], exclude: [] } },
  ],
  ["of some days", { minutes: { least: 8, most: null }, from: "2026-02-03", to: "2026-06-10" }],
])("bursts of a day are told from other days where %s", async (_, change) => {
  const filter = { ...emptyFilter, ...change };
  const [told, counted] = await Promise.all([
    countTimeline(filter, timeZone, { budget: { ...budgets.counts, found: 500 } }),
    countTimeline(filter, timeZone, { budget: { ...budgets.counts, found: 20_000 } }),
  ]);
  if (!told || !counted) throw new Error("Nothing to span");
  expect(told.estimates.length).toBeGreaterThan(0);
  expect(counted.estimates).toEqual([]);
  const sumOf = ({ counts }: typeof told, startsOn?: string) =>
    counts
      .filter((bar) => startsOn === undefined || bar.startsOn === startsOn)
      .reduce((sum, { count }) => sum + count, 0);
  expect(new Set(told.counts.map(({ startsOn, status }) => `${startsOn} ${status}`)).size).toBe(
    told.counts.length,
  );
  expect(Math.abs(sumOf(told) / sumOf(counted) - 1)).toBeLessThan(0.05);
  for (const week of ["2026-02-02", "2026-06-08"]) {
    expect(Math.abs(sumOf(told, week) - sumOf(counted, week))).toBeLessThan(3_000 * 0.1);
  }
});
