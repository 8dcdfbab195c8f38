import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/platform/database/db";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { soundsForTest, storeCalls } from "../kept/test-sounds";
import { countProtection, protectList, protectSounds } from "./sound-lists";

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
    ...{ calls: 5, protectedCalls: 0, isMore: false },
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
