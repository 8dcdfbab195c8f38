import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { drainBatch } from "@/lib/intake/drain/drain-batch";
import { SequenceGenerator, toDeliveryId } from "@/lib/intake/journal/sequence";
import { toNewEntry } from "@/lib/intake/journal/test-entry";
import { markRehearsal } from "@/lib/intake/secrets/check/known-secrets";
import { LostLease } from "@/lib/ops/lease-sql";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { planDeliveries, toSteps } from "./plan";
import { openRehearsal, runRehearsal } from "./start-rehearsing";
import type { RehearsalStep } from "./views";

let database: TestDatabase;
let pool: pg.Pool;
let server: Server;
let url: string;
let answer: (body: Buffer) => Promise<{ status: number; deliveryId?: string }>;
const clock = new SequenceGenerator(9, 0n);
const secretHash = randomBytes(32);
const nobody = "http://127.0.0.1:1/";

beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(process.env, { DATABASE_URL: database.url, LOG_LEVEL: "silent" });
  pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
  server = createServer(async (request, response) => {
    const { status, ...receipt } = await answer(Buffer.concat(await request.toArray()));
    response.writeHead(status).end(JSON.stringify(receipt));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(() => pool.query("DELETE FROM rehearsal"));
afterAll(async () => {
  server.close();
  await pool.end();
});

/** A webhook whose answers go to the real ledger at once. */
async function store(body: Buffer) {
  const acceptedSeq = clock.next();
  const deliveryId = toDeliveryId(acceptedSeq);
  const entry = { ...toNewEntry(body), secretHash: markRehearsal(secretHash) };
  await drainBatch(pool, [{ ...entry, acceptedSeq, deliveryId }]);
  return { status: 202, deliveryId };
}

async function run(publicUrl: string, signal = new AbortController().signal) {
  const plan = planDeliveries(randomBytes(8).toString("hex"), new Date());
  const rehearsal = await openRehearsal(pool, {
    secretHash,
    steps: toSteps(plan),
    startedBy: "ada",
    claimedBy: randomUUID(),
  });
  if (typeof rehearsal === "string") throw new Error(rehearsal);
  await runRehearsal(pool, { rehearsal, plan, urls: { own: url, public: publicUrl } }, signal);
  return rehearsal;
}

async function readEnd() {
  const { rows } = await pool.query<{
    state: string;
    steps: RehearsalStep[];
    shadow: string | null;
  }>(
    `SELECT state, steps, to_regclass('earshot_rehearsal.recording') AS shadow FROM rehearsal
     WHERE is_open IS NULL`,
  );
  const [{ state, steps, shadow } = { state: "open", steps: [], shadow: "?" }] = rows;
  return { state, shadow, verdicts: steps.map(({ verdict }) => verdict), steps };
}

const all = (verdict: string, count: number) => Array(count).fill(verdict);

test("a good webhook passes, also where the public address leads nowhere from here", async () => {
  answer = store;
  await run(nobody);
  const { state, shadow, verdicts, steps } = await readEnd();
  expect([state, shadow]).toEqual(["passed", null]);
  expect(verdicts).toEqual([...all("passed", 10), "unproven"]);
  expect(steps.at(-1)?.differs).toEqual([{ code: "nobodyThere" }]);
  expect(steps.find(({ name }) => name === "dead-audio")?.audioFault).toBe("audio-unreachable");
});

test("a webhook that is broken fails every step, and all is removed", async () => {
  answer = async () => ({ status: 500 });
  await run(url);
  const { state, shadow, verdicts, steps } = await readEnd();
  expect([state, shadow]).toEqual(["failed", null]);
  expect(verdicts).toEqual([...all("failed", 10), "unproven"]);
  expect(steps[0]?.differs).toEqual([{ code: "answered", found: 500, expected: 202 }]);
});

test("a webhook that forgets a change fails the steps that tell of it", async () => {
  let first: Awaited<ReturnType<typeof store>> | undefined;
  answer = async (body) => {
    if (first && body.includes('"minutes_used": 0')) return first;
    const stored = await store(body);
    first ??= stored;
    return stored;
  };
  await run(url);
  const { state, steps } = await readEnd();
  const failed = steps.filter(({ verdict }) => verdict === "failed").map(({ name }) => name);
  expect([state, failed]).toEqual(["failed", ["repeat", "change", "late"]]);
});

test("a journal that is full for a while is waited for, as the service would have to", async () => {
  let refusals = 2;
  answer = async (body) => (refusals-- > 0 ? { status: 503 } : store(body));
  await run(url);
  const { state, steps } = await readEnd();
  expect([state, steps[0]?.waitedFor, steps[1]?.waitedFor]).toEqual(["passed", "journal", null]);
});

test("stopped in the middle, it removes what it made and says so", async () => {
  const stop = new AbortController();
  let sent = 0;
  answer = async (body) => {
    if (++sent === 4) stop.abort();
    return store(body);
  };
  await run(url, stop.signal);
  expect(await readEnd()).toMatchObject({ state: "interrupted", shadow: null });
});

test("taken for dead and closed by another, it writes nothing more", async () => {
  answer = async (body) => {
    await pool.query("UPDATE rehearsal SET claimed_by = $1", [randomUUID()]);
    return store(body);
  };
  await expect(run(url)).rejects.toThrow(LostLease);
});
