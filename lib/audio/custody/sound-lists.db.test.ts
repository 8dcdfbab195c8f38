import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { releaseTasks } from "@/lib/ops/task-lease";
import { backgroundPool, db } from "@/lib/platform/database/db";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { storeCalls } from "@/lib/recordings/totals/test-totals";
import { soundsForTest } from "../kept/test-sounds";
import {
  countProtection,
  mostLists,
  protectList,
  protectSounds,
  requestSounds,
  retrySounds,
} from "./sound-lists";

const sounds = soundsForTest();

test("all that a filter matches is protected in slices, as one entry of the audit log", async () => {
  const ids = Array.from({ length: 6 }, (_, index) => `c${index}`);
  await sounds.arrive(Object.fromEntries(ids.map((id) => [id, `/${id}.wav`])));
  await storeCalls(sounds.pool, [["other", { campaign: "other" }]]);
  await protectSounds(["c0"], true, "ben");
  await db().auditEntry.deleteMany();
  const { filter } = parseRecordingQuery(new URLSearchParams("campaign=spring"));
  const count = (changes = {}) => countProtection({ ...filter, ...changes }, "UTC");
  expect(await count()).toEqual({ calls: 6, protectedCalls: 1, isMore: false });
  expect(await count({ protected: { include: [null], exclude: [] } })).toEqual({
    calls: 5,
    protectedCalls: 0,
    isMore: false,
  });

  const change = async (isOn: boolean) => {
    const entryId = randomUUID();
    const given = { isOn, userId: "ada", entryId };
    let [changed, slices] = [0, 0];
    for (let after: string | null = null; ; slices++) {
      const bounds = { atOnce: 2, mostMs: 0 };
      const done = await protectList(filter, "UTC", { ...given, after }, bounds);
      changed += done.changed;
      after = done.after;
      if (after === null) return { changed, slices: slices + 1 };
    }
  };
  expect(await change(true)).toEqual({ changed: 5, slices: 4 });
  const kept = await db().soundProtection.findMany({ orderBy: { recordingId: "asc" } });
  expect(kept.map(({ recordingId, protectedBy }) => [recordingId, protectedBy])).toEqual([
    ["c0", "ben"],
    ...ids.slice(1).map((id) => [id, "ada"]),
  ]);
  expect(await count()).toEqual({ calls: 6, protectedCalls: 6, isMore: false });
  expect(await db().auditEntry.findMany()).toMatchObject([
    { userId: "ada", recordingId: "", calls: 5, change: { action: "protected" } },
  ]);

  await protectSounds(["other"], true, "ben");
  expect(await change(false)).toMatchObject({ changed: 6 });
  expect(await countProtection(emptyFilter, "UTC")).toMatchObject({ calls: 7, protectedCalls: 1 });
  expect(await change(false)).toMatchObject({ changed: 0 });
  expect(await db().auditEntry.count()).toBe(3);
});

const going = new AbortController().signal;
const { filter } = parseRecordingQuery(new URLSearchParams("audio=gone&audio=refused&audio=kept"));

/** Calls whose sounds were given up, in this state. */
async function giveUp(states: Record<string, string>): Promise<void> {
  await sounds.arrive(Object.fromEntries(Object.keys(states).map((id) => [id, `/${id}.wav`])));
  for (const [id, state] of Object.entries(states)) {
    await sounds.pool.query(
      "UPDATE sound SET state = $2::sound_state, next_try_at = NULL, attempts = 5 WHERE recording_id = $1",
      [id, state],
    );
    await sounds.pool.query(
      "UPDATE call_mark SET mark = 'audio:' || $2 WHERE recording_id = $1 AND mark LIKE 'audio:%'",
      [id, state],
    );
  }
}

async function listDue(): Promise<string[]> {
  const due = await db().sound.findMany({
    where: { nextTryAt: { not: null }, attempts: 0 },
    orderBy: { recordingId: "asc" },
  });
  return due.map(({ recordingId }) => recordingId);
}

test("what a list asks for is done to its end, whoever is ended in the middle", async () => {
  const gone = ["a", "b", "c", "d", "e"];
  await giveUp({
    ...Object.fromEntries(gone.map((id) => [id, "gone"])),
    r: "refused",
    k: "kept",
    t: "too_large",
  });
  expect(await requestSounds("ada", filter, "UTC")).toBe(true);
  expect(await listDue()).toEqual([]);
  // Twice the same, while it is under way, is one.
  expect(await requestSounds("ada", filter, "UTC")).toBe(true);
  expect(await db().soundRetry.count()).toBe(1);

  const first = randomUUID();
  const ending = new AbortController();
  const isUnderWay = retrySounds(backgroundPool(), first, ending.signal, 2);
  await expect.poll(async () => (await listDue()).length).toBeGreaterThan(0);
  ending.abort();
  await isUnderWay;
  const done = await listDue();
  expect(done.length).toBeLessThan(6);
  expect(await db().soundRetry.count()).toBe(1);
  // As long as it is another one's, nobody else does it.
  expect(await retrySounds(backgroundPool(), randomUUID(), going, 2)).toBe(0);

  await releaseTasks(backgroundPool(), first);
  expect(await retrySounds(backgroundPool(), randomUUID(), going, 2)).toBe(6 - done.length);
  expect(await listDue()).toEqual([...gone, "r"]);
  expect(await db().soundRetry.count()).toBe(0);
  expect(await retrySounds(backgroundPool(), randomUUID(), going, 2)).toBe(0);
});

test("a list that can't be read holds up no other, and nobody has more than so many", async () => {
  await giveUp({ a: "gone" });
  const id = randomUUID();
  await db().soundRetry.create({
    data: { id, userId: "ada", filter: { moods: [] }, timeZone: "UTC", askedAt: new Date(0) },
  });
  expect(await requestSounds("ada", filter, "UTC")).toBe(true);
  expect(await retrySounds(backgroundPool(), randomUUID(), going)).toBe(1);
  expect(await listDue()).toEqual(["a"]);
  expect(await db().soundRetry.count()).toBe(0);
  const asked = [];
  for (let most = 1; most <= mostLists + 1; most++) {
    asked.push(await requestSounds("ada", { ...filter, minutes: { least: null, most } }, "UTC"));
  }
  expect(asked).toEqual([...Array.from({ length: mostLists }, () => true), false]);
});
