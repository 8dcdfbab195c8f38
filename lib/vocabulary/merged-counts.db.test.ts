import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { countFacets } from "@/lib/recordings/counts/count-calls";
import { countTimeline } from "@/lib/recordings/counts/timeline";
import { emptyFilter, type RecordingFilter } from "@/lib/recordings/filter/filter";
import { storeRecords } from "@/lib/recordings/ledger/ledger";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { addUpAll } from "@/lib/recordings/totals/test-totals";
import { forgetVocabulary, listLearnedValues, mostListed, readVocabulary } from "./read-vocabulary";
import { nameValues } from "./store";
import { listMergedValues, mergeCounts } from "./terms";

let database: TestDatabase;
let pool: pg.Pool;
const completed = ["completed", "Completed", "complted"];
const failed = ["failed", "FAILED"];
const spring = ["spring", "Spring 26", "z the rarest"];

/** Many values, so that some of what is merged is far down in the list. */
const records = Array.from({ length: 1_300 }, (_, n) =>
  toCallRecord(`call-${n}`, {
    status: [...completed, ...failed, "busy"][n % 6] ?? "",
    campaign:
      n === 7 ? "z the rarest" : n % 4 === 0 ? (spring[n % 8 ? 1 : 0] ?? null) : `c ${n % 700}`,
    createdAt: new Date(Date.UTC(2026, 9, 1 + (n % 40), n % 24)).toISOString(),
  }),
);

beforeAll(async () => {
  database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  await inTransaction(pool, (client) =>
    storeRecords(
      client,
      records.map((record, position) => ({
        record,
        position,
        acceptedSeq: BigInt(position + 1),
        acceptedAt: new Date(),
        payloadHash: null,
        deliveryId: "01a1f80b-3cda-7b58-800f-31b7db2ed6a0",
      })),
    ),
  );
  await nameValues(
    { field: "status", values: completed.slice(1) },
    "completed",
    ["completed"],
    "x",
  );
  await nameValues({ field: "status", values: failed }, "Not reached", [], "x");
  await nameValues({ field: "campaign", values: spring }, "Spring 2026", [], "x");
  forgetVocabulary();
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

const groups = [
  { field: "status", name: "completed", values: completed },
  { field: "status", name: "Not reached", values: failed },
  { field: "campaign", name: "Spring 2026", values: spring },
] as const;

const filters: [string, Partial<RecordingFilter>, string][] = [
  ["of all calls", {}, "true"],
  [
    "of some days",
    { from: "2026-10-05", to: "2026-10-20" },
    "created_at >= '2026-10-05' AND created_at < '2026-10-21'",
  ],
  [
    "of long calls, which have to be read",
    { minutes: { least: 1, most: null } },
    "minutes_used >= 1",
  ],
];

describe.each([
  [
    "read from the recordings",
    async () => {
      await pool.query("UPDATE rollup_zone SET filled_to = '-infinity'");
    },
  ],
  [
    "read from the totals",
    async () => {
      await pool.query("UPDATE rollup_zone SET filled_to = 'infinity'");
      await addUpAll(pool);
    },
  ],
])("%s", (_, prepare) => {
  beforeAll(prepare, 60_000);

  test.each(filters)(
    "what is merged is counted like a plain count, %s",
    async (_, change, where) => {
      const vocabulary = await readVocabulary();
      const filter = { ...emptyFilter, ...change };
      const facets = await countFacets(filter, "UTC", { always: listMergedValues(vocabulary) });
      for (const { field, name, values } of groups) {
        const counted = facets[field].flatMap(({ value, count }) =>
          value === null ? [] : [{ value, count }],
        );
        const merged = mergeCounts(counted, vocabulary[field]).find(
          (one) => one.merged.name === name,
        );
        expect(merged?.merged.values.toSorted()).toEqual(values.toSorted());
        expect(merged?.count).toBe(await countPlainly(field, values, where));
      }
    },
  );

  test("the bars of the timeline have as many calls of what is merged", async () => {
    const { status: terms } = await readVocabulary();
    const timeline = await countTimeline(emptyFilter, "UTC");
    const counted = (timeline?.counts ?? []).map(({ status, count }) => ({ value: status, count }));
    for (const { name, values } of groups.filter(({ field }) => field === "status")) {
      const merged = mergeCounts(counted, terms).find((one) => one.merged.name === name);
      expect(merged?.count).toBe(await countPlainly("status", values, "true"));
    }
  });

  test("a filter by all of its values finds as many", async () => {
    const vocabulary = await readVocabulary();
    for (const { field, values } of groups) {
      const choice = { [field]: { include: [...values], exclude: [] } };
      const options = { always: listMergedValues(vocabulary) };
      const { total } = await countFacets({ ...emptyFilter, ...choice }, "UTC", options);
      expect(total).toBe(await countPlainly(field, values, "true"));
    }
  });
});

test("the rarest value that is merged is listed, others as rare are not", async () => {
  const facets = await countFacets(emptyFilter, "UTC", { always: { campaign: spring } });
  const listed = facets.campaign.map(({ value }) => value);
  expect(listed).toEqual(expect.arrayContaining(spring));
  expect(listed.length).toBeLessThan(520);
  const { values } = await listLearnedValues("campaign", 10);
  expect(values.map(({ value }) => value)).toEqual(expect.arrayContaining(spring));
  expect(mostListed).toBeGreaterThan(10);
});

async function countPlainly(
  field: "status" | "campaign",
  values: readonly string[],
  where: string,
): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS count FROM recording WHERE ${field} = ANY($1) AND ${where}`,
    [values],
  );
  expect(rows[0].count).toBeGreaterThan(0);
  return rows[0].count;
}
