import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase, type TestDatabase } from "@/lib/platform/database/test-database";
import { inTransaction } from "@/lib/platform/database/transaction";
import { firstPage } from "@/lib/recordings/filter/filter";
import { storeRecords } from "@/lib/recordings/ledger/ledger";
import { listRecordings } from "@/lib/recordings/query/queries";
import type { CallRecord } from "@/lib/recordings/record/call-record";
import { toCallRecord } from "@/lib/recordings/record/test-record";
import { addUpAll } from "@/lib/recordings/totals/test-totals";
import { compareCalls, listCampaigns, listSides } from "./campaigns";
import type { CampaignNames } from "./sql";
import { type CampaignRowView, parseCampaignQuery, parseCompareQuery } from "./views";

let database: TestDatabase;
let pool: pg.Pool;
const statuses = ["completed", "failed", "busy"];
const records = Array.from({ length: 90 }, (_, n) =>
  toCallRecord(`call-${n}`, {
    campaign: n % 4 === 0 ? null : n % 4 === 1 ? "Frühling 100%" : `wave ${n % 7}`,
    status: statuses[n % 3] ?? "",
    minutesUsed: n % 11,
    createdAt: new Date(Date.UTC(2026, 9, 1 + (n % 45), n % 24, n % 60)).toISOString(),
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
});
afterAll(async () => {
  await pool.end();
  await closeDatabase();
});

const setFilledTo = async (to: string) => {
  await pool.query("UPDATE rollup_zone SET filled_to = $1", [to]);
};
const list = (search: string, zone = "UTC", names: CampaignNames = unnamed) =>
  listCampaigns(parseCampaignQuery(new URLSearchParams(search)), { now, timeZone: zone }, names);
const now = new Date("2026-11-20T12:00:00Z");
const success = ["completed", "never"];
const unnamed: CampaignNames = { alsoFound: [], heads: new Map(), success };
/** Two waves that are one, under the name of the lesser one. */
const merged: CampaignNames = {
  ...unnamed,
  heads: new Map([
    ["wave 2", "wave 2"],
    ["wave 5", "wave 2"],
    ["never seen", "wave 2"],
  ]),
};
const asMerged = records.map((record) => ({
  ...record,
  campaign: record.campaign === "wave 5" ? "wave 2" : record.campaign,
}));

describe.each([
  ["counted from the recordings", () => setFilledTo("-infinity")],
  ["counted from the changes", () => setFilledTo("infinity")],
  ["counted from the totals", () => addUpAll(pool)],
])("%s", (_, prepare) => {
  beforeAll(prepare);

  test("each campaign has its calls, minutes, statuses and last call, and so has none", async () => {
    const { rows, total } = await list("sort=name");
    expect(rows).toEqual(expectedRows(records));
    expect(total).toBe(rows.length);
  });

  test("in days, the last call is the last of these days", async () => {
    const { rows } = await list("sort=name&from=2026-10-10&to=2026-10-20");
    const former = records.filter(within("2026-09-29", "2026-10-10"));
    expect(rows).toEqual(expectedRows(records.filter(within("2026-10-10", "2026-10-21")), former));
  });

  test.each(["-success_change", "success_change"])(
    "by %s, page by page, the greatest change stands first and what can't be compared last",
    async (sort) => {
      const days = "from=2026-10-05&to=2026-10-09";
      const whole = await list(`sort=${sort}&${days}`);
      expect(whole.daysBefore).toEqual({ from: "2026-09-30", to: "2026-10-04" });
      const changeOf = ({ calls, successes, before }: CampaignRowView) =>
        before && successes / calls - before.successes / before.calls;
      const changes = whole.rows.map(changeOf);
      const known = changes.flatMap((change) => (change === null ? [] : [change]));
      expect(new Set(known).size).toBeGreaterThan(1);
      const sign = sort.startsWith("-") ? -1 : 1;
      const expected = known.toSorted((one, other) => sign * (one - other));
      expect(changes).toEqual([...expected, ...changes.filter((change) => change === null)]);
      const there: CampaignRowView[] = [];
      for (let after: string | null = ""; after !== null; ) {
        const search: string = `sort=${sort}&${days}&limit=2&after=${encodeURIComponent(after)}`;
        const page = await list(search);
        there.push(...page.rows);
        after = page.after;
      }
      expect(there).toEqual(whole.rows);
    },
  );

  test.each([
    "campaign=wave+2&campaign=~",
    "campaign=wave+2&campaign=never+seen&from=2026-10-03&to=2026-10-30",
    "campaign=Fr%C3%BChling+100%25&from=2026-10-20&to=2026-10-31",
    "from=2026-10-20&to=2026-10-31&before_from=2026-10-01&before_to=2026-10-05",
    "campaign=wave+2&from=2026-10-31&to=2026-10-01",
    "",
  ])("both sides of the comparison %j have the numbers of the list", async (search) => {
    const clock = { now, timeZone: "UTC" };
    const query = parseCompareQuery(new URLSearchParams(search));
    const sides = listSides(query, clock);
    const expand = (campaign: string) => [campaign, ...(campaign === "wave 2" ? ["wave 5"] : [])];
    const compared = await compareCalls(sides, clock, expand);
    expect(compared).toHaveLength(query.from && query.to && query.from > query.to ? 1 : 2);
    for (const { filter, figures, timeline } of compared) {
      const { rows } = await listRecordings({ filter, page: { ...firstPage, limit: 200 } }, clock);
      const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
      expect(sum(figures.statuses?.map(({ calls }) => calls) ?? [])).toBe(rows.length);
      expect(figures.minutes).toBe(sum(rows.map(({ minutesUsed }) => minutesUsed ?? 0)));
      for (const { status, calls } of figures.statuses ?? []) {
        expect(rows.filter((row) => row.status === status)).toHaveLength(calls);
      }
      expect(sum(timeline?.counts.map(({ count }) => count) ?? [])).toBe(rows.length);
    }
  });

  test("by success, shares fall, and the statuses are ranked over all campaigns", async () => {
    const { rows, ranked } = await list("sort=-success&limit=2");
    const shares = expectedRows(records).map(({ successes, calls }) => successes / calls);
    expect(rows.map(({ successes, calls }) => successes / calls)).toEqual(
      shares.sort((one, other) => other - one).slice(0, 2),
    );
    expect(ranked).toEqual(["busy", "completed", "failed"]);
  });

  test.each(["from=9999-12-31", "to=9999-12-31", "from=9999-12-31&to=1000-01-01"])(
    "at the end of time: %s",
    async (days) => {
      const { rows } = await list(`sort=name&${days}`);
      expect(rows).toEqual(days.startsWith("to") ? expectedRows(records) : []);
    },
  );

  test.each([
    "-calls",
    "calls",
    "-minutes",
    "minutes",
    "-last_call",
    "last_call",
    "name",
    "-name",
    "-success",
    "success",
  ])("page by page by %s, each is there once, and back again", async (sort) => {
    const whole = (await list(`sort=${sort}`)).rows;
    const there: CampaignRowView[] = [];
    let page = await list(`sort=${sort}&limit=3`);
    there.push(...page.rows);
    while (page.after !== null) {
      page = await list(`sort=${sort}&limit=3&after=${encodeURIComponent(page.after)}`);
      there.push(...page.rows);
    }
    expect(there).toEqual(whole);
    const back = [...page.rows];
    while (page.before !== null) {
      page = await list(`sort=${sort}&limit=3&before=${encodeURIComponent(page.before)}`);
      back.unshift(...page.rows);
    }
    expect(back).toEqual(whole);
  });

  test("campaigns that are one have the calls, minutes, statuses and last call of both", async () => {
    const { rows, total } = await list("sort=name", "UTC", merged);
    expect(rows).toEqual(expectedRows(asMerged));
    expect(total).toBe(rows.length);
    expect(rows.length).toBe(expectedRows(records).length - 1);
  });

  test.each(["wave 2", "wave 5"])("campaigns that are one are found as %s", async (q) => {
    const { rows } = await list(`q=${q}`, "UTC", merged);
    expect(rows.map(({ campaign }) => campaign)).toEqual(["wave 2"]);
    expect(rows[0]?.calls).toBe(asMerged.filter(({ campaign }) => campaign === "wave 2").length);
  });

  test("campaigns that are one are found by a name that none of their values has", async () => {
    const names = { ...merged, alsoFound: ["wave 5"] };
    const { rows } = await list("q=autumn", "UTC", names);
    expect(rows.map(({ campaign }) => campaign)).toEqual(["wave 2"]);
  });

  test.each(["-calls", "-last_call", "name"])(
    "page by page by %s, what is one is there once",
    async (sort) => {
      const whole = (await list(`sort=${sort}`, "UTC", merged)).rows;
      const there: CampaignRowView[] = [];
      for (let after: string | null = ""; after !== null; ) {
        const search: string = `sort=${sort}&limit=2&after=${encodeURIComponent(after)}`;
        const page = await list(search, "UTC", merged);
        there.push(...page.rows);
        after = page.after;
      }
      expect(there).toEqual(whole);
    },
  );

  test.each([
    ["wave 3", ["wave 3"]],
    ["FRUHLING", ["Frühling 100%"]],
    ["100%", ["Frühling 100%"]],
    ["no camp", [null]],
    ["%", ["Frühling 100%"]],
    ["_", []],
    ["'; DROP TABLE recording; --", []],
    ["x".repeat(10_000), []],
    ["🎧 שלום", []],
  ])("searching for %s", async (q, found) => {
    const { rows } = await list(`q=${encodeURIComponent(q)}`);
    expect(rows.map(({ campaign }) => campaign)).toEqual(found);
  });
});

function within(from: string, below: string) {
  return ({ createdAt }: CallRecord) => String(createdAt) >= from && String(createdAt) < below;
}

function expectedRows(calls: CallRecord[], former: CallRecord[] = []): CampaignRowView[] {
  const names = [...new Set(calls.map(({ campaign }) => campaign))];
  const rows = names.map((campaign) => {
    const own = calls.filter((call) => call.campaign === campaign);
    const before = former.filter((call) => call.campaign === campaign);
    const successesOf = (some: CallRecord[]) =>
      some.filter(({ status }) => status === "completed").length;
    const count = (status: string) => own.filter((call) => call.status === status).length;
    return {
      campaign,
      calls: own.length,
      minutes: own.reduce((sum, { minutesUsed }) => sum + (minutesUsed ?? 0), 0),
      statuses: statuses
        .map((status) => ({ status, calls: count(status) }))
        .filter(({ calls }) => calls > 0)
        .sort((a, b) => b.calls - a.calls || (a.status < b.status ? -1 : 1)),
      successes: successesOf(own),
      before: before.length > 0 ? { calls: before.length, successes: successesOf(before) } : null,
      lastCallAt:
        own
          .map(({ createdAt }) => createdAt)
          .sort()
          .at(-1) ?? null,
    };
  });
  return rows.sort((a, b) => ((a.campaign ?? "") < (b.campaign ?? "") ? -1 : 1));
}
