import { atMost, type Figure, reported } from "@/bench/report/figure";
import { median, percentile } from "@/bench/report/percentile";
import { filters } from "../filters";
import type { BrowseSetting } from "../scenario";
import { timePages } from "../time-pages";

/** Both products in turns, so that a machine that slows down slows both. */
export async function measurePages({ isShort, servers }: BrowseSetting): Promise<Figure[]> {
  const rounds = isShort ? 4 : 40;
  const { small, large } = await servers();
  const times = await timePages(filters, { small, large }, rounds);
  const figures: Figure[] = [];
  const all = (which: "small" | "large", time: "rowsMs" | "wholeMs") =>
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
