import { randomBytes, randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { drainBatch } from "@/lib/intake/drain/drain-batch";
import type { JournalEntry } from "@/lib/intake/journal/journal";
import { SequenceGenerator, toDeliveryId } from "@/lib/intake/journal/sequence";
import { toNewEntry, toPayload } from "@/lib/intake/journal/test-entry";
import { markRehearsal } from "@/lib/intake/secrets/check/known-secrets";
import { shadowSchema } from "@/lib/intake/store/shadow-sql";
import { LostLease } from "@/lib/ops/lease-sql";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { type PlannedDelivery, planDeliveries, toSteps } from "./plan";
import { judgeStep, readRehearsed } from "./rehearse-step";
import { findAbandoned, type OpenRehearsal, saveSteps } from "./sql";
import { closeRehearsal, openRehearsal, sweep } from "./start-rehearsing";

let database: TestDatabase;
let pool: pg.Pool;
const clock = new SequenceGenerator(7, 0n);
const secretHash = randomBytes(32);

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
});
afterAll(async () => {
  await pool.end();
});
beforeEach(async () => {
  await pool.query(`DROP SCHEMA IF EXISTS ${shadowSchema} CASCADE`);
  await pool.query(
    `TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest, customer,
       rehearsal`,
  );
});

function accept(body: string | object, secret = "0123456789ab"): JournalEntry {
  const acceptedSeq = clock.next();
  const entry = { ...toNewEntry(body), secretHash: secret };
  return { ...entry, acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
}

const rehearse = (body: string | object) => accept(body, markRehearsal(secretHash));
const plan = () => planDeliveries(randomBytes(8).toString("hex"), new Date());

async function open(planned = plan(), hash = secretHash): Promise<OpenRehearsal> {
  const steps = toSteps(planned);
  const opened = await openRehearsal(pool, {
    secretHash: hash,
    steps,
    startedBy: "ada",
    claimedBy: randomUUID(),
  });
  if (typeof opened === "string") throw new Error(opened);
  return opened;
}

const close = ({ id }: OpenRehearsal) => closeRehearsal(pool, id, () => "passed");

/** Every row of every table of the ledger's schema, rehearsals aside. */
async function readLedger(): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'rehearsal'
     ORDER BY 1`,
  );
  const contents: Record<string, string[]> = {};
  for (const { name } of rows) {
    const table = await pool.query<{ row: string }>(
      `SELECT row::text AS row FROM public."${name}" AS row ORDER BY 1`,
    );
    contents[name] = table.rows.map(({ row }) => row);
  }
  return contents;
}

async function isShadowThere(): Promise<boolean> {
  const { rowCount } = await pool.query("SELECT FROM pg_namespace WHERE nspname = $1", [
    shadowSchema,
  ]);
  return rowCount === 1;
}

async function judge({ body, recordingId, expected }: PlannedDelivery, deliveryId: string) {
  const rehearsed = await readRehearsed(pool, deliveryId, { recordingId, sent: body });
  const stored = rehearsed && { ...rehearsed.stored, afterMs: 1 };
  const answer = { status: 202, afterMs: 1 };
  return judgeStep(
    { answer, stored, audioFault: "audio-unreachable" },
    rehearsed?.found ?? null,
    expected,
  );
}

describe("a rehearsal", () => {
  test("is stored as planned, and leaves the ledger as it was to the byte", async () => {
    const planned = plan();
    // Even where a real call and its customer have the very ids.
    const [first] = planned;
    const twin = JSON.parse(first?.body ?? "").data;
    const real = [toPayload("r1"), toPayload("r2"), { ...twin.attributes, id: twin.id }];
    await drainBatch(
      pool,
      real.map((body) => accept(body)),
    );
    const before = await readLedger();
    expect(before.recording).toHaveLength(3);

    const rehearsal = await open(planned);
    for (const delivery of planned) {
      const entry = rehearse(delivery.body);
      await drainBatch(pool, [entry]);
      expect(await judge(delivery, entry.deliveryId), delivery.name).toEqual([]);
    }
    expect(await readLedger()).toEqual(before);
    await close(rehearsal);
    expect(await readLedger()).toEqual(before);
    expect(await isShadowThere()).toBe(false);
  });

  test("tells what it removed, what it looked for, and what came meanwhile", async () => {
    await drainBatch(pool, [accept(toPayload("r1"))]);
    const planned = plan();
    const rehearsal = await open(planned);
    const mixed = planned.map(({ body }) => rehearse(body));
    await drainBatch(pool, [...mixed, accept(toPayload("r2"))]);
    expect(await close(rehearsal)).toBe(true);
    const { rows } = await pool.query(
      "SELECT state, is_open, ledger_before, removal FROM rehearsal",
    );
    expect(rows).toEqual([
      {
        state: "passed",
        is_open: null,
        ledger_before: { deliveries: 1, recordings: 1, customers: 1 },
        removal: {
          removed: { deliveries: 11, recordings: 6, contents: 7, customers: 6 },
          found: 0,
          after: { deliveries: 2, recordings: 2, customers: 2 },
          arrived: 1,
        },
      },
    ]);
    expect(await close(rehearsal)).toBe(false);
  });

  test("says so if anything of it is among the real calls", async () => {
    const planned = plan();
    const rehearsal = await open(planned);
    await drainBatch(pool, [accept(planned[0]?.body ?? "")]);
    const states: boolean[] = [];
    await closeRehearsal(pool, rehearsal.id, (isClean) => {
      states.push(isClean);
      return isClean ? "passed" : "failed";
    });
    expect(states).toEqual([false]);
  });

  test("drained twice, as after a crash between ledger and journal, changes nothing", async () => {
    await open();
    const entries = [rehearse(toPayload("r1")), rehearse(toPayload("r1"))];
    await drainBatch(pool, entries);
    await drainBatch(pool, entries);
    const { rows } = await pool.query(
      `SELECT (SELECT count(*)::int FROM ${shadowSchema}.recording_delivery) AS delivery_count, (SELECT count(*)::int FROM ${shadowSchema}.delivery) AS deliveries
       FROM ${shadowSchema}.recording`,
    );
    expect(rows).toEqual([{ delivery_count: 2, deliveries: 2 }]);
  });
});

describe("what comes when its rehearsal is over", () => {
  test("is forgotten, and real events beside it are stored", async () => {
    await close(await open());
    await drainBatch(pool, [rehearse(toPayload("late")), accept(toPayload("r1"))]);
    const { recording, delivery } = await readLedger();
    expect([recording?.length, delivery?.length]).toEqual([1, 1]);
  });

  test("does not come into the schema of the next", async () => {
    await open(plan(), randomBytes(32));
    await drainBatch(pool, [rehearse(toPayload("late"))]);
    const { rows } = await pool.query(`SELECT FROM ${shadowSchema}.delivery`);
    expect(rows).toEqual([]);
  });

  test("holds nobody up where the schema was dropped by hand", async () => {
    await open();
    await pool.query(`DROP SCHEMA ${shadowSchema} CASCADE`);
    await drainBatch(pool, [rehearse(toPayload("r1")), accept(toPayload("r2"))]);
    expect((await readLedger()).recording).toHaveLength(1);
  });
});

describe("one at a time", () => {
  test("of several who begin at once, one does", async () => {
    const begun = await Promise.allSettled([open(), open(), open()]);
    expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("a database user who may make no schema is told, and nothing is left open", async () => {
    await pool.query("DROP ROLE IF EXISTS modest_rehearser");
    await pool.query("CREATE ROLE modest_rehearser LOGIN PASSWORD 'modest'");
    await pool.query("GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO modest_rehearser");
    const url = Object.assign(new URL(database.url), {
      username: "modest_rehearser",
      password: "modest",
    }).href;
    const modest = new pg.Pool({ connectionString: url });
    try {
      expect(
        await openRehearsal(modest, {
          secretHash,
          steps: [],
          startedBy: "ada",
          claimedBy: randomUUID(),
        }),
      ).toBe("no-schema");
    } finally {
      await modest.end();
      await pool.query("DROP OWNED BY modest_rehearser");
      await pool.query("DROP ROLE modest_rehearser");
    }
    expect((await pool.query("SELECT FROM rehearsal")).rows).toEqual([]);
  });
});

describe("a rehearsal whose process is dead", () => {
  const silence = () =>
    pool.query("UPDATE rehearsal SET claimed_until = now() - interval '1 second'");

  test("is removed at the second look, and its entries are forgotten", async () => {
    const before = await readLedger();
    const rehearsal = await open();
    await drainBatch(pool, [rehearse(toPayload("r1"))]);
    expect(await sweep(pool, null)).toBeNull();
    await silence();
    const seen = await sweep(pool, null);
    expect(seen?.id).toBe(rehearsal.id);
    expect(await isShadowThere()).toBe(true);
    expect(await sweep(pool, seen)).toBeNull();
    await drainBatch(pool, [rehearse(toPayload("r2"))]);
    expect(await isShadowThere()).toBe(false);
    expect(await readLedger()).toEqual(before);
    const { rows } = await pool.query("SELECT state, is_open FROM rehearsal");
    expect(rows).toEqual([{ state: "interrupted", is_open: null }]);
  });

  test("that says between two looks that it lives goes on", async () => {
    const rehearsal = await open();
    await silence();
    const seen = await sweep(pool, null);
    await saveSteps(pool, rehearsal, []);
    expect(await findAbandoned(pool)).toBeNull();
    expect(await sweep(pool, seen)).toBeNull();
    expect(await isShadowThere()).toBe(true);
  });

  test("writes nothing when it wakes up after that", async () => {
    const rehearsal = await open();
    await close(rehearsal);
    await expect(saveSteps(pool, rehearsal, [])).rejects.toThrow(LostLease);
  });
});
