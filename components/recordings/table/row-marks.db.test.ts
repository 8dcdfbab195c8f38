import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { emptyFilter, firstPage } from "@/lib/recordings/filter/filter";
import { usualColumns } from "@/lib/recordings/filter/list-view";
import { storeAlone } from "@/lib/recordings/ledger/test-ledger";
import { listRecordingRows, listRecordings } from "@/lib/recordings/query/queries";
import { readTerms } from "@/lib/recordings/record/search-text";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { toRowMarks } from "./row-marks";

let database: TestDatabase;

const filling = "Asked for a callback… at the ½ hour, “Größe” unknown. ";
const records = [
  toCallRecord("rec-1", { customerFirstName: "Núria", customerLastName: "Ｓａｔｏ", summary: "" }),
  toCallRecord("rec_2%", {
    summary: "O\ufb03ce in Ko\u0308ln, 会話の録音 and straße.",
    customerEmail: null,
  }),
  toCallRecord("rec-3", { summary: `${filling.repeat(1_000)}needle ${filling.repeat(200)}` }),
  toCallRecord("rec-4", {
    summary: "طلبت مكالمة أخرى، שלום",
    customerPhoneNumber: "(0)30 1234567",
  }),
  toCallRecord("rec-5", { customerPhoneNumber: "+44 20 7946 0123", customerId: "cus needle" }),
];

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  await storeAlone(
    pool,
    records.map((record, n) => ({
      record,
      acceptedSeq: BigInt(n + 1),
      acceptedAt: new Date(),
      payloadHash: null,
      deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
      position: n,
    })),
  );
  await pool.end();
});

afterAll(async () => {
  await closeDatabase();
});

async function find(q: string) {
  const query = { filter: { ...emptyFilter, q }, page: firstPage };
  return (await listRecordings(query, { timeZone: "UTC" })).rows;
}

test("a long summary is shown where the hit stands, in the list and when it changes", async () => {
  const [around, other] = await find("needle");
  const rows = [around, other].map((row) => row && toRowMarks(row, "needle", usualColumns));
  expect(rows).toContainEqual({
    summary: [expect.stringMatching(/^….*unknown\. $/), "needle", expect.stringMatching(/…$/)],
  });
  expect(rows).toContainEqual({
    elsewhere: [{ label: "Customer id", parts: ["cus ", "needle", ""] }],
  });
  const [changed] = await listRecordingRows(["rec-3"], -1n, "needle");
  expect(changed && toRowMarks(changed, "needle", usualColumns)).toHaveProperty("summary");
});

test("whatever the database finds has a mark for each word", async () => {
  const texts = records.flatMap((record) => [
    record.summary.slice(0, 200),
    record.customerEmail ?? "",
    record.id,
    record.callSid,
    record.customerId,
    `${record.customerFirstName} ${record.customerLastName}`,
    record.customerPhoneNumber,
    record.customerPhoneNumber.replaceAll(/\D/g, ""),
  ]);
  const search = fc
    .array(fc.tuple(fc.constantFrom(...texts), fc.nat(200), fc.integer({ min: 1, max: 9 })), {
      minLength: 1,
      maxLength: 2,
    })
    .map((parts) =>
      parts
        .map(([text, at, length]) => text.slice(at % (text.length + 1)).slice(0, length))
        .join(" "),
    );
  let found = 0;
  await fc.assert(
    fc.asyncProperty(search, async (q) => {
      const wanted = readTerms(q).filter(({ text, digits }) => text || digits).length;
      for (const row of await find(q.replaceAll("\n", " "))) {
        found += 1;
        const { elsewhere = [], ...shown } = toRowMarks(row, q, usualColumns) ?? {};
        const parts = [...Object.values(shown), ...elsewhere.map((one) => one.parts)];
        const marks = parts.flatMap((all) => all.filter((_, index) => index % 2 === 1));
        if (wanted > 0) expect(marks.join(""), `${q} in ${row.id}`).not.toBe("");
      }
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(100);
});
