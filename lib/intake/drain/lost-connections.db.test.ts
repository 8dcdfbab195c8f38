import { expect, test, vi } from "vitest";
import type { Watch } from "./drain-apart";
import { breakingDrain, setAside, stored } from "./test-breaking";

const drain = breakingDrain();

async function drainAll(watch: Watch = {}): Promise<void> {
  const drained = async () => {
    await drain.drainOnce(watch);
    expect(await drain.journal.depth()).toBe(0);
  };
  await vi.waitFor(drained, { timeout: 40_000, interval: 100 });
}

test.each([
  ["end", ["bad", "worse"]],
  ["crash", ["bad"]],
])(
  "what breaks the connection each time it is stored (%s) is set aside, and what came with it is stored",
  async (fault, bad) => {
    await drain.database.ask("INSERT INTO fatal SELECT unnest($1::text[]), $2", [bad, fault]);
    const ids = ["one", "bad", "two", "worse", "three"];
    for (const id of ids) await drain.keep(id);
    const held = vi.fn();
    await drainAll({ onHeld: held });
    expect(await drain.database.readOutcomes()).toEqual(
      ids.map((id) => (bad.includes(id) ? setAside : stored)),
    );
    // Each was tried three times alone, and was to rest in between.
    expect(held).toHaveBeenCalledTimes(3 * bad.length);
    expect(await drain.journal.suspects()).toEqual(new Map());
  },
  60_000,
);

test("one that breaks the connection when it is written together is tried alone, and no other is blamed", async () => {
  for (let n = 1; n <= 50; n++) await drain.keep(`call ${n}`);
  await drain.database.ask("INSERT INTO fatal VALUES ('call 25', 'end')");
  expect(await drain.drainOnce()).toBeInstanceOf(Error);
  expect(await drain.journal.depth()).toBe(50);
  await drain.database.ask("DELETE FROM fatal");
  expect(await drain.drainOnce()).toBeUndefined();
  expect(await drain.database.readOutcomes()).toEqual(Array(50).fill(stored));
});
