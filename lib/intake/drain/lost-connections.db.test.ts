import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openDiskJournal } from "../journal/disk-journal";
import type { Journal } from "../journal/journal";
import { toNewEntry, toPayload } from "../journal/test-entry";
import type { Watch } from "./drain-apart";
import { drainEntries } from "./drain-entries";
import { type BreakingDatabase, setAside, startBreakingDatabase, stored } from "./test-breaking";

let database: BreakingDatabase;
let journal: Journal;
let journals = 0;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  database = await startBreakingDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(() => {
  journal = openDiskJournal(join(database.folder, `journal-${journals++}`));
});
afterEach(async () => {
  await journal.close();
  await database.empty();
});

const keep = (id: string) => journal.append(toNewEntry(toPayload(id)));

/** As the drain's loop does it; gives what was thrown. */
async function drainOnce(watch: Watch = {}): Promise<unknown> {
  const entries = await journal.read(50, 16_000_000);
  return drainEntries(database.pool, journal, entries, watch).catch((error: unknown) => error);
}

async function drainAll(watch: Watch = {}): Promise<void> {
  const drained = async () => {
    await drainOnce(watch);
    expect(await journal.depth()).toBe(0);
  };
  await vi.waitFor(drained, { timeout: 40_000, interval: 100 });
}

test.each([
  ["end", ["bad", "worse"]],
  ["crash", ["bad"]],
])(
  "what breaks the connection each time it is stored (%s) is set aside, and what came with it is stored",
  async (fault, bad) => {
    await database.ask("INSERT INTO fatal SELECT unnest($1::text[]), $2", [bad, fault]);
    const ids = ["one", "bad", "two", "worse", "three"];
    for (const id of ids) await keep(id);
    const held = vi.fn();
    await drainAll({ onHeld: held });
    expect(await database.readOutcomes()).toEqual(
      ids.map((id) => (bad.includes(id) ? setAside : stored)),
    );
    // Each was tried three times alone, and was to rest in between.
    expect(held).toHaveBeenCalledTimes(3 * bad.length);
    expect(await journal.suspects()).toEqual(new Map());
  },
  60_000,
);

test("one that breaks the connection when it is written together is tried alone, and no other is blamed", async () => {
  for (let n = 1; n <= 50; n++) await keep(`call ${n}`);
  await database.ask("INSERT INTO fatal VALUES ('call 25', 'end')");
  expect(await drainOnce()).toBeInstanceOf(Error);
  expect(await journal.depth()).toBe(50);
  await database.ask("DELETE FROM fatal");
  expect(await drainOnce()).toBeUndefined();
  expect(await database.readOutcomes()).toEqual(Array(50).fill(stored));
});
