import { atMost, type Figure, reported } from "../figure";
import { awaitDrained } from "../house/await-drained";
import { say } from "../say";
import { askChild } from "./ask-child";
import { changeCalls } from "./change-calls";
import type { CountResult } from "./count-result";
import type { BrowseSetting } from "./scenario";

type Counts = { found: CountResult[]; scanMs: number };

/** The facets and the timeline in the database, and that they stay exact while calls change. */
export async function measureCounts({ isShort, shops }: BrowseSetting): Promise<Figure[]> {
  const { large } = await shops();
  const count = () => askChild<Counts>("./count-program.ts", large.databaseUrl);
  const { found, scanMs } = await count();
  for (const { name, facetsMs, timelineMs } of found) {
    say(`  ${name}: facets ${facetsMs.toFixed(1)} ms, timeline ${timelineMs.toFixed(1)} ms`);
  }
  await changeCalls(large, isShort ? 2_000 : 20_000);
  await awaitDrained(large.house);
  const { found: later } = await count();

  const most = (which: "facetsMs" | "timelineMs") => Math.max(...found.map((one) => one[which]));
  const wrong = (counts: CountResult[]) => counts.filter(({ isExact }) => !isExact).length;
  return [
    atMost("counts.facets", most("facetsMs"), "ms", 20),
    atMost("counts.timeline", most("timelineMs"), "ms", 20),
    reported("counts.plain-scan", scanMs, "ms"),
    atMost("counts.wrong", wrong(found), "choices", 0),
    atMost("counts.wrong-after-changes", wrong(later), "choices", 0),
  ];
}
