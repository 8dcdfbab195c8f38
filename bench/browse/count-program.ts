import type pg from "pg";
import { closeDatabase, db } from "@/lib/platform/database/db";
import { budgets } from "@/lib/platform/settings/budgets";
import { readFacets, scanFacets } from "@/lib/recordings/counts/facets";
import { countTimeline } from "@/lib/recordings/counts/timeline";
import { buildBars, type Count } from "@/lib/recordings/counts/timeline-sql";
import type { RecordingFilter } from "@/lib/recordings/filter/filter";
import { parseRecordingQuery } from "@/lib/recordings/filter/filter-url";
import { resolveDates } from "@/lib/recordings/filter/resolve-dates";
import { buildWhere } from "@/lib/recordings/sql/where";
import { Prisma } from "@/prisma/client/client";
import type { CountResult, ReadResult } from "./count-result";
import { withClient } from "./open-seeded-server";

/** Counts as the page does, what the database needs for it, and whether it is what is there. */
const zone = "UTC";
/** Once the calls have changed, what is kept is looked at again. */
const isKeptAlone = process.argv[2] === "kept";
const seen: Prisma.Sql[] = [];
// What the counts are compared with reads all calls, however many; the server keeps to its own limits.
Object.assign(budgets.statements, { pageMs: 3_600_000 });
noteStatements();

/** Choices of values, answers and days, of which the kept totals tell. */
const choices: { name: string; search: string }[] = [
  { name: "everything", search: "" },
  { name: "a status", search: "status=completed" },
  { name: "not a status", search: "status=!completed" },
  { name: "a campaign", search: "campaign=spring-sale" },
  { name: "no campaign, two statuses", search: "campaign=~&status=busy&status=failed" },
  { name: "a quarter", search: "from=2026-01-01&to=2026-03-28" },
  { name: "nearly three years", search: "from=2024-01-10&to=2026-10-20" },
  { name: "two years of a status", search: "from=2024-11-05&to=2026-11-10&status=failed" },
  { name: "a year", search: "from=2025-11-20&to=2026-11-19" },
  { name: "a week of a campaign", search: "from=2026-05-04&to=2026-05-10&campaign=spring-sale" },
  { name: "a gender", search: "gender=female" },
  { name: "not a gender of a year", search: "gender=!unknown&from=2025-11-20&to=2026-11-19" },
  { name: "a type, never transcribed", search: "type=lead&transcript=false" },
  { name: "three answers", search: "transcript=true&confirmed=false&phone_ok=true" },
  { name: "complete ones", search: "incomplete=false" },
  { name: "people of a campaign", search: "campaign=spring-sale&gender=female&type=customer" },
  { name: "failed, of women, confirmed", search: "status=failed&gender=female&confirmed=true" },
];

/** Choices whose calls have to be read, as many as the budget allows. */
const readChoices: { name: string; search: string }[] = [
  { name: "long calls", search: "minutes=20.." },
  { name: "nearly all lengths", search: "minutes=1.." },
  { name: "short calls of a status", search: "minutes=..2&status=busy" },
  { name: "long calls of women", search: "minutes=12..&gender=female" },
  { name: "changed in the last year", search: "changed_since=last-365-days" },
  { name: "shorter than billed", search: "check=length" },
  { name: "a customer", search: "customer=cus-7" },
  { name: "a common word", search: "q=refund" },
  { name: "a rare word", search: "q=zanzibar" },
  { name: "one sign", search: `q=${encodeURIComponent("猫")}` },
  { name: "punctuation", search: `q=${encodeURIComponent("@")}` },
];

const results = await withClient(process.env.DATABASE_URL ?? "", async (client) => {
  const explain = async (count: () => Promise<unknown>) => {
    seen.length = 0;
    await count();
    let ms = 0;
    let settings: Prisma.Sql | null = null;
    for (const statement of [...seen]) {
      if (statement.sql.startsWith("SELECT set_config(")) {
        settings = statement;
        continue;
      }
      const runs: number[] = [];
      for (let run = 0; run < 5; run++) runs.push(await explainWith(client, settings, statement));
      ms += Math.min(...runs);
      settings = null;
    }
    return ms;
  };
  const found: CountResult[] = [];
  for (const { name, search } of choices) {
    const { filter } = parseRecordingQuery(new URLSearchParams(search));
    const kept = await readFacets(filter, zone);
    const timeline = await countTimeline(filter, zone);
    const scanned = await scanFacets(filter, zone, {
      budget: { ...budgets.counts, found: 0, looked: 0, scanned: Number.POSITIVE_INFINITY },
    });
    const isExact =
      kept !== null &&
      toComparable(kept) === toComparable(scanned) &&
      timeline?.counts.reduce((sum, { count }) => sum + count, 0) === kept.total;
    found.push({
      name,
      isExact,
      facetsMs: await explain(() => readFacets(filter, zone)),
      timelineMs: await explain(() => countTimeline(filter, zone)),
    });
  }
  const read: ReadResult[] = [];
  for (const { name, search } of isKeptAlone ? [] : readChoices) {
    const asked = parseRecordingQuery(new URLSearchParams(search)).filter;
    const filter = resolveDates(asked, { timeZone: zone, now: new Date() });
    read.push({
      name,
      facetsMs: await explain(() => scanFacets(filter, zone)),
      timelineMs: await explain(() => countTimeline(filter, zone)),
      error: await measureError(client, filter),
    });
  }
  const scan = Prisma.sql`SELECT status, count(*) FROM recording GROUP BY 1`;
  const scanMs = await explain(() => db().$queryRaw(scan));
  return { found, read, scanMs };
});
await closeDatabase();
process.stdout.write(JSON.stringify(results));

/** How long PostgreSQL works on a statement, under the settings that are asked for before it. */
async function explainWith(
  client: pg.Client,
  settings: Prisma.Sql | null,
  { text, values }: Prisma.Sql,
): Promise<number> {
  await client.query("BEGIN");
  if (settings) await client.query({ text: settings.text, values: settings.values as unknown[] });
  const { rows } = await client.query({
    text: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
    values: values as unknown[],
  });
  await client.query("COMMIT");
  return rows[0]["QUERY PLAN"][0]["Execution Time"];
}

async function measureError(client: pg.Client, filter: RecordingFilter) {
  const timeline = await countTimeline(filter, zone);
  if (!timeline || timeline.estimates.length === 0) return null;
  const where = buildWhere(filter, { timeZone: zone });
  const { text, values } = buildBars(
    timeline,
    Prisma.sql`SELECT * FROM recording WHERE ${where}`,
    zone,
  );
  // All calls are read for it, which is soonest done in their own order, and with their ids looked up in a
  // hash table: a list would be gone through for each.
  await client.query("SET work_mem = '256MB'");
  const { rows } = await client.query<Count>({
    text: text.replaceAll("= ANY(ARRAY(", "IN (("),
    values: values as unknown[],
  });
  await client.query("RESET work_mem");
  const within = rows.filter(({ side }) => side === "within");
  const counts = sumBars(within.map(({ first, count }) => ({ startsOn: first, count })));
  const estimates = sumBars(timeline.counts);
  const bars = [...new Set([...counts.keys(), ...estimates.keys()])];
  const errors = bars.map((bar) => (estimates.get(bar) ?? 0) - (counts.get(bar) ?? 0));
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0);
  return {
    sum: Math.abs(sum(errors)) / sum(counts.values()),
    bar: sum(errors.map(Math.abs)) / bars.length / Math.max(...counts.values()),
  };
}

function sumBars(counts: { startsOn: string; count: number }[]): Map<string, number> {
  const bars = new Map<string, number>();
  for (const { startsOn, count } of counts) {
    bars.set(startsOn, (bars.get(startsOn) ?? 0) + count);
  }
  return bars;
}

function noteStatements(): void {
  const client = db();
  const ask = client.$queryRaw.bind(client);
  Object.assign(client, {
    $queryRaw: (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
      const statement = "raw" in query ? Prisma.sql(query, ...values) : query;
      // What only asks the planner runs nothing.
      if (!statement.sql.trimStart().startsWith("EXPLAIN")) seen.push(statement);
      return ask(statement);
    },
  });
}

/** In one order, since what is counted alike may stand either way. */
function toComparable(facets: object): string {
  return JSON.stringify(
    Object.entries(facets)
      .sort()
      .map(([name, facet]) => [
        name,
        Array.isArray(facet) ? facet.map((value) => JSON.stringify(value)).sort() : facet,
      ]),
  );
}
