import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestTask } from "@/lib/ops/task-lease";
import { openTestRetention, type TestRetention, understood } from "./test-retention";
import { tidyBodies } from "./tidy-bodies";

let retention: TestRetention;
const me = randomUUID();

beforeAll(async () => {
  retention = await openTestRetention(null);
});
beforeEach(() => retention.forget());
afterAll(() => retention.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const dayIn = (days: number) => inDays(days).toISOString().slice(0, 10);

function deliverDaily(first: number, last: number) {
  const days = Array.from({ length: last - first + 1 }, (_, n) => dayIn(first + n));
  return Promise.all(days.map((day) => retention.deliverOn(day, [understood()]))).then((all) =>
    all.flat(),
  );
}

async function readFault(): Promise<unknown> {
  return (await retention.pool.query("SELECT fault FROM upkeep")).rows[0]?.fault;
}

describe("raw bytes stay", () => {
  test.each([120, -120])("while the server's clock is off by %d days", async (off) => {
    const entries = [...(await deliverDaily(-40, -30)), ...(await deliverDaily(-3, 0))];
    expect(await tidyBodies(retention.pool, me, inDays(off))).toBe("tidied");
    expect(await retention.readKept(entries)).toHaveLength(entries.length);
    expect(await readFault()).toBe(
      "the clocks of this server and its database differ by 172800 minutes",
    );
  });

  test("and nothing is complained of where no delivery ever came", async () => {
    expect(await tidyBodies(retention.pool, me, inDays(0))).toBe("tidied");
    expect(await readFault()).toBeNull();
  });

  test("when both clocks leap ahead, until a newer event came; and then a few days go at a time", async () => {
    const entries = await deliverDaily(-9, 0);
    const leapt = inDays(120);
    const tidy = async () => {
      await requestTask(retention.pool, "retention");
      return tidyBodies(retention.pool, me, leapt, async () => leapt);
    };
    await tidy();
    expect(await retention.readKept(entries)).toHaveLength(10);
    expect(await readFault()).toMatch(/nothing goes until a newer event came/);

    await retention.pool.query("DELETE FROM delivery_body WHERE accepted_on < $1", [dayIn(-9)]);
    await retention.deliverOn(dayIn(119), [understood()]);
    const kept: number[] = [];
    for (let run = 1; run <= 6; run++) {
      await tidy();
      kept.push((await retention.readKept(entries)).length);
    }
    expect(kept.at(-1)).toBe(0);
    const drops = kept.map((count, run) => (kept[run - 1] ?? 10) - count);
    expect(Math.max(...drops)).toBeLessThanOrEqual(7);
  });
});
