import { randomUUID } from "node:crypto";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, db } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { emptyFilter } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { resolveViewer } from "@/lib/recordings/filter/resolve-dates";
import { storeAlone } from "@/lib/recordings/ledger/test-ledger";
import { getNextPlayable, listRecordings } from "@/lib/recordings/query/queries";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { addMarks } from "@/lib/recordings/sql/marks";
import { countHeard, getHeard, listRowsHeard } from "./queries";
import { type Report, recordListening, updateHeardMarks } from "./store";
import { type Range, uniteRanges } from "./views";

let database: TestDatabase;
let pool: pg.Pool;
let seq = 0;

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
  await db().$executeRaw`TRUNCATE heard, listen, call_mark, recording, sound, sound_file,
    rollup_change, rollup_quarter, rollup_period, rollup_broad`;
});

async function arrive(id: string, minutesUsed: number | null = 1): Promise<void> {
  const record = toCallRecord(id, { minutesUsed });
  await storeAlone(pool, [
    {
      record,
      acceptedSeq: BigInt(++seq),
      acceptedAt: new Date(),
      deliveryId: `01a1f80b-3cda-7b58-800f-${String(seq).padStart(12, "0")}`,
      payloadHash: null,
      position: 0,
    },
  ]);
}

const now = new Date("2026-11-20T10:00:00Z");
const before = (ms: number) => new Date(now.getTime() - ms).toISOString();

function toReport(
  userId: string,
  ranges: Range[],
  { id = randomUUID(), startedAgoMs = 60_000, lastAgoMs = 0 } = {},
): Report {
  const listens = [{ id, startedAgoMs, lastAgoMs, ranges }];
  return { userId, durationSeconds: null, listens };
}

test("tells who played what, when, and how often", async () => {
  await arrive("a");
  await recordListening("a", toReport("ann", [[0, 20]]), now);
  await recordListening(
    "a",
    toReport("ann", [[15, 30]], { startedAgoMs: 5_000, lastAgoMs: 1_000 }),
    now,
  );
  await recordListening("a", toReport("bob", [[40, 45]], { lastAgoMs: 30_000 }), now);
  const heard = await getHeard("a", "ann");
  expect(heard).toMatchObject({
    durationSeconds: 60,
    mine: [[0, 30]],
    everybody: [
      [0, 30],
      [40, 45],
    ],
    more: 0,
  });
  expect(heard.people).toEqual([
    {
      userId: "ann",
      name: null,
      seconds: 30,
      ranges: [[0, 30]],
      moreRanges: 0,
      share: 0.5,
      listens: 2,
      firstAt: before(60_000),
      lastAt: before(0),
    },
    expect.objectContaining({ userId: "bob", ranges: [[40, 45]], lastAt: before(30_000) }),
  ]);
  expect((await getHeard("a", "bob")).mine).toEqual([[40, 45]]);
});

test("what is told twice, late or in another order counts once", async () => {
  await arrive("a");
  const id = randomUUID();
  const early = toReport("ann", [[0, 5]], { id, lastAgoMs: 5_000 });
  const late = toReport("ann", [[0, 9]], { id });
  for (const report of [late, early, late, early]) await recordListening("a", report, now);
  const heard = await getHeard("a", "ann");
  expect(heard.mine).toEqual([[0, 9]]);
  expect(heard.people).toMatchObject([{ seconds: 9, listens: 1, lastAt: before(0) }]);
  expect(await db().listen.count()).toBe(1);
});

test("two devices and several people at once lose nothing", async () => {
  const second = fc.integer({ min: 0, max: 50 });
  const range = fc.tuple(second, second).map(([from, more]): Range => [from, from + more + 1]);
  const told = fc.tuple(
    fc.constantFrom("ann", "bob"),
    fc.array(range, { minLength: 1, maxLength: 4 }),
  );
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 8 }), async (reports) => {
      const id = `run-${++run}`;
      await arrive(id, 2);
      await Promise.all(
        reports.map(([who, ranges]) => recordListening(id, toReport(who, ranges), now)),
      );
      const ofAnn = reports.filter(([who]) => who === "ann").map(([, ranges]) => ranges);
      const heard = await getHeard(id, "ann");
      expect(heard.mine).toEqual(uniteRanges(...ofAnn));
      expect(heard.everybody).toEqual(uniteRanges(...reports.map(([, ranges]) => ranges)));
      expect(heard.people.reduce((sum, one) => sum + one.listens, 0)).toBe(reports.length);
    }),
    { numRuns: 12 },
  );
});

test("the length is what was measured, else what a browser tells, else the counted minutes", async () => {
  await arrive("a", 3);
  expect((await getHeard("a", "ann")).durationSeconds).toBe(180);
  await recordListening("a", { ...toReport("ann", [[0, 400]]), durationSeconds: 99.5 }, now);
  expect(await getHeard("a", "ann")).toMatchObject({ durationSeconds: 100, mine: [[0, 100]] });
  await keepSound("a", 61_500);
  await recordListening("a", { ...toReport("bob", [[50, 90]]), durationSeconds: 99.5 }, now);
  expect(await getHeard("a", "bob")).toMatchObject({ durationSeconds: 61.5, mine: [[50, 62]] });
  // Nothing of it lies within the sound.
  await recordListening("a", toReport("cal", [[70, 80]]), now);
  expect((await getHeard("a", "cal")).people.map(({ userId }) => userId)).toEqual(["ann", "bob"]);
});

test("calls are heard after three seconds, by all together for half, and are found and counted so", async () => {
  for (const id of ["a", "b", "c", "d"]) await arrive(id, 1);
  await recordListening("a", toReport("ann", [[0, 2]]), now);
  await recordListening("b", toReport("ann", [[0, 20]]), now);
  await recordListening("b", toReport("bob", [[20, 31]]), now);
  await recordListening("c", toReport("bob", [[0, 3]]), now);
  const find = async (address: string) => {
    const { filter, page } = parseRecordingQuery(new URLSearchParams(address));
    const resolved = { filter: resolveViewer(filter, "ann"), page };
    const { rows } = await listRecordings(resolved, { timeZone: "UTC" });
    return rows.map(({ id }) => id).toSorted();
  };
  expect(await find("heard=me")).toEqual(["b"]);
  expect(await find("heard=!me")).toEqual(["a", "c", "d"]);
  expect(await find("heard=anyone")).toEqual(["b", "c"]);
  expect(await find("heard=!anyone")).toEqual(["a", "d"]);
  expect(await find("heard=half")).toEqual(["b"]);
  expect(await find("heard=!half")).toEqual(["a", "c", "d"]);
  expect(await find("heard=!me&heard=anyone")).toEqual(["c"]);

  const counts = await countHeard("ann", emptyFilter, "UTC");
  const plain = (count: number) => ({ count, isMore: false });
  expect(counts).toEqual({
    me: { heard: plain(1), unheard: plain(3) },
    anyone: { heard: plain(2), unheard: plain(2) },
    half: { heard: plain(1), unheard: plain(3) },
  });

  const shown = await listRowsHeard(
    ["a", "b", "c", "d"].map((id) => ({ id })),
    ["heard"],
    "ann",
  );
  expect(Object.fromEntries(shown)).toEqual({
    b: { isByMe: true, otherName: null, others: 1, share: expect.closeTo(31 / 60) },
    c: { isByMe: false, otherName: null, others: 1, share: 0.05 },
  });
  expect((await listRowsHeard([{ id: "b" }], ["id"], "ann")).size).toBe(0);

  // It turns out to be longer than the service counted.
  await keepSound("b", 90_000);
  await recordListening("b", toReport("bob", [[31, 32]]), now);
  expect(await find("heard=half")).toEqual([]);
});

test("what was heard is judged anew when its length is known later, also at the same moment", async () => {
  const marksOf = async (recordingId: string) => {
    const marks = await db().callMark.findMany({ where: { recordingId } });
    return marks.map(({ mark }) => mark).toSorted();
  };
  for (const id of ["longer", "shorter", "short", "unplayed"]) await arrive(id);
  await recordListening("longer", toReport("ann", [[0, 31]]), now);
  await recordListening("shorter", toReport("ann", [[0, 20]]), now);
  await recordListening("short", toReport("ann", [[0, 2]]), now);
  const byAnn = ["heard:ann", "heard:anyone"];
  expect(await marksOf("longer")).toEqual([...byAnn, "heard:half"]);
  expect(await marksOf("shorter")).toEqual(byAnn);
  expect(await marksOf("short")).toEqual([]);
  const lengths = { longer: 90_000, shorter: 30_000, short: 2_000, unplayed: 5_000 };
  for (const [id, ms] of Object.entries(lengths)) await keepSound(id, ms);
  await updateHeardMarks(Object.keys(lengths));
  expect(await marksOf("longer")).toEqual(byAnn);
  expect(await marksOf("shorter")).toEqual([...byAnn, "heard:half"]);
  expect(await marksOf("short")).toEqual([...byAnn, "heard:half"]);
  expect(await marksOf("unplayed")).toEqual([]);

  for (let run = 0; run < 10; run++) {
    const id = `met ${run}`;
    await arrive(id);
    await Promise.all([
      recordListening(id, toReport("ann", [[0, 31]]), now),
      keepSound(id, 90_000).then(() => updateHeardMarks([id])),
    ]);
    expect(await marksOf(id)).toEqual(byAnn);
  }
});

test("the next call to play is the next in the list that can be and isn't heard", async () => {
  for (const id of ["a", "b", "c", "d", "e"]) await arrive(id);
  await db().recording.update({ where: { id: "c" }, data: { recordingAttachment: "" } });
  await recordListening("b", toReport("ann", [[0, 9]]), now);
  const { filter, page } = parseRecordingQuery(new URLSearchParams("heard=!me"));
  const query = { filter: resolveViewer(filter, "ann"), page };
  const next = async (after: string | null) =>
    (await getNextPlayable(after, query, { timeZone: "UTC" }))?.id ?? null;
  // All of one instant, so that the ids order them.
  expect(await next(null)).toBe("e");
  expect(await next("d")).toBe("a");
  expect(await next("a")).toBeNull();
  expect(await next("none")).toBe("e");
});

test("no call whose audio is dead is the next to play", async () => {
  const states = {
    a: "gone",
    b: "kept",
    c: "refused",
    d: null,
    e: "removed",
    f: "too_large",
    g: "not_ready",
    h: "not_audio",
  };
  for (const id of Object.keys(states)) await arrive(id);
  const marked = Object.entries(states).map(([recordingId, state]) => ({
    recordingId,
    values: state === null ? [] : [state],
  }));
  await addMarks(db(), "audio", marked);
  const walk = async (address: string) => {
    const { filter, page } = parseRecordingQuery(new URLSearchParams(address));
    const met: string[] = [];
    for (let id: string | null = null; met.length < 9; ) {
      const next = await getNextPlayable(id, { filter, page }, { timeZone: "UTC" });
      if (!next) break;
      id = next.id;
      met.push(id);
    }
    return met.join("");
  };
  expect(await walk("")).toBe("gdb");
  expect(await walk("audio=kept&audio=gone")).toBe("b");
  expect(await walk("audio=!kept")).toBe("gd");
  expect(await walk("audio=gone")).toBe("");
});

test("nothing is kept of recordings that nobody has", async () => {
  for (const id of ["none", "a\0b", "\ud800"]) {
    expect(await recordListening(id, toReport("ann", [[0, 9]]), now)).toBe(false);
    expect((await getHeard(id, "ann")).people).toEqual([]);
  }
  expect(await db().heard.count()).toBe(0);
});

async function keepSound(recordingId: string, durationMs: number): Promise<void> {
  const sha256 = new Uint8Array(32);
  const known = { recordingId, attachment: "a", sha256 };
  await db().sound.create({
    data: { ...known, host: "", toldAt: now, state: "kept", since: now },
  });
  await db().soundFile.create({
    data: { ...known, keptAt: now, bytes: 9n, type: "audio/wav", durationMs, provedAt: now },
  });
}
