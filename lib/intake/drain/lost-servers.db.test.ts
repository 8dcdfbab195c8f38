import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { JournalEntry } from "../journal/journal";
import { runTestReader } from "../journal/test-journal";
import type { Watch } from "./drain-apart";
import { enough, points, steadiness } from "./held-against";
import { breakingDrain, setAside, stored } from "./test-breaking";

const drain = breakingDrain();
const usual = { ...steadiness };
beforeAll(() => {
  Object.assign(steadiness, { leastMs: 1_000, times: 2 });
});
afterAll(() => {
  Object.assign(steadiness, usual);
});

/** As time goes on: the database comes back, others arrive, and what waits is tried again. */
async function drainOn(watch: Watch, isOver: () => boolean | Promise<boolean>): Promise<void> {
  const endsMs = performance.now() + 90_000;
  while (!(await isOver()) && performance.now() < endsMs) {
    await drain.database.ask("SELECT 1");
    await drain.drainOnce(watch);
    await sleep(200);
  }
}

async function readOutcome({ deliveryId }: JournalEntry): Promise<string | undefined> {
  const { rows } = await drain.database.ask("SELECT outcome FROM delivery WHERE id = $1", [
    deliveryId,
  ]);
  return rows[0]?.outcome;
}

const countNotStored = async () =>
  (await drain.database.readOutcomes()).filter((outcome) => !isDeepStrictEqual(outcome, stored))
    .length;

test.each(["with others", "without any"])(
  "what ends the whole database each time it is stored alone is set aside, %s that arrive meanwhile",
  async (others) => {
    await drain.database.ask("INSERT INTO fatal VALUES ('bad', 'server')");
    const bad = await drain.keep("bad");
    for (const id of ["one", "two"]) await drain.keep(id);
    let other = 0;
    const held = vi.fn();
    await drainOn({ onHeld: held }, async () => {
      if (others === "with others") await drain.keep(`other ${other++}`);
      return (await readOutcome(bad)) !== undefined;
    });
    expect(await readOutcome(bad)).toBe("quarantined");
    expect(await countNotStored()).toBe(1);
    expect(await drain.journal.suspects()).toEqual(new Map());
  },
  120_000,
);

test("what ends the database by its bytes alone stays in the journal, is tried once more by the next process, and holds up nothing", async () => {
  const bad = await drain.keep("bad");
  await drain.keep("one");
  await drain.database.ask("INSERT INTO fatal VALUES ($1, 'server')", [bad.deliveryId]);
  await drain.journal.suspect([bad.acceptedSeq], enough);
  const aside: string[] = [];
  const watch: Watch = {
    onHeld: () => undefined,
    onAside: ({ deliveryId }) => aside.push(deliveryId),
  };
  await drainOn(watch, () => aside.length > 0);
  expect(aside).toEqual([bad.deliveryId]);
  const startedAt = await readStart();
  await drain.keep("two");
  expect(await drain.drainOnce(watch)).toBeUndefined();
  expect(await drain.database.readOutcomes()).toEqual([stored, stored]);
  expect(await drain.journal.depth()).toBe(1);
  expect(await readStart()).toEqual(startedAt);

  // Another process has other losses before it.
  await drain.reopen();
  aside.length = 0;
  await drainOn(watch, () => aside.length > 0);
  expect(aside).toEqual([bad.deliveryId]);
  expect(await readStart()).not.toEqual(startedAt);

  await drain.database.ask("DELETE FROM fatal");
  await drain.reopen();
  await drainOn(watch, async () => (await drain.journal.depth()) === 0);
  expect(await drain.database.readOutcomes()).toEqual([setAside, stored, stored]);
});

test("so does what a process dies over, while it writes the bytes alone", async () => {
  const bad = await drain.keep("bad");
  await drain.database.ask("INSERT INTO fatal VALUES ($1, 'wait')", [bad.deliveryId]);
  await drain.journal.suspect([bad.acceptedSeq], enough);
  const storing = "FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
  for (let death = 1; death <= 3; death++) {
    const reader = runTestReader(drain.place, ["drain"], {
      env: { DATABASE_URL: drain.database.url },
    });
    await vi.waitFor(isStoring, { timeout: 20_000, interval: 20 });
    process.kill(Number(reader.pid), "SIGKILL");
    await reader.ended;
    await drain.database.ask(`SELECT pg_terminate_backend(pid, 5000) ${storing}`);
    const against = enough + death * points.lostQuarantine;
    expect(await drain.journal.suspects()).toEqual(new Map([[bad.acceptedSeq, against]]));
  }
  await drain.database.ask("DELETE FROM fatal");
  await drain.journal.suspect([bad.acceptedSeq], 3 * points.lostQuarantine);
  const aside: string[] = [];
  await drain.drainOnce({ onAside: ({ deliveryId }) => aside.push(deliveryId) });
  expect(aside).toEqual([bad.deliveryId]);
});

async function readStart(): Promise<unknown> {
  return (await drain.database.ask("SELECT pg_postmaster_start_time()")).rows[0];
}

test.each([
  ["is told to stop", "SIGINT"],
  ["is told to stop at once", "SIGQUIT"],
  ["dies soon after each start", "SIGKILL"],
] as const)(
  "a database that %s while one entry is stored alone is not held against it",
  async (_, signal) => {
    await drain.database.ask("INSERT INTO fatal VALUES ('slow', 'wait')");
    const slow = await drain.keep("slow");
    if (signal === "SIGKILL") Object.assign(steadiness, { leastMs: 30_000 });
    // Once together, then more often alone than is enough.
    let ended = 0;
    let other = 0;
    const end = async () => {
      if (signal === "SIGKILL" && ended > 1) {
        // It would be under way, were it tried by then.
        await drain.database.ask("SELECT 1");
        await sleep(1_500);
      } else await vi.waitFor(isStoring, { timeout: 60_000, interval: 20 });
      await drain.database.signal(signal);
      ended++;
      await vi.waitFor(isAway, { timeout: 20_000, interval: 10 });
    };
    while (ended < 4) {
      const ending = end();
      let isEnded = false;
      ending.finally(() => {
        isEnded = true;
      });
      await drainOn({ onHeld: () => undefined }, async () => {
        if (!isEnded) await drain.keep(`other ${other++}`);
        return isEnded;
      });
      await ending;
    }
    await drain.database.ask("SELECT 1");
    expect(await drain.journal.suspects()).toEqual(new Map());
    Object.assign(steadiness, { leastMs: 1_000 });
    await drain.database.ask("DELETE FROM fatal");
    await drainOn({ onHeld: () => undefined }, async () => (await drain.journal.depth()) === 0);
    expect(await readOutcome(slow)).toBe("stored");
    expect(await countNotStored()).toBe(0);
  },
  180_000,
);

async function isAway(): Promise<void> {
  await expect(drain.database.pool.query("SELECT 1")).rejects.toThrow();
}

async function isStoring(): Promise<void> {
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'";
  expect((await drain.database.pool.query(waiting)).rowCount).toBe(1);
}
