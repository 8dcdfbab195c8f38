import { atMost, type Figure, reported } from "@/bench/figure";
import { median, percentile } from "@/bench/percentile";
import { say } from "@/bench/say";
import { filters } from "../filters";
import { findLastCursor } from "../find-last-cursor";
import { getPage, type PageTimes } from "../get-page";
import type { SeededServer, Shops } from "../open-seeded-server";
import type { BrowseSetting } from "../scenario";

/** Both products in turns, so that a machine that slows down slows both. */
export async function measurePages({ isShort, servers }: BrowseSetting): Promise<Figure[]> {
  const rounds = isShort ? 4 : 40;
  const times = await timePages(await servers(), rounds);
  const figures: Figure[] = [];
  const all = (which: keyof Shops, time: "rowsMs" | "wholeMs") =>
    times.flatMap((one) => one[which].map((page) => page[time]));
  for (const time of ["rowsMs", "wholeMs"] as const) {
    const name = time === "rowsMs" ? "pages.until-rows" : "pages.whole";
    const [small, large] = [
      percentile(all("small", time), 0.95),
      percentile(all("large", time), 0.95),
    ];
    figures.push(reported(`${name}.p95-at-10000`, small, "ms"));
    figures.push(atMost(`${name}.p95`, large, "ms", 150));
    figures.push(atMost(`${name}.p95-of-10000`, large / small, "ratio", 1.5));
  }
  const worst = times.map(({ name, small, large }) => ({
    name,
    ratio: median(large.map((page) => page.rowsMs)) / median(small.map((page) => page.rowsMs)),
  }));
  worst.sort((one, other) => other.ratio - one.ratio);
  for (const { name, ratio } of worst.slice(0, 3)) {
    figures.push(reported(`pages.until-rows.of-10000: ${name}`, ratio, "ratio"));
  }
  return figures;
}

type Times = { name: string; small: PageTimes[]; large: PageTimes[] };

async function timePages({ small, large }: Shops, rounds: number): Promise<Times[]> {
  const cursors = {
    small: await findLastCursor(small.databaseUrl),
    large: await findLastCursor(large.databaseUrl),
  };
  const times: Times[] = filters.map(({ name }) => ({ name, small: [], large: [] }));
  const visit = async (seeded: SeededServer, search: string, cursor: string) => {
    const asked = search.replace("after=last", `after=${encodeURIComponent(cursor)}`);
    const page = await getPage(`${seeded.server.url}/recordings?${asked}`, seeded.cookie);
    if (page.status !== 200) throw new Error(`${asked}: answered ${page.status}`);
    return page;
  };
  for (let round = -1; round < rounds; round++) {
    for (const [index, { search }] of filters.entries()) {
      const pair = {
        small: await visit(small, search, cursors.small),
        large: await visit(large, search, cursors.large),
      };
      // The first round warms both up.
      if (round < 0) continue;
      times[index]?.small.push(pair.small);
      times[index]?.large.push(pair.large);
    }
  }
  for (const { name, small: few, large: many } of times) {
    const tell = (pages: PageTimes[]) => {
      const rowsMs = median(pages.map((page) => page.rowsMs));
      return `${rowsMs.toFixed(1)} ms, whole ${median(pages.map((page) => page.wholeMs)).toFixed(1)} ms`;
    };
    say(`  ${name}: ${tell(few)}; of the large one ${tell(many)}, ${many[0]?.shown} shown`);
  }
  return times;
}
