import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction, prismaOn } from "@/lib/platform/database/transaction";
import { readFacets, scanFacets } from "../counts/facets";
import { countFigures } from "../counts/figures";
import { countTimeline } from "../counts/timeline";
import { emptyFilter, type RecordingFilter } from "../filter/filter";
import type { Clock } from "../filter/resolve-dates";
import { storeRecords } from "../ledger/ledger";
import type { CallRecord } from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import type { PeriodFigures } from "../views/views";
import { foldCounts } from "./changes";
import { readZones } from "./sql";
import { addUpAll, keptFilter, madeUpCampaigns, removeCall } from "./test-totals";
import { countAnew, fillZones, forgetZones, keepZone, verifyCounts } from "./totals";

let database: TestDatabase;
let pool: pg.Pool;
let seq = 0n;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 6 });
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

const zones = ["UTC", "Asia/Kathmandu", "America/New_York"];
const statuses = ["completed", "failed", ""];

const instant = fc
  .date({ min: new Date("2025-01-28T00:00:00Z"), max: new Date("2025-04-03T23:59:59Z") })
  .filter((date) => !Number.isNaN(date.getTime()))
  .map((date) => date.toISOString());

const record = fc
  .record({
    id: fc.nat({ max: 40 }),
    status: fc.constantFrom(...statuses),
    campaign: fc.constantFrom(...madeUpCampaigns),
    customerGender: fc.constantFrom("female", "male", ""),
    customerType: fc.constantFrom("lead", null),
    minutesUsed: fc.nat({ max: 9 }),
    hasTranscript: fc.option(fc.boolean()),
    customerIsConfirmed: fc.option(fc.boolean()),
    customerIsPhoneNumberCorrect: fc.option(fc.boolean()),
    problems: fc
      .nat({ max: 2 })
      .map((n) => (n === 0 ? [{ path: "minutes_used", message: "is missing" }] : [])),
    createdAt: instant,
  })
  .map(({ id, ...changes }) => toCallRecord(`call-${id}`, changes));

type Step =
  | { kind: "store"; records: CallRecord[] }
  | { kind: "delete"; id: string }
  | { kind: "add up" | "fill" | "count anew" }
  | { kind: "keep"; zone: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.array(record, { minLength: 1, maxLength: 12 }).map(storing) },
  { weight: 1, arbitrary: fc.nat({ max: 40 }).map(deleting) },
  { weight: 2, arbitrary: fc.constant({ kind: "add up" }) },
  { weight: 2, arbitrary: fc.constant({ kind: "fill" }) },
  { weight: 1, arbitrary: fc.constant({ kind: "count anew" }) },
  { weight: 1, arbitrary: fc.constantFrom(...zones).map(keeping) },
);

function keeping(zone: string): Step {
  return { kind: "keep", zone };
}

function deleting(n: number): Step {
  return { kind: "delete", id: `call-${n}` };
}

function storing(records: CallRecord[]): Step {
  return { kind: "store", records };
}

/** With the statuses in one order. */
async function readFigures(filter: RecordingFilter, clock: Clock) {
  const { current, before } = await countFigures(filter, clock);
  const inOrder = ({ statuses, minutes }: PeriodFigures) => [
    statuses?.toSorted((one, other) => (one.status < other.status ? -1 : 1)),
    minutes,
  ];
  return { current: inOrder(current), before: before && [before.from, inOrder(before.figures)] };
}

/** Matches every call, but is nothing that the totals can tell of. */
const everyLength = { least: 0, most: null };

describe("the totals are what the recordings are", () => {
  test("after changes, repeats and deletions, added up or not, from whenever a zone is kept", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(keptFilter, { minLength: 4, maxLength: 4 }),
        async (steps, filters) => {
          for (const one of steps) await carryOut(one);
          await Promise.all(
            filters.flatMap((filter) =>
              zones.map(async (zone) => {
                const kept = await readFacets(filter, zone);
                const counted = await readZones(prismaOn(pool));
                const isWhole = filter.from === null && filter.to === null;
                if (!counted.includes(zone) && !(isWhole && counted.includes("UTC"))) {
                  return expect(kept).toBeNull();
                }
                expect(ordered(kept)).toEqual(ordered(await scanFacets(filter, zone)));
                if (counted.includes(zone)) {
                  expect(await countTimeline(filter, zone)).toEqual(
                    await countTimeline({ ...filter, minutes: everyLength }, zone),
                  );
                  const clock = { now: new Date("2025-04-03T12:00:00Z"), timeZone: zone };
                  expect(await readFigures(filter, clock)).toEqual(
                    await readFigures({ ...filter, minutes: everyLength }, clock),
                  );
                }
              }),
            ),
          );
          expect(await verifyCounts(pool)).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
    for (const zone of zones) expect(await keepZone(pool, zone)).toBe(true);
    await addUpAll(pool);
    expect(await readZones(prismaOn(pool))).toEqual(zones.toSorted());
  });

  test("while writers, a new zone and two that add up get in each other's way", async () => {
    const writer = async (n: number) => {
      for (let round = 0; round < 25; round++) {
        const status = statuses[(n + round) % statuses.length] ?? "";
        const ids = Array.from({ length: 10 }, (_, index) => `busy-${n * 10 + index}`);
        await store(ids.map((id) => toCallRecord(id, { status, summary: `${n} ${round}` })));
      }
    };
    const adder = async () => {
      for (let round = 0; round < 20; round++) await foldCounts(pool);
    };
    await Promise.all([
      ...[0, 1, 2].map(writer),
      adder(),
      adder(),
      keepZone(pool, "Pacific/Chatham").then(() => fillZones(pool)),
      countAnew(pool),
    ]);
    await addUpAll(pool);
    expect(await verifyCounts(pool)).toEqual([]);
    for (const zone of [...zones, "Pacific/Chatham"]) {
      const kept = await readFacets(emptyFilter, zone);
      expect(ordered(kept)).toEqual(ordered(await scanFacets(emptyFilter, zone)));
    }
  });

  test("what differs is found, whole or by a sample, and mended while it is written", async () => {
    await pool.query("UPDATE rollup_quarter SET calls = calls + 1");
    await pool.query("UPDATE customer_calls SET calls = 77");
    await pool.query("UPDATE rollup_period SET minutes = 1 WHERE zone = 'UTC' AND period = 'day'");
    await pool.query("UPDATE rollup_broad SET all_answers = 99 WHERE breadth = 'person'");
    for (const days of [undefined, 200]) {
      expect((await verifyCounts(pool, days)).map(({ of }) => of)).toEqual(
        expect.arrayContaining([
          "calls of quarters",
          "calls of customers",
          "calls of days in UTC",
          "broad counts of days in UTC",
        ]),
      );
    }
    await Promise.all([countAnew(pool), store([toCallRecord("call-1", { status: "meanwhile" })])]);
    await addUpAll(pool);
    expect(await verifyCounts(pool)).toEqual([]);
    expect(await verifyCounts(pool, 200)).toEqual([]);
  });

  test("values of any length and script are counted", async () => {
    const status = "長".repeat(600);
    await store([toCallRecord("long", { status, campaign: "\u{10ffff}".repeat(3_000) })]);
    await addUpAll(pool);
    expect((await readFacets(emptyFilter, "UTC"))?.status).toContainEqual({
      value: status,
      count: 1,
    });
    expect(await verifyCounts(pool)).toEqual([]);
  });

  test("zones from which nobody looks are forgotten, and make room for others", async () => {
    const others = await pool.query<{ name: string }>(
      "SELECT name FROM pg_timezone_names WHERE name LIKE 'America/%' ORDER BY name LIMIT 64",
    );
    expect(others.rows).toHaveLength(64);
    for (const { name } of others.rows) await keepZone(pool, name);
    expect(await keepZone(pool, "Asia/Tokyo")).toBe(false);
    // So many zones take fewer changes at once.
    const hours = Array.from({ length: 1_300 }, (_, n) => new Date(Date.UTC(2025, 2, 1, n)));
    await store(hours.map((at, n) => toCallRecord(`at-${n}`, { createdAt: at.toISOString() })));
    expect(await foldCounts(pool)).toBe(true);
    const waiting = await pool.query("SELECT count(*)::int AS changes FROM rollup_change");
    expect(waiting.rows).toEqual([{ changes: 50 }]);
    await pool.query(
      "UPDATE rollup_zone SET wanted_at = now() - interval '2 hours' WHERE zone = 'Asia/Kathmandu'",
    );
    expect(await keepZone(pool, "Asia/Tokyo")).toBe(true);
    await addUpAll(pool);
    expect(await readZones(prismaOn(pool))).toContain("Asia/Tokyo");
    const since = { ...emptyFilter, from: "2025-02-01" };
    expect(await readFacets(since, "Asia/Kathmandu")).toBeNull();
    expect(await readFacets(since, "UTC")).not.toBeNull();
    await pool.query("UPDATE rollup_zone SET wanted_at = now() - interval '31 days'");
    await forgetZones(pool);
    expect(await readZones(prismaOn(pool))).toEqual(["UTC"]);
    const { rows } = await pool.query("SELECT DISTINCT zone FROM rollup_period");
    expect(rows).toEqual([{ zone: "UTC" }]);
  });

  test("a zone that the database doesn't know is not kept, and nothing is lost by asking", async () => {
    const before = await readZones(prismaOn(pool));
    expect(await keepZone(pool, "Atlantis/Lost_City")).toBe(false);
    expect(await readZones(prismaOn(pool))).toEqual(before);
  });

  test("what the totals can't tell is left to the recordings", async () => {
    for (const change of [
      { q: "x" },
      { customer: { include: ["ada"], exclude: [] } },
      { minutes: { least: 1, most: null } },
    ]) {
      expect(await readFacets({ ...emptyFilter, ...change }, "UTC")).toBeNull();
    }
  });
});

async function carryOut(one: Step): Promise<void> {
  switch (one.kind) {
    case "store":
      return store(one.records);
    case "delete":
      return removeCall(pool, one.id);
    case "keep":
      expect(await keepZone(pool, one.zone)).toBe(true);
      return;
    case "add up":
      await foldCounts(pool);
      return;
    case "fill":
      await fillZones(pool);
      return;
    case "count anew":
      return countAnew(pool);
  }
}

async function store(records: CallRecord[]): Promise<void> {
  await inTransaction(pool, (client) =>
    storeRecords(
      client,
      records.map((record, position) => ({
        record,
        position,
        acceptedSeq: ++seq,
        acceptedAt: new Date(),
        payloadHash: null,
        deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
      })),
    ),
  );
}

/** Among values of equal counts the database sorts "none" as it likes. */
function ordered(facets: Awaited<ReturnType<typeof readFacets>>) {
  if (!facets) return null;
  const sorted = (values: { value: string | null }[]) =>
    values.toSorted((one, other) => String(one.value).localeCompare(String(other.value)));
  const { status, campaign, gender, type } = facets;
  return {
    ...facets,
    status: sorted(status),
    campaign: sorted(campaign),
    gender: sorted(gender),
    type: sorted(type),
  };
}
