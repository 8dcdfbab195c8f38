import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listCampaigns } from "@/lib/campaigns/campaigns";
import { parseCampaignQuery } from "@/lib/campaigns/views";
import { closeDatabase, db } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { budgets } from "@/lib/platform/settings/budgets";
import { Prisma } from "@/prisma/client/client";
import { emptyFilter, type RecordingFilter } from "../filter/filter";
import { parseRecordingQuery } from "../filter/filter-url";
import { storeRecords } from "../ledger/ledger";
import { getNeighbours, listRecordings } from "../query/queries";
import type { CallRecord } from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import { addUpAll } from "../totals/test-totals";
import { countFacets, countList } from "./count-calls";
import { scanFacets } from "./facets";
import { countTimeline } from "./timeline";

let database: TestDatabase;
let pool: pg.Pool;
const options = { timeZone: "UTC" };

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url });
  // Half of them before the zone is counted, half after.
  await store(records.slice(0, 30));
  await store(records.slice(30));
});

afterAll(async () => {
  await Promise.all([pool.end(), closeDatabase()]);
});

/** 60 calls, of which every fifth is incomplete: its minutes, and now and then a flag or the time. */
const records = Array.from({ length: 60 }, (_, n): CallRecord => {
  const whole = toCallRecord(`r${String(n).padStart(2, "0")}`, {
    minutesUsed: n % 7,
    hasTranscript: n % 3 > 0,
    status: n % 4 ? "completed" : "failed",
    campaign: n % 20 === 5 ? "unknown minutes" : "spring",
    createdAt: new Date(Date.UTC(2026, 10, 1 + (n % 20), n % 24)).toISOString(),
  });
  if (n % 5 > 0) return whole;
  const lacking: [path: string, change: Partial<CallRecord>][] = [
    ["minutes_used", { minutesUsed: null }],
    ...(n % 10 === 0 ? [["has_transcript", { hasTranscript: null }] as [string, object]] : []),
    ...(n % 15 === 0 ? [["created_at", { createdAt: null }] as [string, object]] : []),
    ...(n % 20 === 0 ? [["status", { status: "" }] as [string, object]] : []),
    ...(n === 55
      ? [["customer.details.is_confirmed", { customerIsConfirmed: null }] as [string, object]]
      : []),
  ];
  return Object.assign({}, whole, ...lacking.map(([, change]) => change), {
    problems: lacking.map(([path]) => ({ path, message: "is missing" })),
  });
});

let seq = 0n;
async function store(some: CallRecord[]): Promise<void> {
  await inTransaction(pool, (client) =>
    storeRecords(
      client,
      some.map((record, position) => ({
        record,
        position,
        acceptedSeq: ++seq,
        payloadHash: null,
        acceptedAt: new Date(Date.UTC(2026, 10, 21, 9)),
        deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
      })),
    ),
  );
}

const isIncomplete = ({ problems }: CallRecord) => problems.length > 0;
const ids = (some: CallRecord[]) => some.map(({ id }) => id).sort();
async function list(search: string): Promise<string[]> {
  const query = parseRecordingQuery(new URLSearchParams(`${search}&limit=200`));
  return (await listRecordings(query, options)).rows.map(({ id }) => id);
}

test.each<[string, (record: CallRecord) => boolean]>([
  ["incomplete=true", isIncomplete],
  ["incomplete=false", (record) => !isIncomplete(record)],
  ["incomplete=true&status=failed", (r) => isIncomplete(r) && r.status === "failed"],
  ["incomplete=true&q=noor&sort=minutes_used", isIncomplete],
  ["incomplete=true&status=~", (r) => isIncomplete(r) && r.status === ""],
  ["incomplete=~", () => false],
  ["transcript=true", (r) => r.hasTranscript === true],
  ["transcript=false", (r) => r.hasTranscript === false],
  ["transcript=~", (r) => r.hasTranscript === null],
  ["transcript=!~", (r) => r.hasTranscript !== null],
  ["minutes=..3", (r) => r.minutesUsed !== null && r.minutesUsed <= 3],
  ["minutes=0..", (r) => r.minutesUsed !== null],
  ["minutes=..3&sort=-minutes_used", (r) => r.minutesUsed !== null && r.minutesUsed <= 3],
])("%s", async (search, predicate) => {
  expect((await list(search)).sort()).toEqual(ids(records.filter(predicate)));
});

test("the rows say what is missing, and whose time is that of arrival", async () => {
  const { rows } = await listRecordings(
    parseRecordingQuery(new URLSearchParams("limit=200")),
    options,
  );
  for (const row of rows) {
    const record = records.find(({ id }) => id === row.id);
    expect(row).toMatchObject({
      problemCount: record?.problems.length,
      isCreatedAtOfArrival: record?.createdAt === null,
      minutesUsed: record?.minutesUsed,
    });
  }
});

test.each(["-minutes_used", "minutes_used"])(
  "by %s unknown minutes stand below all others, and each page goes on where one ended",
  async (sort) => {
    const whole = await list(`sort=${sort}`);
    const unknown = ids(records.filter(({ minutesUsed }) => minutesUsed === null));
    const low = sort === "minutes_used" ? whole.slice(0, 12) : whole.slice(-12);
    expect([...low].sort()).toEqual(unknown);

    const paged: string[] = [];
    let after: string | null = null;
    do {
      const parameters = new URLSearchParams({ sort, limit: "7", ...(after ? { after } : {}) });
      const page = await listRecordings(parseRecordingQuery(parameters), options);
      paged.push(...page.rows.map(({ id }) => id));
      after = page.after;
    } while (after);
    expect(paged).toEqual(whole);
    const middle = whole.indexOf(low[6] ?? "");
    const query = parseRecordingQuery(new URLSearchParams({ sort }));
    expect(await getNeighbours(low[6] ?? "", query, options)).toEqual({
      previous: whole[middle - 1],
      next: whole[middle + 1],
    });
  },
);

test("counts from the kept totals are those of the calls themselves", async () => {
  const filters: Partial<RecordingFilter>[] = [
    {},
    { status: { include: ["failed"], exclude: [] } },
    { status: { include: [null], exclude: [] } },
    { from: "2026-11-03", to: "2026-11-12" },
    { campaign: { include: [], exclude: ["spring"] } },
  ];
  for (let round = 0; round < 2; round++) {
    for (const change of filters) {
      const filter = { ...emptyFilter, ...change };
      const scanned = await scanFacets(filter, "UTC");
      expect(await countFacets(filter, "UTC")).toEqual(scanned);
      const where = records.filter(isIncomplete).length;
      if (Object.keys(change).length === 0) {
        expect(scanned.incomplete).toEqual({ yes: where, no: records.length - where });
        expect(scanned.transcript).toEqual({
          yes: records.filter(({ hasTranscript }) => hasTranscript === true).length,
          no: records.filter(({ hasTranscript }) => hasTranscript === false).length,
        });
      }
    }
    await addUpAll(pool);
  }
});

test("the choice of incomplete calls is counted, and drawn over time", async () => {
  const filter = { ...emptyFilter, incomplete: true };
  const facets = await countFacets(filter, "UTC");
  expect(facets).toMatchObject({ total: 12, incomplete: { yes: 12, no: 48 } });
  const timeline = await countTimeline(filter, "UTC");
  expect(timeline?.counts.reduce((sum, day) => sum + day.count, 0)).toBe(12);
});

test("a campaign of whose calls no minutes are known has none", async () => {
  for (const timeZone of ["UTC", "Asia/Kathmandu"]) {
    const query = parseCampaignQuery(new URLSearchParams("sort=name"));
    const { rows } = await listCampaigns(query, { now: new Date(), timeZone });
    expect(rows.find(({ campaign }) => campaign === "unknown minutes")).toMatchObject({
      calls: 3,
      minutes: 0,
    });
  }
});

test.each(["𠮷", "😀"])("a status and a campaign of 600 %s are counted and found", async (sign) => {
  const value = sign.repeat(600);
  await store([toCallRecord(sign, { status: value, campaign: value, customerGender: "female" })]);
  await addUpAll(pool);
  for (const facets of [
    await countFacets(emptyFilter, "UTC"),
    await scanFacets(emptyFilter, "UTC"),
  ]) {
    expect(facets.status).toContainEqual({ value, count: 1 });
    expect(facets.campaign).toContainEqual({ value, count: 1 });
  }
  for (const others of ["", "&gender=female", `&q=${sign}`]) {
    const search = `${new URLSearchParams({ status: value, campaign: value })}${others}`;
    expect(await list(search), others).toEqual([sign]);
    const { filter } = parseRecordingQuery(new URLSearchParams(search));
    expect((await countFacets(filter, "UTC")).total, others).toBe(1);
  }
});

test("unknown minutes are read along an index", async () => {
  await pool.query(`
    INSERT INTO recording SELECT (jsonb_populate_record(recording, jsonb_build_object(
      'id', 'more-' || n, 'created_at', created_at - interval '1 minute' * n))).*
    FROM recording CROSS JOIN generate_series(1, 5000) AS n WHERE id = 'r01'`);
  await pool.query("ANALYZE recording");
  const byMinutes = await db().$queryRaw(Prisma.sql`
    EXPLAIN SELECT id FROM recording WHERE coalesce(minutes_used, '-2147483648'::int) >= ${2}
    ORDER BY coalesce(minutes_used, '-2147483648'::int) DESC, id DESC LIMIT 51`);
  expect(JSON.stringify(byMinutes)).toContain("recording_known_minutes_idx");
});

test("what takes too long is counted of a tenth as many calls", async () => {
  const clock = { timeZone: "UTC", now: new Date("2026-11-20T12:00Z") };
  const filter = { ...emptyFilter, minutes: { least: 1, most: null } };
  const { rows } = await pool.query(
    "SELECT count(*)::int AS count FROM recording WHERE minutes_used >= 1",
  );
  expect(rows[0].count).toBeGreaterThan(1_000);
  const countWithin = (patientMs: number) =>
    countList(filter, clock, { budget: { ...budgets.counts, patientMs } });
  const holder = await pool.connect();
  try {
    await holder.query("BEGIN; LOCK TABLE recording IN ACCESS EXCLUSIVE MODE");
    const [patient, hurried] = [countWithin(60_000), countWithin(500)];
    await sleep(1_500);
    await holder.query("ROLLBACK");
    expect((await patient).facets).toMatchObject({ total: rows[0].count, isTotalMore: false });
    expect((await hurried).facets).toMatchObject({ total: 1_000, isTotalMore: true });
  } finally {
    holder.release();
  }
});
