import { type Figure, reported } from "@/bench/report/figure";
import { median } from "@/bench/report/percentile";
import { say } from "@/bench/report/say";
import { getPage } from "../get-page";
import type { BrowseSetting } from "../scenario";

/** The other pages that grow with the calls. The person has four of them at any size. */
const paths = [
  "/customers",
  "/customers?sort=-calls",
  "/customers?q=ada.abel",
  "/customers?q=5550142",
  "/customers/cus-7",
  "/campaigns",
  "/campaigns?from=2025-03-01&to=2025-09-14",
];

const rounds = 5;

/** The lists of people and campaigns, whole, beside those of 10,000 calls. */
export async function measureLists({ servers }: BrowseSetting): Promise<Figure[]> {
  const { small, large } = await servers();
  const figures: Figure[] = [];
  for (const path of paths) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = -1; round < rounds; round++) {
      for (const [which, seeded] of Object.entries({ small, large })) {
        const { status, wholeMs } = await getPage(`${seeded.server.url}${path}`, seeded.cookie);
        if (status !== 200) throw new Error(`${path}: answered ${status}`);
        // The first round warms both up.
        if (round >= 0) times[which as keyof typeof times].push(wholeMs);
      }
    }
    const [few, many] = [median(times.small), median(times.large)];
    say(`  ${path}: ${few.toFixed(1)} ms; of the large one ${many.toFixed(1)} ms`);
    figures.push(reported(`lists.of-10000: ${path}`, many / few, "ratio"));
  }
  return figures;
}
