import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { drainBatch } from "../drain/drain-batch";
import { toPayload } from "../journal/test-entry";
import {
  acknowledgeDrift,
  foldDrift,
  getDriftNews,
  listDrift,
  mostOfKind,
  structureKinds,
  valueKinds,
} from "./drift";
import { accept, acceptBody, listSeen, nextDay, openTestDrift, readNames } from "./test-drift";

let drift: Awaited<ReturnType<typeof openTestDrift>>;
let pool: pg.Pool;

beforeAll(async () => {
  drift = await openTestDrift();
  pool = drift.pool;
});
beforeEach(() => drift.empty());
afterAll(() => drift.close());

describe("what is seen", () => {
  test("of a delivery as it is described: its values alone", async () => {
    await drainBatch(pool, [accept()]);
    expect(await readNames(structureKinds)).toEqual([]);
    expect(await readNames(valueKinds)).toEqual([
      "1 × campaign | campaign | spring",
      "1 × customer_type | customer.details.type | lead",
      "1 × gender | customer.details.gender | female",
      "1 × status | status | completed",
    ]);
  });

  test("every way to differ, each once for each delivery", async () => {
    const strange = { minutes_used: "3", has_transcript: 1, call_sid: 7, created_at: 5, new: {} };
    await drainBatch(pool, [
      accept(strange),
      accept(strange),
      accept({ status: null, summary: undefined, customer: [], created_at: "2026-11-20 10:00:00" }),
      acceptBody([toPayload("r2", { "a.b": 1 }), toPayload("r3", { "a.b": 2 })]),
      acceptBody({ event: "ended", data: { id: "r4", attributes: { ...toPayload("r4") } } }),
      acceptBody({ callSid: "x", "minutes-used": 1 }),
    ]);
    expect(await readNames()).toEqual([
      "1 × form | envelope | ",
      "1 × form | envelope | []",
      "1 × form | names | camelCase",
      "1 × form | names | dash-case",
      "1 × missing_field | campaign",
      "1 × missing_field | created_at",
      "1 × missing_field | customer",
      "1 × missing_field | has_transcript",
      "1 × missing_field | id",
      "1 × missing_field | recording_attachment",
      "1 × missing_field | status",
      "2 × missing_field | summary",
      "2 × type | call_sid | text | a whole number",
      "2 × type | created_at | a date and time | a whole number",
      "1 × type | created_at | a date and time | one without a zone",
      "1 × type | customer | an object | a list",
      "2 × type | has_transcript | true or false | a whole number",
      "2 × type | minutes_used | a whole number | text",
      "1 × type | status | text | null",
      '1 × unknown_field | "a.b"',
      "2 × unknown_field | new",
      "1 × unknown_member | event",
    ]);
  });

  test("hostile names are stored, told apart to the last character, and cut", async () => {
    const long = "x".repeat(5_000);
    const names = [
      "\u0000",
      "\ud800",
      "a.b",
      "\u202e",
      '"',
      "",
      `${long}1`,
      `${long}2`,
      "__proto__",
    ];
    const fields = names.map((name) => `${JSON.stringify(name)}:1`).join();
    const body = accept().body.toString().replace('"attributes":{', `"attributes":{${fields},`);
    await drainBatch(pool, [acceptBody(body)]);
    while (await foldDrift(pool));
    const seen = await listSeen(["unknown_field"]);
    expect(seen).toHaveLength(names.length);
    expect(Math.max(...seen.map(({ path }) => path?.length ?? 0))).toBeLessThan(220);
  });
});

describe("a sender of a million names", () => {
  test("fills neither the table nor a delivery, and the rest is counted", async () => {
    const fields = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${from + n}`, 1]));
    await drainBatch(pool, [accept(fields(0, 20_000))]);
    for (let n = 0; n < 5; n++) await drainBatch(pool, [accept(fields(100_000 + n * 90, 90))]);
    await drainBatch(pool, [accept({ known: 1 })]);
    while (await foldDrift(pool));
    const seen = await listSeen(["unknown_field"]);
    expect(seen).toHaveLength(mostOfKind.unknown_field + 1);
    const others = seen.find(({ path }) => path === null);
    expect(others?.count).toBeGreaterThan(300);

    await drainBatch(pool, [accept(fields(0, 1))]);
    const first = (await listSeen(["unknown_field"])).find(({ path }) => path === "key0");
    expect(first?.count, "what has a row goes on being counted").toBe(2);
    const { items, more } = await listDrift(["unknown_field"], 10, nextDay);
    expect([items.length, more]).toEqual([10, mostOfKind.unknown_field - 9]);
  });
});

describe("acknowledging", () => {
  test("says who and when, counts on, and is no news any more", async () => {
    await pool.query(
      `INSERT INTO "user" (id, name, email, role, updated_at)
       VALUES ('ada', 'Ada Example', 'ada@example.com', 'administrator', now())`,
    );
    await drainBatch(pool, [accept({ new: 1, other: 1 })]);
    const [known] = (await listSeen(["unknown_field"])).filter(({ path }) => path === "new");
    expect(await getDriftNews(2, nextDay)).toMatchObject({
      newCount: 6,
      olderCount: 0,
      items: [{ kind: "unknown_field" }, { kind: "unknown_field" }],
    });
    expect(await acknowledgeDrift([BigInt(known?.id ?? 0)], "ada")).toBe(1);
    expect(await acknowledgeDrift([BigInt(known?.id ?? 0)], "ada")).toBe(0);
    await drainBatch(pool, [accept({ new: 1 })]);
    const [first, second] = await listSeen(["unknown_field"]);
    expect(first).toMatchObject({ path: "other", isNew: true, acknowledged: null });
    expect(second).toMatchObject({ path: "new", isNew: false, count: 2 });
    expect(second?.acknowledged?.by).toBe("Ada Example");
    expect(await getDriftNews(2, nextDay)).toMatchObject({ newCount: 5, items: [{}, {}] });
  });

  test("after a week it is no news, acknowledged or not", async () => {
    await drainBatch(pool, [accept({ new: 1 })]);
    const later = new Date(Date.UTC(2026, 10, 28));
    expect(await getDriftNews(2, later)).toEqual({ items: [], newCount: 0, olderCount: 5 });
  });
});
