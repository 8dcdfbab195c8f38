import { atMost, type Figure, reported } from "@/bench/report/figure";
import { median, percentile } from "@/bench/report/percentile";
import { say } from "@/bench/report/say";
import { awaitDrained } from "@/bench/server/await-drained";
import { askChild } from "../ask-child";
import { changeCalls } from "../change-calls";
import type { CountResult, ReadResult } from "../count-result";
import { filters } from "../filters";
import { getPage } from "../get-page";
import { isVast, type SeededServer } from "../open-seeded-server";
import type { BrowseSetting } from "../scenario";

type Counts = { found: CountResult[]; read: ReadResult[]; scanMs: number };

/**
 * The facets and the timeline in the database, and that they stay exact while calls change; and how
 * long a browser waits for those of other filters, which come after the page.
 */
export async function measureCounts({ isShort, servers }: BrowseSetting): Promise<Figure[]> {
  const { large } = await servers();
  const asked = await timeAsked(large, isShort ? 1 : 3);
  const count = (which: "all" | "kept") =>
    askChild<Counts>("./count-program.ts", large.databaseUrl, [which]);
  const { found, read, scanMs } = await count("all");
  for (const { name, facetsMs, timelineMs } of [...found, ...read]) {
    say(`  ${name}: facets ${facetsMs.toFixed(1)} ms, timeline ${timelineMs.toFixed(1)} ms`);
  }
  const errors = read.flatMap(({ name, error }) => (error ? [{ name, ...error }] : []));
  for (const { name, sum, bar } of errors) {
    say(`  ${name}: estimated, the sum off by ${toPercent(sum)} %, bars by ${toPercent(bar)} %`);
  }
  await changeCalls(large, isShort ? 800 : 20_000);
  await awaitDrained(large.server);
  const { found: later } = await count("kept");

  const most = (which: "facetsMs" | "timelineMs") => Math.max(...found.map((one) => one[which]));
  const wrong = (counts: CountResult[]) => counts.filter(({ isExact }) => !isExact).length;
  const readMs = read.flatMap(({ facetsMs, timelineMs }) => [facetsMs, timelineMs]);
  const mostKeptMs = isVast(large) ? 60 : 20;
  return [
    atMost("counts.facets", most("facetsMs"), "ms", mostKeptMs),
    atMost("counts.timeline", most("timelineMs"), "ms", mostKeptMs),
    atMost("counts.read.p95", percentile(readMs, 0.95), "ms", 100),
    atMost("counts.estimated-sum.error", toPercent(worst(errors, "sum")), "%", 5),
    atMost("counts.estimated-bars.error", toPercent(worst(errors, "bar")), "%", 5),
    reported("counts.plain-scan", scanMs, "ms"),
    reported("counts.asked.slowest", asked, "ms"),
    atMost("counts.wrong", wrong(found), "choices", 0),
    atMost("counts.wrong-after-changes", wrong(later), "choices", 0),
  ];
}

function worst<Name extends string>(errors: Record<Name, number>[], name: Name): number {
  return Math.max(0, ...errors.map((error) => error[name]));
}

function toPercent(share: number): number {
  return Math.round(share * 1_000) / 10;
}

async function timeAsked({ server, cookie }: SeededServer, rounds: number): Promise<number> {
  const times: number[] = [];
  for (const { name, search } of filters.filter(({ search }) => !search.startsWith("after="))) {
    const waits: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const answer = await getPage(`${server.url}/api/recordings/counts?${search}`, cookie);
      if (answer.status !== 200) throw new Error(`${search}: counts answered ${answer.status}`);
      waits.push(answer.wholeMs);
    }
    times.push(median(waits));
    say(`  ${name}: counted in ${median(waits).toFixed(1)} ms`);
  }
  return Math.max(...times);
}
