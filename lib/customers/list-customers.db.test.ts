import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { findContradictions } from "@/lib/recordings/detail/customer";
import { storeRecords } from "@/lib/recordings/ledger/ledger";
import type { CallRecord } from "@/lib/recordings/record/call-record";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { addUpAll } from "@/lib/recordings/totals/test-totals";
import {
  findCustomers,
  findMatches,
  getCustomer,
  getCustomerHistory,
  listAttempts,
  listCustomers,
  listCustomerTypes,
} from "./customers";
import { parseCustomerQuery } from "./views";

let database: TestDatabase;
let pool: pg.Pool;
let seq = 0n;

const first = ["Ada", "Zoë", "Łukasz", "محمد", "Noor", "~tilde~"];
const records = Array.from({ length: 40 }, (_, n) =>
  toCallRecord(`call-${String(n).padStart(2, "0")}`, {
    customerId: `cus-${n % 13}`,
    customerFirstName: first[(n % 13) % first.length] ?? "",
    customerLastName: `Ex${n % 13}`,
    customerPhoneNumber: `+1 202 555 01${10 + (n % 13)}`,
    customerEmail: `person${n % 13}@example.com`,
    customerType: [null, "lead", "vip"][(n % 13) % 3] ?? null,
    customerIsConfirmed: n % 13 < 5,
    customerIsPhoneNumberCorrect: n % 13 !== 4,
    createdAt: `2026-11-${String(1 + (n % 20)).padStart(2, "0")}T10:00:00Z`,
  }),
);

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await store(records);
  // A person whose only call became somebody else's.
  await store([toCallRecord("given-away", { customerId: "cus-never", customerType: "lead" })]);
  await store([toCallRecord("given-away", { customerId: "cus-0", ...customerOf(0) })]);
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

const list = (search: string) => listCustomers(parseCustomerQuery(new URLSearchParams(search)));
const ids = async (search: string) => (await list(search)).rows.map(({ id }) => id).sort();

test("a search finds a few people, those with the newest calls first, until nobody waits", async () => {
  const { rows } = await list("q=example.com&sort=-last_call&limit=3");
  const signal = AbortSignal.timeout(10_000);
  const found = await findCustomers("EXAMPLE.com", 3, signal);
  expect(found.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  expect(found[0]).toEqual({
    id: rows[0]?.id,
    name: rows[0]?.name,
    calls: rows[0]?.calls,
    phoneNumber: rows[0]?.phoneNumber,
    email: rows[0]?.email,
  });
  expect(await findCustomers("55501 zoe", 9, signal)).not.toEqual([]);
  await expect(findCustomers("ada", 3, AbortSignal.abort())).rejects.toThrow();
});

describe("the list of people", () => {
  test.each(["-last_call", "last_call", "-calls", "calls", "name", "-name"])(
    "page by page by %s, each is there once, and back again",
    async (sort) => {
      const whole = (await list(`sort=${sort}`)).rows;
      expect(whole).toHaveLength(14);
      let page = await list(`sort=${sort}&limit=4`);
      const there = [...page.rows];
      while (page.after !== null) {
        page = await list(`sort=${sort}&limit=4&after=${encodeURIComponent(page.after)}`);
        there.push(...page.rows);
      }
      expect(there).toEqual(whole);
      const back = [...page.rows];
      while (page.before !== null) {
        page = await list(`sort=${sort}&limit=4&before=${encodeURIComponent(page.before)}`);
        back.unshift(...page.rows);
      }
      expect(back).toEqual(whole);
    },
  );

  test("who has the last call stands first; who has none, last", async () => {
    const { rows, total } = await list("");
    const lastCalls = rows.map(({ lastCall }) => lastCall?.at ?? "");
    expect(lastCalls).toEqual(lastCalls.toSorted().reverse());
    expect(rows.at(-1)).toMatchObject({ id: "cus-never", calls: 0, lastCall: null });
    expect(total).toEqual({ count: 14, isMore: false });
  });

  test("filters", async () => {
    expect(await ids("type=vip")).toEqual(["cus-11", "cus-2", "cus-5", "cus-8"]);
    expect(await ids("type=~")).toEqual(["cus-0", "cus-12", "cus-3", "cus-6", "cus-9"]);
    expect(await ids("phone_ok=false")).toEqual(["cus-4"]);
    expect(await ids("confirmed=true&type=lead")).toEqual(["cus-1", "cus-4", "cus-never"]);
    expect(await ids("contradictions=true")).toEqual([]);
    expect(await listCustomerTypes()).toEqual(["lead", "vip"]);
  });

  test.each([
    ["zoe", ["cus-1", "cus-7"]],
    ["ŁUKASZ ex2", ["cus-2"]],
    ["محمد", ["cus-3", "cus-9"]],
    ["person11@", ["cus-11"]],
    ["202 555 0112", ["cus-2"]],
    ["cus-12", ["cus-12"]],
    ["%", []],
    ["_", []],
    ['"ada" OR 1=1 --', []],
    ["🎧\u202e", []],
    ["x".repeat(10_000), []],
  ])("searching for %s", async (q, found) => {
    expect(await ids(`q=${encodeURIComponent(q)}`)).toEqual(found);
  });
});

describe("one person", () => {
  test("what calls disagree about is told with both values and their calls", async () => {
    await store([
      talk("a", { createdAt: "2026-11-01T10:00:00Z" }),
      talk("b", { createdAt: "2026-11-02T10:00:00Z", customerFirstName: "NOOR" }),
      talk("c", {
        createdAt: "2026-11-03T10:00:00Z",
        customerFirstName: "Nora",
        customerPhoneNumber: "(212) 555-0142",
        customerIsPhoneNumberCorrect: false,
      }),
    ]);
    expect(await findContradictions("talk")).toEqual([
      {
        field: "name",
        values: [
          { value: "Nora Haddad", calls: 1, first: call("c", 3), last: call("c", 3) },
          { value: "NOOR Haddad", calls: 2, first: call("a", 1), last: call("b", 2) },
        ],
        more: 0,
      },
      {
        field: "phoneNumberCorrect",
        values: [
          { value: "false", calls: 1, first: call("c", 3), last: call("c", 3) },
          { value: "true", calls: 2, first: call("a", 1), last: call("b", 2) },
        ],
        more: 0,
      },
    ]);
    expect(await ids("contradictions=true")).toEqual(["talk"]);
    const { entries, isFromBeginning } = await getCustomerHistory("talk");
    expect(entries.map(({ recordingId }) => recordingId)).toEqual(["talk-c", "talk-b", "talk-a"]);
    expect(entries[1]?.changes).toMatchObject([{ field: "customerFirstName", after: "NOOR" }]);
    expect(isFromBeginning).toBe(true);
  });

  test("whose data is what it was before returns to that, whichever calls told it", async () => {
    const back = (name: string, changes: Partial<CallRecord> = {}) =>
      toCallRecord(`back-${name}`, { customerId: "back", ...changes });
    await store([back("a"), back("b", { customerEmail: null }), back("c")]);
    const { entries } = await getCustomerHistory("back");
    const [returned, changed, first] = entries;
    expect(returned).toMatchObject({ recordingId: "back-c", backTo: first?.acceptedAt });
    expect([changed?.backTo, first?.backTo]).toEqual([null, null]);
  });

  test("others with the same number, however written, are offered", async () => {
    const numbers = {
      spelled: "001 (202) 555-0199",
      national: "(202) 555 0199",
      abroad: "+49 202 555 0199",
      other: "+1 212 555 0199",
    };
    await store([
      toCallRecord("m", { customerId: "match-self", customerPhoneNumber: "+1 202 555 0199" }),
      ...Object.entries(numbers).map(([name, customerPhoneNumber]) =>
        toCallRecord(`m-${name}`, {
          customerId: `match-${name}`,
          customerPhoneNumber,
          customerFirstName: name === "national" ? "noor" : "Someone",
        }),
      ),
    ]);
    const customer = await getCustomer("match-self");
    const matches = customer ? await findMatches(customer) : [];
    expect(matches.map(({ id, isSameName }) => [id, isSameName])).toEqual([
      ["match-national", true],
      ["match-spelled", false],
    ]);
  });

  test("whoever has just come is offered, with their calls, before these are counted", async () => {
    const customerPhoneNumber = "+1 202 555 0188";
    await store([toCallRecord("j-self", { customerId: "just-self", customerPhoneNumber })]);
    const come = ["j-1", "j-2"].map((id) =>
      toCallRecord(id, { customerId: "just-come", customerPhoneNumber }),
    );
    await storeUncounted(come);
    const customer = await getCustomer("just-self");
    const offered = [expect.objectContaining({ id: "just-come", calls: 2 })];
    expect(customer && (await findMatches(customer))).toEqual(offered);
    await addUpAll(pool);
    expect(customer && (await findMatches(customer))).toEqual(offered);
  });

  test("their attempts are the newest of their calls, oldest first", async () => {
    const tried = Array.from({ length: 65 }, (_, n) => ({
      id: `tried-${n}`,
      status: n === 64 ? "completed" : "busy",
      createdAt: new Date(Date.UTC(2026, 8, 1, n)).toISOString(),
    }));
    await store(
      tried.map(({ id, ...call }) => toCallRecord(id, { customerId: "cus-tried", ...call })),
    );
    expect(await listAttempts("cus-tried")).toEqual(tried.slice(5));
    expect(await listAttempts("nobody")).toEqual([]);
  });

  test.each(["never", "", "\0", "\ud800", "x".repeat(10_000), "' OR 1=1 --"])(
    "an id that nobody has (%j) is nobody",
    async (id) => {
      expect(await getCustomer(id)).toBeNull();
    },
  );
});

function customerOf(n: number): Partial<CallRecord> {
  const { customerFirstName, customerLastName, customerPhoneNumber, customerEmail } =
    records[n] ?? toCallRecord("none");
  const type = records[n]?.customerType ?? null;
  const names = { customerFirstName, customerLastName, customerPhoneNumber, customerEmail };
  return { ...names, customerType: type, customerIsConfirmed: true };
}

test("people whose calls contradict each other are listed along an index of them alone", async () => {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(`
      INSERT INTO customer_calls (customer_id, calls, last_call_at, last_call_id, is_contradictory)
      SELECT 'more-' || n, 1, now() - interval '1 hour' * n, '', n % 1000 = 0
      FROM generate_series(1, 5000) AS n`);
    await client.query("ANALYZE customer_calls");
    const { rows } = await client.query(
      `EXPLAIN SELECT customer_id FROM customer_calls WHERE is_contradictory = $1
       ORDER BY last_call_at DESC, customer_id DESC LIMIT 51`,
      [true],
    );
    expect(JSON.stringify(rows)).toContain("customer_calls_contradictions_idx");
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});

function talk(name: string, changes: Partial<CallRecord>): CallRecord {
  return toCallRecord(`talk-${name}`, { customerId: "talk", ...changes });
}

function call(name: string, day: number) {
  return { id: `talk-${name}`, createdAt: `2026-11-0${day}T10:00:00.000Z` };
}

async function store(calls: CallRecord[]): Promise<void> {
  await storeUncounted(calls);
  await addUpAll(pool);
}

async function storeUncounted(calls: CallRecord[]): Promise<void> {
  await inTransaction(pool, (client) =>
    storeRecords(
      client,
      calls.map((record, position) => ({
        record,
        position,
        acceptedSeq: ++seq,
        acceptedAt: new Date(),
        payloadHash: null,
        deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
      })),
    ),
  );
}
