import { atMost, type Figure, reported } from "@/bench/report/figure";
import { percentile } from "@/bench/report/percentile";
import { say } from "@/bench/report/say";
import { askChild } from "../ask-child";
import { isVast } from "../open-seeded-server";
import type { QueryResults } from "../query-result";
import type { BrowseSetting } from "../scenario";

/** A page that shows fewer has looked for more: among the newest calls, before all others. */
const leastShown = 15;

/** The queries of a page alone: how long they take, and that they read little more than is shown. */
export async function measureQueries({ isShort, servers }: BrowseSetting): Promise<Figure[]> {
  const { small, large } = await servers();
  const rounds = isShort ? 5 : 20;
  const ask = ({ databaseUrl }: typeof small) =>
    askChild<QueryResults>("./query-program.ts", databaseUrl, [String(rounds)]);
  const { results: few } = await ask(small);
  const { results: many, signs } = await ask(large);
  for (const [index, { name, shown, medianMs, rowsRead, sequentialScans }] of many.entries()) {
    const times = `${few[index]?.medianMs.toFixed(1)} ms; of the large one ${medianMs.toFixed(1)} ms`;
    say(`  ${name}: ${times}, ${shown} shown, ${rowsRead} read, ${sequentialScans} scans`);
  }
  const readForOne = many.map(({ rowsRead, shown }) => rowsRead / Math.max(shown, leastShown));
  const rowsRead = ["queries.rows-read-for-one-shown", Math.max(...readForOne), "rows"] as const;
  return [
    reported(
      "queries.p95-at-10000",
      percentile(
        few.map(({ medianMs }) => medianMs),
        0.95,
      ),
      "ms",
    ),
    reported(
      "queries.p95",
      percentile(
        many.map(({ medianMs }) => medianMs),
        0.95,
      ),
      "ms",
    ),
    atMost(
      "queries.sign-to-word",
      percentile(signs.sign, 0.95) / percentile(signs.word, 0.95),
      "ratio",
      1.5,
    ),
    // What few calls have is put in another order than that of time by reading all that have it.
    isVast(large) ? reported(...rowsRead) : atMost(...rowsRead, 20),
    atMost(
      "queries.sequential-scans",
      many.reduce((sum, { sequentialScans }) => sum + sequentialScans, 0),
      "scans",
      0,
    ),
  ];
}
