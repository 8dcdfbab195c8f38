import { randomUUID } from "node:crypto";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestTask } from "@/lib/ops/task-lease";
import { backgroundPool, db } from "@/lib/platform/database/db";
import { changeKeptAudio } from "@/lib/settings/store";
import { isSoundDue } from "../kept/claim-sounds";
import { getSound, retrySound } from "../kept/get-sound";
import { getKeptAudioView, getUsage, previewKeptAudio, readRemovalClock } from "../kept/limits";
import { beginning, queueSounds } from "../kept/queue-sounds";
import { age, hashOf, keepAll, marksOf, soundsForTest, wavOf } from "../kept/test-sounds";
import { soundPath } from "../store/sound-folder";
import { clearRemoved, removeOldSounds } from "./remove-sounds";
import { protectSounds } from "./sound-lists";
import { fetchMissing } from "./verify-sounds";

const sounds = soundsForTest();
const claimant = randomUUID();
const going = new AbortController().signal;
const set = (quotaGb: number | null, keepDays: number | null) =>
  changeKeptAudio({ quotaGb, keepDays }, "ada");
const stateOf = async (id: string) => (await getSound(id))?.state;

async function remove(serverNow?: () => Date): Promise<string> {
  await requestTask(backgroundPool(), "audio-retention");
  return removeOldSounds(backgroundPool(), claimant, going, serverNow);
}

const exists = (bytes: Buffer) =>
  stat(soundPath(hashOf(bytes))).then(
    () => true,
    () => false,
  );

test("the preview is what is removed; what is protected, shared or young stays", async () => {
  const shared = wavOf("shared");
  const files = { old: wavOf("old"), older: wavOf("older"), safe: wavOf("safe") };
  await keepAll(sounds, { ...files, one: shared, two: shared, young: wavOf("young") });
  await age(sounds, 40, "old", "safe", "one");
  await age(sounds, 50, "older");
  expect(await protectSounds(["safe", "nobody"], true, "ada")).toBe(1);
  expect(await protectSounds(["safe"], true, "ben")).toBe(0);
  expect(await marksOf("safe")).toEqual(["audio:kept", "protected:true"]);
  expect((await getSound("safe"))?.protection).not.toBeNull();

  const before = await getUsage();
  expect(before.files).toBe(5);
  const { removal } = await previewKeptAudio({ quotaGb: null, keepDays: 30 });
  if (removal === null || removal === "too-many") throw new Error("nothing was counted");
  expect(removal).toMatchObject({ calls: 3, files: 2, protectedCalls: 1 });
  expect(removal.bytes).toBe(files.old.length + files.older.length);
  const oldest = Date.now() - 50 * 86_400_000;
  expect(Math.abs(Date.parse(removal.oldestAt ?? "") - oldest)).toBeLessThan(60_000);

  expect(await remove()).toBe("done");
  expect(await stateOf("old")).toBe("kept");
  await set(null, 30);
  expect(await remove()).toBe("done");
  const after = await getUsage();
  expect(before.files - after.files).toBe(removal.files);
  expect(before.bytes - after.bytes).toBe(removal.bytes);
  expect(await db().soundRemoval.count()).toBe(removal.calls);
  expect(await db().soundRemoval.count({ where: { isPending: true } })).toBe(0);
  for (const id of ["old", "older", "one"]) {
    expect(await getSound(id)).toMatchObject({
      state: "removed",
      nextTryAt: null,
      removal: { keepDays: 30 },
    });
    expect(await marksOf(id)).toEqual(["audio:removed"]);
  }
  expect(await exists(files.old)).toBe(false);
  expect(await exists(files.safe)).toBe(true);
  expect(await exists(shared)).toBe(true);
  expect((await sounds.filesOf()).length).toBe(after.files);
  expect((await previewKeptAudio({ quotaGb: null, keepDays: 30 })).removal).toMatchObject({
    calls: 0,
    protectedCalls: 1,
  });

  // Its last user takes the file along.
  await age(sounds, 40, "two");
  await protectSounds(["safe"], false, "ada");
  await remove();
  expect(await exists(shared)).toBe(false);
  expect(await exists(files.safe)).toBe(false);
  expect(await stateOf("young")).toBe("kept");
});

test("what was removed is fetched again by wish alone, and is then young", async () => {
  await keepAll(sounds, { a: wavOf("a"), b: wavOf("b") });
  await age(sounds, 40, "a");
  await set(null, 30);
  await remove();
  expect(await stateOf("a")).toBe("removed");
  expect(await fetchMissing()).toBe(0);
  await queueSounds({ after: beginning, most: 100 });
  expect(await isSoundDue()).toBe(false);
  expect(await retrySound("a")).toBe(true);
  sounds.keep();
  await sounds.until("a", ({ state }) => state === "kept");
  await remove();
  expect(await getSound("a")).toMatchObject({ state: "kept", removal: null });
  expect(await exists(wavOf("a"))).toBe(true);
});

test("what nobody claims stays while the clocks differ, or after they moved on by days together", async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  expect(await readRemovalClock()).toEqual({ now: expect.any(Date) });
  for (const days of [-1, 1, 365]) {
    expect(await readRemovalClock(inDays(days))).toEqual({
      fault: expect.stringMatching(/clocks/),
    });
  }
  const leap =
    "UPDATE upkeep SET finished_at = now() - interval '1 year' WHERE task = 'audio-clock'";
  await sounds.pool.query(leap);
  expect(await readRemovalClock()).toEqual({ fault: expect.stringMatching(/moved on by days/) });
  await sounds.pool.query("DELETE FROM upkeep WHERE task = 'audio-clock'");
});

test("nothing goes while the clocks differ, nor when everything would be too old", async () => {
  await keepAll(sounds, { a: wavOf("a"), b: wavOf("b") });
  await age(sounds, 40, "a", "b");
  await set(null, 30);
  for (const days of [-1, 1, 365]) {
    await remove(() => new Date(Date.now() + days * 86_400_000));
    expect((await getKeptAudioView()).retention.fault).toMatch(/clocks/);
  }
  await sounds.pool.query("UPDATE recording SET changed_at = now() - interval '31 days'");
  await remove();
  expect((await getKeptAudioView()).retention.fault).toMatch(/too old/);
  expect(await sounds.filesOf()).toHaveLength(2);
  await sounds.pool.query("UPDATE recording SET changed_at = now()");
  await remove();
  expect((await getKeptAudioView()).retention.fault).toBeNull();
  expect(await sounds.filesOf()).toHaveLength(0);
});

test("nothing goes for a day after the clock moved on by days, whatever events came since", async () => {
  await keepAll(sounds, { a: wavOf("a") });
  await age(sounds, 40, "a");
  await set(null, 30);
  const fault = async () => (await getKeptAudioView()).retention.fault;
  const runAfter = (interval: string) =>
    sounds.pool.query("UPDATE upkeep SET finished_at = finished_at - $1::interval", [interval]);
  await sounds.pool.query("DELETE FROM upkeep WHERE task = 'audio-clock'");
  // Nobody knows of a clock yet, but for the last run of the version before.
  await sounds.pool.query(
    "INSERT INTO upkeep (task, finished_at) VALUES ('audio-retention', now() - interval '3 days')",
  );
  expect(await removeOldSounds(backgroundPool(), claimant, going)).toBe("done");
  expect(await fault()).toMatch(/moved on/);
  await remove();
  expect(await fault()).toMatch(/moved on/);
  expect(await sounds.filesOf()).toHaveLength(1);
  // Almost a day later; then the clock leaps again.
  await sounds.pool.query(
    "UPDATE upkeep SET claimed_until = now() + interval '1 second' WHERE task = 'audio-clock'",
  );
  await runAfter("23 hours");
  await remove();
  expect(await fault()).toMatch(/moved on/);
  await runAfter("40 days");
  await remove();
  await sounds.pool.query(
    "UPDATE upkeep SET claimed_until = claimed_until - interval '24 hours' WHERE task = 'audio-clock'",
  );
  await runAfter("24 hours");
  expect(await sounds.filesOf()).toHaveLength(1);
  await remove();
  expect(await fault()).toBeNull();
  expect(await sounds.filesOf()).toHaveLength(0);
});

test("a clock that is put right again holds nothing back", async () => {
  await keepAll(sounds, { a: wavOf("a") });
  await age(sounds, 40, "a");
  await set(null, 30);
  await sounds.pool.query(`
    INSERT INTO upkeep (task, finished_at, claimed_until)
    VALUES ('audio-clock', now() + interval '1 year', now() + interval '366 days')
    ON CONFLICT (task) DO UPDATE
      SET finished_at = excluded.finished_at, claimed_until = excluded.claimed_until`);
  await remove();
  expect(await sounds.filesOf()).toHaveLength(0);
});

test("a file whose remover died before it was taken from the store goes with the next one", async () => {
  await keepAll(sounds, { a: wavOf("a"), b: wavOf("b") });
  await sounds.pool.query(`
    INSERT INTO sound_removal (recording_id, sha256, removed_at, bytes, kept_at, keep_days, is_pending)
    SELECT recording_id, sha256, now(), bytes, kept_at, 30, true FROM sound_file`);
  await sounds.pool.query("DELETE FROM sound_file WHERE recording_id = 'a'");
  await clearRemoved();
  expect(await exists(wavOf("a"))).toBe(false);
  // The other one was kept anew meanwhile.
  expect(await exists(wavOf("b"))).toBe(true);
  expect(await db().soundRemoval.count({ where: { isPending: true } })).toBe(0);
});

test("a file that is kept anew while its remover waits stays in the store", async () => {
  await keepAll(sounds, { a: wavOf("a") });
  await sounds.pool.query(`
    INSERT INTO sound_removal (recording_id, sha256, removed_at, bytes, kept_at, keep_days, is_pending)
    SELECT recording_id, sha256, now(), bytes, kept_at, 30, true FROM sound_file`);
  const { rows } = await sounds.pool.query("DELETE FROM sound_file RETURNING *");
  const client = await sounds.pool.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM sound_usage FOR UPDATE");
  const clearing = clearRemoved();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await exists(wavOf("a"))).toBe(true);
  await client.query(
    "INSERT INTO sound_file SELECT * FROM jsonb_populate_record(NULL::sound_file, $1)",
    [JSON.stringify(rows[0], (_, value) => toHexText(value))],
  );
  await client.query("COMMIT");
  client.release();
  await clearing;
  expect(await exists(wavOf("a"))).toBe(true);
});

/** Bytes as the database reads them from a text. */
function toHexText(value: unknown): unknown {
  const isBytes = typeof value === "object" && value !== null && "type" in value && "data" in value;
  return isBytes && Array.isArray(value.data)
    ? `\\x${Buffer.from(value.data).toString("hex")}`
    : value;
}

test("a file that the store does not let go keeps no other one from going, and is told of", async () => {
  const files = { a: wavOf("a"), b: wavOf("b"), c: wavOf("c") };
  await keepAll(sounds, files);
  await age(sounds, 40, "a", "b", "c");
  await set(null, 30);
  const [stuck = ""] = Object.values(files)
    .map((bytes) => soundPath(hashOf(bytes)))
    .toSorted();
  await rm(stuck);
  await mkdir(join(stuck, "full"), { recursive: true });
  await remove();
  expect(await sounds.filesOf()).toEqual([]);
  expect((await getKeptAudioView()).retention.fault).toBe(
    "1 removed files are still in their store",
  );
  expect(await db().soundRemoval.count({ where: { isPending: true } })).toBe(1);
  await rm(stuck, { recursive: true });
  await remove();
  expect((await getKeptAudioView()).retention.fault).toBeNull();
  expect(await db().soundRemoval.count({ where: { isPending: true } })).toBe(0);
});

test("protection outlives a change of the call, and goes with it", async () => {
  await keepAll(sounds, { a: wavOf("a"), b: wavOf("b") });
  await protectSounds(["a", "b"], true, "ada");
  await sounds.pool.query("DELETE FROM call_mark WHERE mark = 'protected:true'");
  await queueSounds({ after: beginning, most: 10 });
  expect(await marksOf("a")).toContain("protected:true");
  await sounds.pool.query("DELETE FROM recording WHERE id = 'b'");
  await queueSounds({ ids: ["b"] });
  expect(await db().soundProtection.count()).toBe(1);
  expect(await protectSounds(["a"], false, "ben")).toBe(1);
  const audited = await db().auditEntry.findMany({ orderBy: { at: "desc" }, take: 2 });
  expect(audited).toMatchObject([
    { userId: "ben", recordingId: "a", calls: 1, change: { action: "unprotected" } },
    { userId: "ada", recordingId: "", calls: 2, change: { action: "protected" } },
  ]);
  expect(await marksOf("a")).toEqual(["audio:kept"]);
});
