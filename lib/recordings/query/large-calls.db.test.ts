import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getCustomer, getCustomerHistory } from "@/lib/customers/customers";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { findContradictions } from "../detail/customer";
import { getHistory, getRecording } from "../detail/get-recording";
import { storeRecords } from "../ledger/ledger";
import type { CallRecord } from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import { listRecordingRows } from "./queries";

let database: TestDatabase;
let pool: pg.Pool;
let seq = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

const manyKeys = (count: number) =>
  Array.from({ length: count }, (_, n): [string, unknown] => [`unknown_key_${n}`, n]);

test("of 300,000 unknown keys a page gets 200, and how many more there are at least", async () => {
  const keys = Object.fromEntries(manyKeys(300_000));
  await store(toCallRecord("keys", { extra: JSON.stringify({ ...keys, customer: keys }) }));
  const { extra, deliveryId } = await readSoon(() => getRecording("keys"));
  expect(extra.items).toHaveLength(200);
  expect(extra.items[7]).toEqual({ path: "unknown_key_7", json: "7" });
  expect(extra).toMatchObject({ more: 9_800, isMoreAtLeast: true });
  expect(deliveryId).toBe(toDeliveryId(1));
  const customer = await readSoon(() => getCustomer("cus-keys"));
  expect(customer).toMatchObject({
    extra: { more: 9_800, isMoreAtLeast: true },
    deliveryId: toDeliveryId(1),
  });
});

test("of a few hundred it gets 200 and the exact number of the others, nested ones too", async () => {
  const deep = { agent: { name: "Ada", voice: { pitch: 1.5, tags: [1, { a: 2 }] } }, empty: {} };
  const extra = JSON.stringify({ ...Object.fromEntries(manyKeys(297)), ...deep });
  await store(toCallRecord("some", { extra }));
  expect((await readSoon(() => getRecording("some"))).extra.more).toBe(101);
  await store(toCallRecord("deep", { extra: JSON.stringify(deep) }));
  expect((await readSoon(() => getRecording("deep"))).extra).toEqual({
    items: [
      { path: "empty", json: "{}" },
      { path: "agent.name", json: '"Ada"' },
      { path: "agent.voice.tags", json: '[1,{"a":2}]' },
      { path: "agent.voice.pitch", json: "1.5" },
    ],
    more: 0,
    isMoreAtLeast: false,
  });
});

test("what is nested deeper than a path can tell stays whole", async () => {
  const nest = (levels: number): object => (levels === 0 ? { end: 1 } : { a: nest(levels - 1) });
  await store(toCallRecord("nested", { extra: JSON.stringify({ ...nest(10), deeper: nest(40) }) }));
  const { items, more } = (await readSoon(() => getRecording("nested"))).extra;
  expect([items.length, more]).toEqual([2, 0]);
  expect(items[0]).toEqual({ path: `${"a.".repeat(10)}end`, json: "1" });
  expect(items[1]).toEqual({ path: `deeper${".a".repeat(11)}`, json: JSON.stringify(nest(29)) });
});

test("long texts, keys and values reach a page as far as it shows them", async () => {
  const long = (letter: string) => letter.repeat(2_000_000);
  const changes = {
    summary: `${"words of it ".repeat(420_000)}end`,
    callSid: long("s"),
    customerFirstName: long("n"),
    customerEmail: `${long("e")}@example.com`,
    recordingAttachment: `https://files.example.com/${long("a")}`,
    extra: JSON.stringify({ [long("k")]: 1, list: Array.from({ length: 300_000 }, () => "v") }),
  };
  await store(toCallRecord("long", changes));
  const call = await readSoon(() => getRecording("long"));
  expect(call.summary).toHaveLength(10_000);
  expect(call.summaryRest).toBe(changes.summary.length - 10_000);
  expect(call.customer.firstName).toBe(`${"n".repeat(200)}…`);
  expect(call.extra.items.map(({ path }) => path.slice(0, 3))).toEqual(["lis", "kkk"]);
  await readSoon(() => getCustomer("cus-long"));
  await readSoon(() => listRecordingRows(["long"], -1n));
  await store(toCallRecord("long", { ...changes, status: "failed" }));
  await readSoon(() => getHistory("long"));
  await readSoon(() => getCustomerHistory("cus-long"));
  await readSoon(() => findContradictions("cus-long"));
  const { rows } = await pool.query(
    "SELECT octet_length(search_text) AS length FROM recording WHERE id = 'long'",
  );
  expect(rows[0].length).toBeLessThan(120_000);
});

test("a call that changed 300 times is told by its newest changes", async () => {
  const toWords = (n: number) =>
    Array.from({ length: 400 }, (_, w) => `w${(w * 7 + n * 31) % 900}`);
  const contents = Array.from({ length: 300 }, (_, n) =>
    toCallRecord("often", {
      summary: toWords(n).join(" "),
      customerFirstName: `Noor ${n}`,
      minutesUsed: n,
      extra: JSON.stringify(Object.fromEntries(toWords(n).map((word) => [word, `${word} ${n}`]))),
    }),
  );
  await store(...contents);
  const history = await readSoon(() => getHistory("often"));
  expect(history.entries).toHaveLength(50);
  expect(history.isFromBeginning).toBe(false);
  expect(history.entries[0]).toMatchObject({
    kind: "changed",
    changes: { fields: expect.arrayContaining([expect.objectContaining({ field: "summary" })]) },
  });
  await readSoon(() => getCustomerHistory("cus-often"));
});

/** What a page gets must be small and soon there, on a busy machine too. */
async function readSoon<View>(read: () => Promise<View | null>): Promise<View> {
  const beganMs = performance.now();
  const view = await read();
  expect(performance.now() - beganMs).toBeLessThan(5_000);
  expect(JSON.stringify(view).length).toBeLessThan(200_000);
  if (view === null) throw new Error("It is not there");
  return view;
}

function toDeliveryId(n: number): string {
  return `01a1f80b-3cda-7b58-800f-${String(n).padStart(12, "0")}`;
}

async function store(...records: CallRecord[]): Promise<void> {
  const arrived = records.map((record, position) => {
    seq += 1;
    const at = {
      acceptedSeq: BigInt(seq),
      acceptedAt: new Date(),
      payloadHash: null,
      deliveryId: toDeliveryId(seq),
    };
    return { record, position, ...at };
  });
  await inTransaction(pool, (client) => storeRecords(client, arrived));
}
