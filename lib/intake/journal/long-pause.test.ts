import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { openDiskJournal } from "./disk-journal";
import { openFiles } from "./journal-file";
import { acceptedAtOf } from "./sequence";
import { runTestReader } from "./test-journal";

const folder = mkdtempSync(join(tmpdir(), "earshot-pause-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const yearMs = 365 * 86_400_000;
const bootSchema = z.object({ id: z.string(), upMs: z.number(), atMs: z.number() });

/** By how much the next event there is numbered behind the machine's clock. */
async function findLagMs(place: string, clockMs = 0): Promise<number> {
  const shifted = `const now = Date.now; Date.now = () => now() + ${clockMs}`;
  const nodeOptions = ["--import", `data:text/javascript,${encodeURIComponent(shifted)}`];
  const reader = runTestReader(place, ["use", "500"], { nodeOptions });
  expect(await reader.ended).toBe("code 0");
  const [, seq = ""] = /^appended (\d+)$/m.exec(reader.output()) ?? [];
  return Date.now() - acceptedAtOf(BigInt(seq));
}

/** A journal that took its last event and its last beat a year ago, by a machine that has run as told since. */
async function leaveForAYear(
  change: (boot: z.infer<typeof bootSchema>) => object,
): Promise<string> {
  const place = mkdtempSync(join(folder, "journal-"));
  await findLagMs(place, -yearMs);
  const journal = openDiskJournal(place);
  await journal.beat({ atMs: Date.now() - yearMs, isFarewell: true });
  await journal.close();
  const { root, facts } = openFiles(join(place, "journal"));
  const boot = bootSchema.parse(JSON.parse(facts.get("last-boot") ?? ""));
  await facts.put("last-boot", JSON.stringify(change(boot)));
  await root.close();
  return place;
}

test("after a year of a machine that ran all the time, events are numbered by its clock", async () => {
  const place = await leaveForAYear((boot) => ({ ...boot, upMs: boot.upMs - yearMs }));
  expect(Math.abs(await findLagMs(place))).toBeLessThan(60_000);
});

test("a clock that leapt by a year on such a machine is not believed", async () => {
  const place = await leaveForAYear((boot) => ({ ...boot, upMs: boot.upMs - yearMs }));
  expect(Math.abs(await findLagMs(place, yearMs))).toBeLessThan(60_000);
});

test.each([
  ["was started again", { id: "another run" }],
  ["has not run for so long", {}],
])(
  "a machine that %s since tells nothing, and the numbers go on from the last event",
  async (_, known) => {
    const place = await leaveForAYear((boot) => Object.assign(boot, known));
    expect(Math.abs((await findLagMs(place)) - yearMs)).toBeLessThan(60_000);
  },
  30_000,
);
