import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LostLease } from "@/lib/ops/lease-sql";
import { closeDatabase, db } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { storeCalls } from "@/lib/recordings/totals/test-totals";
import { releaseClaims, renewClaim } from "../sql/claims";
import { claimSounds, isSoundDue, judgeFault, settleFault, settleKept } from "./claim-sounds";
import { getSound, recordProof, retrySound } from "./get-sound";
import { beginning, dropOrphans, queueSounds } from "./queue-sounds";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on("error", () => undefined);
});

afterAll(async () => {
  await closeDatabase();
  await pool.end();
});

beforeEach(async () => {
  await pool.query(
    "TRUNCATE sound, sound_file, call_mark, recording, recording_newest, recording_version, recording_delivery",
  );
});

const one = "0d6c6f4e-1111-4111-8111-111111111111";
const other = "0d6c6f4e-2222-4222-8222-222222222222";
const most = { most: 10, mostOfHost: 10 };
const file = { sha256: Buffer.alloc(32, 7), bytes: 100, type: "audio/wav" };
const store = {
  open: async () => ({
    size: 100,
    stream: async () => new ReadableStream(),
    close: async () => {},
  }),
};
const at = (path: string) => ({ recordingAttachment: `https://files.example.com/${path}` });
const queueAll = () => queueSounds({ after: beginning, most: 1_000 });
const stateOf = async (id: string) => (await getSound(id))?.state;

test("a sweep finds each recording that names an address, once, slice by slice", async () => {
  await storeCalls(pool, [
    ["a", at("a.wav")],
    ["b", at("b.wav")],
    ["c", { recordingAttachment: "" }],
  ]);
  // As calls of one event are, among which a slice may end.
  await pool.query(
    "UPDATE recording SET changed_at = '2026-11-20T10:00:00.000001Z', first_seq = 1",
  );
  const first = await queueSounds({ after: beginning, most: 2 });
  expect(first.queued).toBe(2);
  const second = await queueSounds({ after: first.end ?? beginning, most: 2 });
  expect(second).toEqual({ end: null, ids: ["c"], queued: 0 });
  expect((await queueAll()).queued).toBe(0);
  expect(await stateOf("a")).toBe("waiting");
  expect(await getSound("c")).toBeNull();
  const row = await db().sound.findUniqueOrThrow({ where: { recordingId: "a" } });
  expect(row.host).toBe("files.example.com");
});

test("of many that claim at once, each sound is one's alone, and no host has more than it may", async () => {
  const calls = Array.from({ length: 12 }, (_, index) => `s${index}`);
  await storeCalls(
    pool,
    calls.map((id) => [id, { recordingAttachment: `https://h${id.length % 2}.example.com/${id}` }]),
  );
  await queueAll();
  const claims = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      claimSounds(`0d6c6f4e-0000-4000-8000-00000000000${index}`, { most: 4, mostOfHost: 3 }),
    ),
  );
  const ids = claims.flat().map(({ recordingId }) => recordingId);
  expect(new Set(ids).size).toBe(ids.length);
  // Ten have short ids and one host, two the other one.
  expect(ids.filter((id) => id.length === 2)).toHaveLength(3);
  expect(ids.filter((id) => id.length === 3)).toHaveLength(2);
});

test("the newest comes first, whatever backlog there is", async () => {
  await storeCalls(pool, [["old", at("old.wav")]]);
  await queueAll();
  await pool.query("UPDATE sound SET next_try_at = now() - interval '1 hour'");
  await storeCalls(pool, [["new", at("new.wav")]]);
  await queueSounds({ ids: ["new"] });
  const [claimed] = await claimSounds(one, { most: 1, mostOfHost: 3 });
  expect(claimed?.recordingId).toBe("new");
});

test("what a dead process had claimed is another one's a minute later, and the dead one's word counts no more", async () => {
  await storeCalls(pool, [["a", at("a.wav")]]);
  await queueAll();
  const [claimed] = await claimSounds(one, most);
  if (!claimed) throw new Error("nothing was claimed");
  expect(await claimSounds(other, most)).toEqual([]);
  await pool.query("UPDATE sound SET claimed_until = now() - interval '1 second'");
  const [again] = await claimSounds(other, most);
  expect(again).toMatchObject({ recordingId: "a", attempts: 2 });
  await settleFault(one, claimed, "not-found");
  expect(await stateOf("a")).toBe("waiting");
  await expect(renewClaim(one, "a")).rejects.toBeInstanceOf(LostLease);
  await renewClaim(other, "a");
  await releaseClaims(other);
  expect((await claimSounds(one, most))[0]?.attempts).toBe(2);
});

test("a clock that is set back makes nobody wait for what it had told", async () => {
  await storeCalls(pool, [
    ["dead", at("dead.wav")],
    ["late", at("late.wav")],
  ]);
  await queueAll();
  const claimed = await claimSounds(one, most);
  const late = claimed.find(({ recordingId }) => recordingId === "late");
  if (!late) throw new Error("it was not claimed");
  await settleFault(one, late, "unreachable");
  await pool.query("UPDATE sound SET claimed_until = claimed_until + interval '1 year'");
  await pool.query("UPDATE sound SET next_try_at = next_try_at + interval '1 year'");
  expect(await isSoundDue()).toBe(true);
  const ids = (await claimSounds(other, most)).map(({ recordingId }) => recordingId);
  expect(ids).toEqual(["late"]);
  const { rows } = await pool.query(
    "SELECT claimed_until <= now() + interval '1 minute' AS is_soon FROM sound WHERE recording_id = 'dead'",
  );
  expect(rows).toEqual([{ is_soon: true }]);
});

test("a fault is told with its time, and tried again when it is due", async () => {
  await storeCalls(pool, [["a", at("a.wav")]]);
  await queueAll();
  const [claimed] = await claimSounds(one, most);
  if (!claimed) throw new Error("nothing was claimed");
  await settleFault(one, claimed, "not-found");
  const sound = await getSound("a");
  expect(sound).toMatchObject({
    state: "not_ready",
    fault: "not-found",
    attempts: 1,
    isBusy: false,
  });
  expect(Date.parse(sound?.nextTryAt ?? "") - Date.now()).toBeGreaterThan(3_000);
  expect(await claimSounds(one, most)).toEqual([]);
  expect(await isSoundDue()).toBe(false);
  expect(await retrySound("a")).toBe(true);
  expect(await isSoundDue()).toBe(true);
  const [retried] = await claimSounds(one, most);
  if (!retried) throw new Error("nothing was claimed");
  expect(retried.attempts).toBe(1);
  await settleKept(one, retried, file, store);
  expect(await getSound("a")).toMatchObject({ state: "kept", fault: null, nextTryAt: null });
  expect(await retrySound("a")).toBe(false);
});

test("another address begins anew and keeps the former file; the former address has it back", async () => {
  await storeCalls(pool, [["a", at("first.wav")]]);
  await queueAll();
  const [claimed] = await claimSounds(one, most);
  if (!claimed) throw new Error("nothing was claimed");
  await settleKept(one, claimed, file, store);
  await storeCalls(pool, [["a", at("second.wav")]]);
  expect((await queueAll()).queued).toBe(1);
  expect(await getSound("a")).toMatchObject({
    state: "waiting",
    kept: null,
    former: [{ sha256: "07".repeat(32), bytes: 100 }],
  });
  await storeCalls(pool, [["a", at("first.wav")]]);
  await queueSounds({ ids: ["a"] });
  expect(await getSound("a")).toMatchObject({
    state: "kept",
    nextTryAt: null,
    kept: { sha256: "07".repeat(32) },
    former: [],
  });
});

test("what was fetched from an address that is no longer named becomes a former file", async () => {
  await storeCalls(pool, [["a", at("first.wav")]]);
  await queueAll();
  const [claimed] = await claimSounds(one, most);
  if (!claimed) throw new Error("nothing was claimed");
  await storeCalls(pool, [["a", at("second.wav")]]);
  await queueAll();
  await settleKept(one, claimed, file, store);
  expect(await getSound("a")).toMatchObject({
    state: "waiting",
    kept: null,
    former: [{ bytes: 100 }],
  });
});

test("a file that somebody took from the store before it was claimed is fetched again", async () => {
  await storeCalls(pool, [["a", at("a.wav")]]);
  await queueAll();
  const [claimed] = await claimSounds(one, most);
  if (!claimed) throw new Error("nothing was claimed");
  await settleKept(one, claimed, file, { open: async () => null });
  expect(await getSound("a")).toMatchObject({ state: "waiting", kept: null, attempts: 1 });
  expect(await db().soundFile.count()).toBe(0);
});

test("the list's mark of a call is the state of its audio, whatever happens to it", async () => {
  const marks = async () =>
    (await db().callMark.findMany({ orderBy: { recordingId: "asc" } })).map(
      ({ recordingId, mark }) => `${recordingId} ${mark}`,
    );
  await storeCalls(pool, [
    ["a", at("a.wav")],
    ["b", at("b.wav")],
  ]);
  await queueAll();
  expect(await marks()).toEqual(["a audio:waiting", "b audio:waiting"]);
  const sounds = await claimSounds(one, most);
  for (const sound of sounds) {
    if (sound.recordingId === "a") await settleKept(one, sound, file, store);
    else await settleFault(one, sound, "too-large");
  }
  expect(await marks()).toEqual(["a audio:kept", "b audio:too_large"]);
  await recordProof({ recordingId: "a", sha256: file.sha256 }, "missing");
  await storeCalls(pool, [["b", { recordingAttachment: "" }]]);
  await queueAll();
  expect(await marks()).toEqual(["a audio:waiting"]);
  // The version before wrote none.
  await pool.query("UPDATE sound SET state = 'gone'");
  await queueAll();
  expect(await marks()).toEqual(["a audio:gone"]);
  await pool.query("DELETE FROM call_mark");
  await queueSounds({ ids: ["a"] });
  expect(await marks()).toEqual(["a audio:gone"]);
});

test("of many hosts each has its turn", async () => {
  const calls = Array.from({ length: 120 }, (_, index) => `s${index}`);
  await storeCalls(
    pool,
    calls.map((id) => [id, { recordingAttachment: `https://${id}.example.com/a.wav` }]),
  );
  await storeCalls(pool, [["none", { recordingAttachment: "no address" }]]);
  await queueAll();
  const claimed = new Set<string>();
  for (let turn = 0; turn < 8; turn++) {
    const sounds = await claimSounds(one, { most: 30, mostOfHost: 1 });
    for (const { recordingId } of sounds) claimed.add(recordingId);
  }
  expect(claimed.size).toBe(121);
});

test("recordings that are no more leave nothing behind", async () => {
  await storeCalls(pool, [
    ["a", at("a.wav")],
    ["b", at("b.wav")],
    ["c", at("c.wav")],
  ]);
  await queueAll();
  for (const sound of await claimSounds(one, most)) await settleKept(one, sound, file, store);
  await pool.query("DELETE FROM recording WHERE id IN ('a', 'b')");
  await queueSounds({ ids: ["a"] });
  expect(await dropOrphans("", 2)).toBe("c");
  expect(await dropOrphans("c", 2)).toBeNull();
  expect(await db().sound.count()).toBe(1);
  expect(await db().soundFile.count()).toBe(1);
});

const day = 86_400_000;

test.each([
  ["not-found", 1, 0, "not_ready", true],
  ["not-found", 9, day / 2, "not_ready", true],
  ["not-found", 9, 2 * day, "gone", false],
  ["not-found", 2, 400 * day, "not_ready", true],
  ["empty", 9, 2 * day, "gone", false],
  ["unreachable", 20, 2 * day, "waiting", true],
  ["timeout", 20, 15 * day, "gone", false],
  ["refused", 20, 2 * day, "refused", true],
  ["refused", 20, 8 * day, "refused", false],
  ["address-forbidden", 1, 0, "refused", false],
  ["too-large", 1, 0, "too_large", false],
  ["wrong-type", 1, 0, "not_audio", false],
  ["not-connected", 99, 400 * day, "waiting", true],
  ["disk-full", 99, 400 * day, "waiting", true],
] as const)(
  "%s at try %i, %i ms after it was told, is %s",
  (fault, attempts, ageMs, state, isTriedAgain) => {
    const judged = judgeFault(fault, attempts, ageMs);
    expect(judged.state).toBe(state);
    expect(judged.nextTryMs !== null).toBe(isTriedAgain);
    expect(judged.nextTryMs ?? 1).toBeGreaterThan(0);
  },
);
