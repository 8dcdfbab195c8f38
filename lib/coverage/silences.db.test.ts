import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { storeAlone } from "@/lib/recordings/ledger/test-ledger";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { listGaps } from "./gaps";
import { searchSilences } from "./silences";
import { recordPeriods } from "./sql";

let database: TestDatabase;
let pool: pg.Pool;
let lastSeq = 0n;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on("error", () => undefined);
});

afterAll(async () => {
  await Promise.all([pool.end(), closeDatabase()]);
});

beforeEach(async () => {
  await pool.query(
    "TRUNCATE recording, recording_version, recording_delivery, recording_newest, customer, listening_period, silence, upkeep",
  );
});

const hourMs = 3_600_000;
const friday = Date.parse("2026-11-20T00:00:00Z");
const at = (time: string) => new Date(`2026-11-20T${time}Z`);

/** Calls on this Friday and the five before, at these hours in UTC. */
async function callOnFridays(campaign: string | null, hours: number[], callsPerHour = 6) {
  const instants = [0, 1, 2, 3, 4, 5].flatMap((week) =>
    hours.flatMap((hour) =>
      Array.from(
        { length: callsPerHour },
        (_, n) => friday - week * 168 * hourMs + hour * hourMs + n * 60_000,
      ),
    ),
  );
  await call(campaign, instants);
}

async function call(campaign: string | null, instants: number[]): Promise<void> {
  await storeAlone(
    pool,
    instants.map((ms, position) => {
      const createdAt = new Date(ms).toISOString();
      const acceptedSeq = ++lastSeq;
      const record = toCallRecord(`r${acceptedSeq}`, { campaign, createdAt });
      return {
        record,
        acceptedSeq,
        acceptedAt: new Date(),
        deliveryId: randomUUID(),
        position,
        payloadHash: null,
      };
    }),
  );
}

/** Takes today's calls of these hours away, as if they had never been told of. */
async function miss(campaign: string | null, from: string, to: string): Promise<void> {
  await pool.query(
    `DELETE FROM recording
     WHERE campaign IS NOT DISTINCT FROM $1 AND created_at >= $2 AND created_at < $3`,
    [campaign, at(from), at(to)],
  );
}

function search(upTo: string, timeZone = "UTC", restSeconds = 0, serverNow = new Date()) {
  const claimant = randomUUID();
  return searchSilences(pool, { upTo: at(upTo), timeZone, claimant, restSeconds, serverNow });
}

async function list(campaigns: (string | null)[] | null = null): Promise<string[]> {
  const query = { fromAt: null, toAt: null, most: 50, now: at("18:00") };
  const { gaps } = await listGaps({ ...query, campaigns });
  return gaps.flatMap((gap) => {
    if (gap.kind !== "silence") return [];
    const of = gap.series.of === "all" ? "all" : (gap.series.campaign ?? "none");
    const [from, to] = [gap.fromAt, gap.toAt].map((instant) => instant.slice(5, 16));
    return [`${of} ${from} to ${to}: ${gap.expected}${gap.isOngoing ? " still" : ""}`];
  });
}

describe("a search", () => {
  test("finds the silence of a campaign while others call", async () => {
    for (const campaign of ["spring", "=autumn", null]) await callOnFridays(campaign, [9, 10, 11]);
    await miss("=autumn", "10:00", "11:00");
    await miss(null, "11:00", "12:00");
    expect(await search("12:00")).toBe(true);
    expect(await list()).toEqual([
      "none 11-20T11:00 to 11-20T12:00: 6 still",
      "=autumn 11-20T10:00 to 11-20T11:00: 6",
    ]);
    expect(await list(["spring"])).toEqual([]);
  });

  test.each([-365, 1, 365])("judges nothing with a clock off by %i days", async (days) => {
    await callOnFridays("spring", [9, 10, 11]);
    await miss("spring", "10:00", "11:00");
    await search("12:00", "UTC", 0, new Date(Date.now() + days * 86_400_000));
    expect(await list()).toEqual([]);
    await search("12:00");
    expect(await list()).not.toEqual([]);
  });

  test("finds that of all calls where no campaign alone is large enough", async () => {
    for (const campaign of ["a", "b", "c", null]) await callOnFridays(campaign, [9, 10, 11], 2);
    for (const campaign of ["a", "b", "c", null]) await miss(campaign, "10:00", "11:00");
    await search("12:00");
    expect(await list()).toEqual(["all 11-20T10:00 to 11-20T11:00: 8"]);
  });

  test("goes on with a silence, and takes it back when late deliveries fill it", async () => {
    await callOnFridays("spring", [9, 10, 11]);
    await miss("spring", "10:00", "12:00");
    await search("11:00");
    expect(await list(["spring"])).toEqual(["spring 11-20T10:00 to 11-20T11:00: 6 still"]);
    await search("11:30");
    expect(await list(["spring"])).toEqual(["spring 11-20T10:00 to 11-20T11:30: 9 still"]);
    await call("spring", [at("10:20").getTime(), at("11:20").getTime()]);
    await search("11:45");
    expect(await list(["spring"])).toEqual([]);
  });

  test("takes back a silence from long ago too, and leaves the unfilled ones", async () => {
    await pool.query(
      `INSERT INTO silence (series, from_at, to_at, is_ongoing, expected)
       SELECT series, '2026-06-01 09:00Z', '2026-06-01 12:00Z', true, 9
       FROM unnest('{*,~,=spring,=summer}'::text[]) AS series`,
    );
    await call("spring", [Date.parse("2026-06-01T10:00Z")]);
    await search("12:00");
    const { rows } = await pool.query("SELECT series, is_ongoing FROM silence ORDER BY 1");
    expect(rows).toEqual([
      { series: "=summer", is_ongoing: false },
      { series: "~", is_ongoing: false },
    ]);
  });

  test("takes weekdays and hours in the service's zone", async () => {
    await callOnFridays("spring", [9, 10, 11]);
    await miss("spring", "10:00", "11:00");
    await search("12:00", "Asia/Kathmandu");
    // 10:00 is 15:45 there.
    expect(await list(["spring"])).toEqual(["spring 11-20T09:15 to 11-20T10:15: 6"]);
  });

  test("blames nobody for the time when Earshot did not listen", async () => {
    await callOnFridays("spring", [9, 10, 11]);
    await miss("spring", "10:00", "11:00");
    const heard = (from: Date, to: Date) => ({
      id: randomUUID(),
      startedAtMs: from.getTime(),
      lastBeatAtMs: to.getTime(),
      isStopped: true,
    });
    await recordPeriods(pool, [
      heard(new Date("2026-10-01T00:00:00Z"), at("09:55")),
      heard(at("10:40"), at("12:00")),
    ]);
    await search("12:00");
    expect(await list()).toEqual([]);
  });
});

test("of several processes one searches, and the next may when that is long ago", async () => {
  await callOnFridays("spring", [9, 10, 11]);
  await miss("spring", "10:00", "11:00");
  const searches = [1, 2, 3, 4].map(() => search("12:00", "UTC", 3_600));
  expect((await Promise.all(searches)).filter(Boolean)).toHaveLength(1);
  expect(await search("12:00", "UTC", 3_600)).toBe(false);
  await pool.query("UPDATE upkeep SET finished_at = now() - interval '2 hours'");
  expect(await search("12:00", "UTC", 3_600)).toBe(true);
  expect(await list(["spring"])).toEqual(["spring 11-20T10:00 to 11-20T11:00: 6"]);
});
