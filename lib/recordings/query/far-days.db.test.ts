import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listCampaigns } from "@/lib/campaigns/campaigns";
import { listGaps, toCoverageRange } from "@/lib/coverage/gaps";
import { listCustomers } from "@/lib/customers/customers";
import {
  type CustomerListView,
  emptyCustomerFilter,
  firstCustomerPage,
} from "@/lib/customers/views";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { mostBars } from "@/lib/settings/timeline-units";
import { countFacets } from "../counts/count-calls";
import { countTimeline } from "../counts/timeline";
import { emptyFilter, firstPage, type RecordingFilter } from "../filter/filter";
import { storeRecords } from "../ledger/ledger";
import { toCallRecord } from "../record/test-record";
import { addUpAll } from "../totals/test-totals";
import { keepZone } from "../totals/totals";
import type { RecordingListView } from "../views/views";
import { listRecordings } from "./queries";

let database: TestDatabase;
let pool: pg.Pool;

/** Where the first and the last calls of all lie in another year, and where they don't. */
const zones = ["UTC", "Asia/Tokyo", "America/New_York"];
const first = "0001-01-01T00:00:00Z";
const last = "9999-12-31T23:59:59.999999Z";

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  await store([
    ...Array.from({ length: 40 }, (_, index) => ({
      id: `usual-${String(index).padStart(2, "0")}`,
      status: ["completed", "failed"][index % 2],
      createdAt: new Date(Date.UTC(2026, 8, 1 + index, 12)).toISOString(),
    })),
    ...Array.from({ length: 7 }, (_, index) => ({ id: `last-${index}`, createdAt: last })),
    { id: "first", createdAt: first },
  ]);
  for (const zone of zones.slice(0, 2)) expect(await keepZone(pool, zone)).toBe(true);
  await addUpAll(pool);
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

describe.each(zones)("calls of the years 1 and 9999, seen in %s", (zone) => {
  test("stand beside the bars of all others, and are what their mark leads to", async () => {
    const timeline = await countTimeline(emptyFilter, zone);
    expect(timeline).toMatchObject({ unit: "day", from: "2026-09-01", to: "2026-10-10" });
    expect(timeline?.counts).toHaveLength(40);
    expect(timeline?.earlier).toEqual({
      count: 1,
      isEstimate: false,
      from: "0001-01-01",
      to: "0001-01-01",
    });
    expect(timeline?.later).toEqual({
      count: 7,
      isEstimate: false,
      from: "9999-12-31",
      to: "9999-12-31",
    });
    for (const [side, ids] of [
      ["earlier", 1],
      ["later", 7],
    ] as const) {
      const { from, to } = timeline?.[side] ?? { from: null, to: null };
      const { rows } = await list({ from, to }, zone);
      expect(rows).toHaveLength(ids);
      const facets = await countFacets({ ...emptyFilter, from, to }, zone);
      expect(facets.total).toBe(ids);
    }
  });

  test("are counted under the filter", async () => {
    const status = { include: ["failed"], exclude: [] };
    const timeline = await countTimeline({ ...emptyFilter, status }, zone);
    expect(timeline).toMatchObject({ earlier: null, later: null });
    const scanned = await countTimeline(
      { ...emptyFilter, minutes: { least: 0, most: null } },
      zone,
    );
    expect(scanned).toEqual(await countTimeline(emptyFilter, zone));
    const found = await countTimeline({ ...emptyFilter, q: "noor" }, zone);
    expect(found).toEqual(scanned);
  });

  test.each([
    { from: "0001-01-01", to: "9999-12-31", total: 48 },
    { from: "2020-01-01", to: "9999-12-31", total: 47 },
    { from: "0001-01-01", to: null, total: 48 },
    { from: null, to: "9999-12-31", total: 48 },
    { from: "0001-01-01", to: "0001-01-01", total: 1 },
    { from: "9999-12-31", to: "9999-12-31", total: 7 },
    { from: "3000-01-01", to: "9999-12-31", total: 7 },
    { from: "3000-01-01", to: "8000-12-31", total: 0 },
    { from: "0001-01-02", to: "0001-12-31", total: 0 },
  ])("days from $from to $to hold $total of them, soon and in few bars", async (asked) => {
    const filter = { ...emptyFilter, from: asked.from, to: asked.to };
    const beganMs = performance.now();
    const [facets, timeline, { rows }] = await Promise.all([
      countFacets(filter, zone),
      countTimeline(filter, zone),
      list(filter, zone),
      listCampaigns(
        { filter: { q: "", from: asked.from, to: asked.to }, page: campaignPage },
        { now: new Date(), timeZone: zone },
      ),
      listGaps({ ...toCoverageRange(filter, zone), most: 10, now: new Date() }),
    ]);
    expect(performance.now() - beganMs).toBeLessThan(5_000);
    expect(facets.total).toBe(asked.total);
    expect(rows).toHaveLength(asked.total);
    const inBars = timeline?.counts.reduce((sum, { count }) => sum + count, 0) ?? 0;
    const beside = (timeline?.earlier?.count ?? 0) + (timeline?.later?.count ?? 0);
    expect(inBars + beside).toBe(asked.total);
    expect(new Set(timeline?.counts.map(({ startsOn }) => startsOn)).size).toBeLessThan(mostBars);
  });
});

test("pages go on among calls of one far instant, each call once", async () => {
  const read = async (sort: "-created_at" | "created_at") => {
    const ids: string[] = [];
    let after: string | null = null;
    for (let pages = 0; pages < 40; pages++) {
      const page: RecordingListView = await listRecordings(
        { filter: emptyFilter, page: { ...firstPage, sort, limit: 3, after } },
        { timeZone: "UTC" },
      );
      ids.push(...page.rows.map(({ id }) => id));
      after = page.after;
      if (after === null) break;
    }
    return ids;
  };
  const ids = await read("-created_at");
  expect(new Set(ids).size).toBe(48);
  expect(ids).toHaveLength(48);
  expect(await read("created_at")).toEqual(ids.toReversed());
});

test("customers are listed by their last call, page by page, each once", async () => {
  const people: string[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < 40; pages++) {
    const page: CustomerListView = await listCustomers({
      filter: emptyCustomerFilter,
      page: { ...firstCustomerPage, after, limit: 5 },
    });
    people.push(...page.rows.map(({ id }) => id));
    after = page.after;
    if (after === null) break;
  }
  expect(people).toHaveLength(48);
  expect(new Set(people).size).toBe(48);
  expect(people.slice(0, 7).every((id) => id.startsWith("cus-last-"))).toBe(true);
  expect(people.at(-1)).toBe("cus-first");
});

const campaignPage = { sort: "-last_call", after: null, before: null, limit: 50 } as const;

function list(days: Pick<RecordingFilter, "from" | "to">, timeZone: string) {
  const filter = { ...emptyFilter, ...days };
  return listRecordings({ filter, page: { ...firstPage, limit: 100 } }, { timeZone });
}

async function store(changes: { id: string; createdAt: string; status?: string }[]): Promise<void> {
  await inTransaction(pool, (client) =>
    storeRecords(
      client,
      changes.map(({ id, ...change }, position) => ({
        record: toCallRecord(id, change),
        position,
        acceptedSeq: BigInt(position + 1),
        acceptedAt: new Date(),
        payloadHash: null,
        deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
      })),
    ),
  );
}
