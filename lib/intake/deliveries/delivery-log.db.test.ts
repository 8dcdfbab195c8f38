import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, intakePool } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { drainBatch } from "../drain/drain-batch";
import { closeJournal, journal } from "../journal/open-journal";
import { SequenceGenerator, toDeliveryId } from "../journal/sequence";
import { toNewEntry, toPayload } from "../journal/test-entry";
import {
  type DeliveryFilter,
  emptyDeliveryFilter,
  firstDeliveryPage,
  quarantineFilter,
} from "../views/delivery-log";
import { getDeliveryDetails } from "./get-delivery";
import { countDeliveries, listDeliveries } from "./sql";

let database: TestDatabase;
let folder: string;
let nowMs = Date.UTC(2026, 10, 20, 18);
const clock = new SequenceGenerator(7, 0n, () => nowMs);

/** Ten hours apart, so that days differ by zone: 18:00, 04:00, 14:00, … */
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "earshot-log-"));
  Object.assign(process.env, { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: "silent" });
  const bodies = [toPayload("r0"), toPayload("r1"), [toPayload("r2"), { id: "bad" }], "no", "no"];
  for (const [n, body] of bodies.entries()) {
    const acceptedSeq = clock.next();
    const facts = { remoteAddress: `192.0.2.${n % 2}`, secretHash: "0".repeat(11) + n };
    const entry = { ...toNewEntry(body), ...facts, acceptedSeq };
    await drainBatch(intakePool(), [{ ...entry, deliveryId: toDeliveryId(acceptedSeq) }]);
    nowMs += 10 * 3_600_000;
  }
});

afterAll(async () => {
  await closeJournal();
  await closeDatabase();
  await rm(folder, { recursive: true });
});

/** Which of the five match: their number is the last digit of their secret's hash. */
async function find(change: Partial<DeliveryFilter>, timeZone = "UTC"): Promise<number[]> {
  const query = { filter: { ...emptyDeliveryFilter, ...change }, page: firstDeliveryPage };
  const { rows } = await listDeliveries(query, timeZone);
  const { count } = await countDeliveries(query.filter, timeZone, 100);
  expect(count).toBe(rows.length);
  const details = await Promise.all(rows.map(({ id }) => getDeliveryDetails(id)));
  return details.map((delivery) => Number(delivery?.secretHash.at(-1)));
}

describe("the log", () => {
  test.each<[Partial<DeliveryFilter>, number[]]>([
    [{}, [4, 3, 2, 1, 0]],
    [{ outcomes: ["stored"] }, [1, 0]],
    [{ outcomes: ["quarantined", "stored"] }, [4, 3, 2, 1, 0]],
    [{ outcomes: ["superseded"] }, []],
    [{ address: "192.0.2.1" }, [3, 1]],
    [{ secret: "000000000002" }, [2]],
    [{ recording: "r2" }, [2]],
    [{ recording: "bad" }, [2]],
    [{ recording: "nobody" }, []],
    [{ from: "2026-11-21", to: "2026-11-21" }, [2, 1]],
    [{ to: "2026-11-20" }, [0]],
    [{ from: "9999-12-31" }, []],
    [{ to: "9999-12-31" }, [4, 3, 2, 1, 0]],
    [{ from: "1000-01-01", to: "1000-01-02" }, []],
  ])("%j", async (filter, found) => {
    expect(await find(filter)).toEqual(found);
  });

  test("takes days in the viewer's zone", async () => {
    const day = { from: "2026-11-21", to: "2026-11-21" };
    expect(await find(day, "Asia/Tokyo")).toEqual([2, 1, 0]);
    expect(await find(day, "America/Los_Angeles")).toEqual([3, 2]);
  });

  test("is walked forth and back by key", async () => {
    const at = (change: object) =>
      listDeliveries(
        { filter: emptyDeliveryFilter, page: { ...firstDeliveryPage, limit: 2, ...change } },
        "UTC",
      );
    const first = await at({});
    const second = await at({ after: first.after });
    const third = await at({ after: second.after });
    expect([first.rows.length, second.rows.length, third.rows.length]).toEqual([2, 2, 1]);
    expect([first.before, third.after]).toEqual([null, null]);
    expect((await at({ before: third.before })).rows).toEqual(second.rows);
    expect((await at({ before: second.before })).rows).toEqual(first.rows);
  });

  test("says what was found in each, and counts no further than asked", async () => {
    const query = { filter: quarantineFilter, page: firstDeliveryPage };
    const { rows } = await listDeliveries(query, "UTC");
    expect(rows.map(({ recordCount, recordingIds }) => [recordCount, recordingIds])).toEqual([
      [0, []],
      [0, []],
      [2, ["r2"]],
    ]);
    expect(rows[2]?.problem).toMatch(/^\[1\]\.\w+ is missing/);
    expect(await countDeliveries(quarantineFilter, "UTC", 2)).toEqual({ count: 2, isMore: true });
  });
});

describe("a delivery", () => {
  test("that waits in the journal is pending, with its bytes", async () => {
    const { deliveryId } = await (await journal()).append(toNewEntry("<b>"));
    const delivery = await getDeliveryDetails(deliveryId);
    expect(delivery?.outcome).toBe("pending");
    expect(delivery?.content?.text.text).toBe("<b>");
  });

  test.each(["", "x", "0192f000-0000-7000-8000-000000000000"])("%j is unknown", async (id) => {
    expect(await getDeliveryDetails(id)).toBeNull();
  });
});

test("walks past deliveries of one sequence, as two journals once could give it", async () => {
  const address = "192.0.2.9";
  const acceptedSeq = clock.next();
  for (const body of ["no", "no", "no"]) {
    const entry = { ...toNewEntry(body), acceptedSeq, remoteAddress: address };
    await drainBatch(intakePool(), [{ ...entry, deliveryId: toDeliveryId(acceptedSeq) }]);
  }
  const filter = { ...emptyDeliveryFilter, address };
  const page = { ...firstDeliveryPage, limit: 1 };
  const walked = [];
  for (let after: string | null = null; walked.length < 5; ) {
    const list = await listDeliveries({ filter, page: { ...page, after } }, "UTC");
    walked.push(...list.rows.map(({ id }) => id));
    after = list.after;
    if (after === null) break;
  }
  expect(walked).toEqual([...new Set(walked)].sort().reverse());
  expect(walked).toHaveLength(3);
});
