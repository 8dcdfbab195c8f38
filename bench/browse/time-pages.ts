import { median } from "../report/percentile";
import { say } from "../report/say";
import type { filters } from "./filters";
import { findLastCursor } from "./find-last-cursor";
import { getPage, type PageTimes } from "./get-page";
import type { SeededServer } from "./open-seeded-server";

/** The pages of these filters, from several products in turns; the first round warms them up. */
export async function timePages<Name extends string>(
  wanted: typeof filters,
  servers: Record<Name, SeededServer>,
  rounds: number,
): Promise<(Record<Name, PageTimes[]> & { name: string })[]> {
  const each = Object.entries<SeededServer>(servers);
  const cursors = new Map<string, string>();
  for (const [which, { databaseUrl }] of each) {
    cursors.set(which, await findLastCursor(databaseUrl));
  }
  const times = wanted.map(() => new Map(each.map(([which]) => [which, [] as PageTimes[]])));
  for (let round = -1; round < rounds; round++) {
    for (const [index, { search }] of wanted.entries()) {
      for (const [which, { server, cookie }] of each) {
        const cursor = encodeURIComponent(cursors.get(which) ?? "");
        const asked = search.replace("after=last", `after=${cursor}`);
        const page = await getPage(`${server.url}/recordings?${asked}`, cookie);
        if (page.status !== 200) throw new Error(`${asked}: answered ${page.status}`);
        if (round >= 0) times[index]?.get(which)?.push(page);
      }
    }
  }
  return wanted.map(({ name }, index) => {
    const found = Object.fromEntries(times[index] ?? []) as Record<Name, PageTimes[]>;
    const told = Object.entries<PageTimes[]>(found).map(([which, pages]) => {
      const rowsMs = median(pages.map((page) => page.rowsMs));
      const wholeMs = median(pages.map((page) => page.wholeMs));
      return `${which} ${rowsMs.toFixed(1)} ms, whole ${wholeMs.toFixed(1)} ms, ${pages[0]?.shown} shown`;
    });
    say(`  ${name}: ${told.join("; ")}`);
    return { ...found, name };
  });
}
