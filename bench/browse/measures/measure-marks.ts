import { atMost, type Figure, reported } from "@/bench/report/figure";
import { median, percentile } from "@/bench/report/percentile";
import { askChild } from "../ask-child";
import { filters } from "../filters";
import type { PageTimes } from "../get-page";
import type { SeededServer } from "../open-seeded-server";
import type { QueryResults } from "../query-result";
import type { BrowseSetting } from "../scenario";
import { timePages } from "../time-pages";

const readsMarks =
  /(audio|heard|tag|notes|mentioned|review|check|protected|text)=|q=(xylophone|tomorrow)/;

/** What the pages and queries of before cost, now that much is told beside the calls; in turns. */
export async function measureMarks({ isShort, servers }: BrowseSetting): Promise<Figure[]> {
  const { large, unmarked: open } = await servers();
  const unmarked = await open();
  const before = filters.filter(({ search }) => !readsMarks.test(search));
  const pages = await timePages(before, { unmarked, large }, isShort ? 4 : 40);
  const p95 = (which: "unmarked" | "large", time: keyof PageTimes) =>
    percentile(
      pages.flatMap((page) => page[which].map((times) => times[time])),
      0.95,
    );
  const queries = { unmarked: [] as number[], large: [] as number[] };
  for (let round = 0; round < (isShort ? 1 : 3); round++) {
    queries.unmarked.push(await timeQueries(unmarked));
    queries.large.push(await timeQueries(large));
  }
  const ratio = (name: string, marked: number, bare: number) => [
    reported(`marks.${name}.without`, bare, "ms"),
    reported(`marks.${name}.with`, marked, "ms"),
    atMost(`marks.${name}`, marked / bare, "ratio", 1.1),
  ];
  return [
    ...ratio("until-rows.p95", p95("large", "rowsMs"), p95("unmarked", "rowsMs")),
    ...ratio("whole.p95", p95("large", "wholeMs"), p95("unmarked", "wholeMs")),
    ...ratio("queries.p95", median(queries.large), median(queries.unmarked)),
  ];
}

/** The 95th percentile of the medians of all filters that read no marks. */
async function timeQueries({ databaseUrl }: SeededServer): Promise<number> {
  const { results } = await askChild<QueryResults>("./query-program.ts", databaseUrl, ["5"]);
  const before = results.filter(
    ({ name }) => !readsMarks.test(filters.find((filter) => filter.name === name)?.search ?? ""),
  );
  return percentile(
    before.map(({ medianMs }) => medianMs),
    0.95,
  );
}
