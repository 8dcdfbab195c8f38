import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase } from "@/lib/platform/database/test-database";
import { heldAside } from "./journal/journal";
import { closeJournal, journal } from "./journal/open-journal";
import { toNewEntry } from "./journal/test-entry";
import { readReadiness, readSharedReadiness } from "./readiness";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "earshot-ready-"));
  const { url } = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: "silent" });
});
afterAll(async () => {
  heldAside.publish([]);
  await closeJournal();
  await closeDatabase();
  await rm(folder, { recursive: true });
});

test("however many ask at once, the journal is asked once, and anew for who comes later", async () => {
  const check = vi.spyOn(await journal(), "check");
  const answers = await Promise.all(Array.from({ length: 50 }, () => readSharedReadiness()));
  expect(new Set(answers)).toEqual(new Set([expect.objectContaining({ ready: true })]));
  expect(check).toHaveBeenCalledTimes(1);
  await readSharedReadiness();
  expect(check).toHaveBeenCalledTimes(2);
});

test("what is held aside is told, and lags behind nothing", async () => {
  const { deliveryId } = await (await journal()).append(toNewEntry("held aside"));
  await sleep(1_600);
  const waiting = (await readReadiness()).journal;
  expect(waiting).toMatchObject({ depth: 1, heldAside: 0 });
  expect(waiting?.lagSeconds).toBeGreaterThan(0);
  heldAside.publish([deliveryId]);
  expect(await readReadiness()).toMatchObject({
    ready: true,
    journal: { depth: 1, lagSeconds: 0, heldAside: 1 },
  });
});
