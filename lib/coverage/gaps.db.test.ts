import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import {
  acknowledgeGaps,
  describeCoverage,
  getListening,
  listGaps,
  readGapClock,
  takeBackAcknowledgement,
} from "./gaps";
import { type ListeningPeriod, unsavedPeriodsTopic } from "./listening-period";
import { type GapQuery, recordPeriods } from "./sql";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  pool.on("error", () => undefined);
});

afterAll(async () => {
  await Promise.all([pool.end(), closeDatabase()]);
});

beforeEach(async () => {
  await pool.query("TRUNCATE listening_period, silence, acknowledged_gap");
});
afterEach(() => unsavedPeriodsTopic.publish([]));

/** An instant of 20 November, in UTC. */
const at = (time: string) => new Date(`2026-11-20T${time}${time.length === 5 ? ":00" : ""}Z`);

function period(from: string, to: string, isStopped = false): ListeningPeriod {
  const [startedAtMs, lastBeatAtMs] = [at(from).getTime(), at(to).getTime()];
  return { id: randomUUID(), startedAtMs, lastBeatAtMs, isStopped };
}

async function hear(...periods: ListeningPeriod[]): Promise<void> {
  await recordPeriods(pool, periods);
}

async function addSilence(series: string, from: string, to: string, expected = 9): Promise<void> {
  await pool.query("INSERT INTO silence VALUES ($1, $2, $3, false, $4)", [
    series,
    at(from),
    at(to),
    expected,
  ]);
}

const all = { fromAt: null, toAt: null, campaigns: null, most: 50 };

async function list(query: Partial<GapQuery> = {}): Promise<string[]> {
  const { gaps } = await listGaps({ ...all, now: at("18:00"), ...query });
  return gaps.map((gap) => {
    const [from, to] = [gap.fromAt, gap.toAt].map((instant) => instant.slice(11, 19));
    const what =
      gap.kind === "silence"
        ? JSON.stringify(gap.series.of === "all" ? "all" : gap.series.campaign)
        : gap.wasStopped
          ? "stopped"
          : "cut off";
    return `${from}-${to} ${what}${gap.isOngoing ? " still" : ""}`;
  });
}

describe("times of not listening", () => {
  test("are what no process heard, the latest first", async () => {
    await hear(
      period("08:00", "10:00"),
      period("09:00", "11:00"),
      period("09:30", "09:40"),
      period("12:00", "13:00", true),
      period("14:00", "18:00"),
    );
    expect(await list()).toEqual(["13:00:00-14:00:00 stopped", "11:00:00-12:00:00 cut off"]);
  });

  test("of fifteen seconds and less are none", async () => {
    await hear(
      period("08:00", "09:00"),
      period("09:00:15", "10:00"),
      period("10:00:16", "17:59:45"),
    );
    expect(await list()).toEqual(["10:00:00-10:00:16 cut off"]);
    expect(await list({ now: at("18:00:01") })).toEqual([
      "17:59:45-18:00:01 cut off still",
      "10:00:00-10:00:16 cut off",
    ]);
  });

  test.each([-365, -1, 0, 1, 365])("with a server's clock off by %i days", async (days) => {
    const serverNow = new Date(Date.now() + days * 86_400_000);
    const { now, databaseNow } = await readGapClock(serverNow);
    const lastBeatAtMs = databaseNow.getTime() - 60_000;
    await hear({ ...period("08:00", "09:00"), startedAtMs: lastBeatAtMs - 1_000, lastBeatAtMs });
    const { gaps } = await listGaps({ ...all, now });
    // What lasts is judged by the database's time, and by none where the two differ.
    expect(gaps.map(({ isOngoing, toAt }) => [isOngoing, toAt])).toEqual(
      days === 0 ? [[true, databaseNow.toISOString()]] : [],
    );
  });

  test("are found by where they touch, from whatever moment one looks", async () => {
    await hear(period("08:00", "09:00"), period("12:00", "13:00"), period("13:30", "18:00"));
    const whole = ["13:00:00-13:30:00 cut off", "09:00:00-12:00:00 cut off"];
    expect(await list({ fromAt: at("08:30") })).toEqual(whole);
    expect(await list({ fromAt: at("10:00"), toAt: at("11:00") })).toEqual(whole.slice(1));
    expect(await list({ fromAt: at("12:00"), toAt: at("13:00") })).toEqual([]);
    expect(await list({ fromAt: at("12:30") })).toEqual(whole.slice(0, 1));
    expect(await list({ toAt: at("09:00") })).toEqual([]);
  });

  test("count what this process knows and the database does not yet", async () => {
    const told = period("08:00", "09:00");
    await hear(told);
    expect(await list()).toEqual(["09:00:00-18:00:00 cut off still"]);
    unsavedPeriodsTopic.publish([
      { ...told, lastBeatAtMs: at("12:00").getTime() },
      period("13:00", "18:00"),
    ]);
    expect(await list()).toEqual(["12:00:00-13:00:00 cut off"]);
    expect(await getListening()).toEqual({
      sinceAt: at("08:00").toISOString(),
      lastBeatAt: at("18:00").toISOString(),
    });
  });

  test("are unknown before the first beat", async () => {
    expect(await list()).toEqual([]);
    expect(await getListening()).toBeNull();
    await hear(period("17:00", "18:00"));
    expect(await list({ fromAt: at("00:00") })).toEqual([]);
  });
});

test("a period is written twice without harm, and never shrinks", async () => {
  const one = period("08:00", "09:00");
  const longer = { ...one, lastBeatAtMs: at("17:50").getTime() };
  await hear(longer);
  await hear(one);
  expect(await list()).toEqual(["17:50:00-18:00:00 cut off still"]);
});

describe("silences", () => {
  test("are everybody's, or those of the campaigns that are asked for", async () => {
    await addSilence("=spring", "09:00", "12:00");
    await addSilence("=autumn", "10:00", "11:00");
    await addSilence("~", "13:00", "14:00");
    expect(await list()).toEqual([
      "13:00:00-14:00:00 null",
      '10:00:00-11:00:00 "autumn"',
      '09:00:00-12:00:00 "spring"',
    ]);
    expect(await list({ campaigns: ["spring"] })).toEqual(['09:00:00-12:00:00 "spring"']);
    expect(await list({ campaigns: [null, "*"] })).toEqual(["13:00:00-14:00:00 null"]);
  });

  test("of campaigns within a silence of all calls are told once", async () => {
    await addSilence("*", "09:00", "12:00");
    await addSilence("=spring", "09:00", "12:00");
    await addSilence("=autumn", "10:00", "13:00");
    expect(await list()).toEqual(['10:00:00-13:00:00 "autumn"', '09:00:00-12:00:00 "all"']);
    expect(await list({ campaigns: ["spring"] })).toEqual(['09:00:00-12:00:00 "spring"']);
  });
});

describe("a list notices", () => {
  const noticed = { leastSeconds: 120 };

  test("no restart, but every longer time, and a short one that goes on", async () => {
    await hear(period("08:00", "09:00"), period("09:01:59", "10:00"), period("10:02", "17:59"));
    const long = "10:00:00-10:02:00 cut off";
    expect(await list({ noticed, now: at("17:59:10") })).toEqual([long]);
    expect(await list({ noticed, now: at("17:59:30") })).toEqual([
      "17:59:00-17:59:30 cut off still",
      long,
    ]);
    expect(await list({ now: at("17:59:10") })).toHaveLength(2);
  });

  test("what nobody acknowledged, until that is taken back", async () => {
    await hear(period("08:00", "09:00"), period("09:30", "18:00"));
    await addSilence("=spring", "13:00", "15:00");
    await addSilence("=autumn", "13:00", "15:00");
    const everything = { fromAt: null, toAt: null, campaigns: null, most: 50, now: at("18:00") };
    const read = async () => (await listGaps({ ...everything })).gaps;
    const keys = (await read()).map(({ key }) => key);
    const [spring = "", , cutOff = ""] = keys;
    await Promise.all([1, 2].map(() => acknowledgeGaps([spring, cutOff, "no key"], "somebody")));
    expect(await list({ noticed })).toEqual(['13:00:00-15:00:00 "autumn"']);
    expect((await read()).map(({ acknowledgedAt }) => acknowledgedAt !== null)).toEqual([
      true,
      false,
      true,
    ]);
    expect(await list()).toHaveLength(3);
    expect(await list({ noticed: { ...noticed, isKnownToo: true } })).toEqual(await list());
    await takeBackAcknowledgement(cutOff);
    await takeBackAcknowledgement("no key");
    expect(await list({ noticed })).toEqual([
      '13:00:00-15:00:00 "autumn"',
      "09:00:00-09:30:00 cut off",
    ]);
  });
});

test("a long list is read in pieces, each gap once", async () => {
  await hear(period("08:00", "08:30"), period("10:00", "18:00"));
  for (const name of "abcdefg") await addSilence(`=${name}`, "09:00", "10:00");
  await addSilence("~", "11:00", "12:00");
  const everything = { fromAt: null, toAt: null, campaigns: null, now: at("18:00") };
  const whole = await listGaps({ ...everything, most: 50 });
  expect(whole.gaps).toHaveLength(9);
  const keys: string[] = [];
  let after: string | null = null;
  do {
    const piece = await listGaps({ ...everything, most: 2, after });
    keys.push(...piece.gaps.map(({ key }) => key));
    after = piece.after;
  } while (after !== null);
  expect(keys).toEqual(whole.gaps.map(({ key }) => key));
});

test("an export is told about its own days and campaigns", async () => {
  await hear(period("08:00", "09:00"), period("09:30", "18:00"));
  await addSilence("=spring", "13:00", "15:00", 21);
  const readHeader = async (from: string | null, to: string | null, campaigns: string[] | null) => {
    const range = { fromAt: from ? at(from) : null, toAt: to ? at(to) : null, campaigns };
    return describeCoverage(range, at("18:00"));
  };
  const since = 'since="2026-11-20T08:00:00Z"';
  const away = '"2026-11-20T09:00:00Z/2026-11-20T09:30:00Z"';
  const quiet = '"2026-11-20T13:00:00Z/2026-11-20T15:00:00Z";campaign="spring";expected=21';
  expect(await readHeader(null, null, null)).toBe(
    `gaps=2, ${since}, not-listening=(${away}), silence=(${quiet})`,
  );
  expect(await readHeader("10:00", null, ["autumn"])).toBe(`complete, ${since}`);
  expect(await readHeader("10:00", null, ["spring"])).toBe(`gaps=1, ${since}, silence=(${quiet})`);
  expect(await readHeader(null, "07:00", null)).toBe(`unknown, ${since}`);
});
