import { atLeast, type Figure, reported } from "../report/figure";
import { median } from "../report/percentile";
import { say } from "../report/say";
import { awaitDrained } from "../server/await-drained";
import { checkSite } from "../server/check-site";
import { withSite } from "../server/site";
import type { Setting } from "./scenario";

const poisonShare = 0.01;

/** Events that can't be understood among healthy ones: do they slow them down, up to the ledger? */
export async function measurePoison(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch, rows } = setting;
  const { rounds, events, warmUp } = isShort
    ? { rounds: 3, events: 300, warmUp: 500 }
    : { rounds: 10, events: 10_000, warmUp: 2_000 };
  const source = await setting.source();

  return withSite({ scratch, name: "poison", source, rows }, async (site) => {
    const run = async (prefix: string, share: number, count = events) => {
      const beganMs = performance.now();
      await site.sender.send({
        url: site.server.webhookUrl,
        bodies: { kind: "calls", prefix, poisonShare: share },
        pace: { kind: "closed", connections: 64 },
        until: { events: count },
      });
      await awaitDrained(site.server);
      return (count * 1_000) / (performance.now() - beganMs);
    };

    await run("warm-up", 0, warmUp);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const poisonFirst = round % 2 === 1;
      const early = await run(`early-${round}`, poisonFirst ? poisonShare : 0);
      const late = await run(`late-${round}`, poisonFirst ? 0 : poisonShare);
      const [healthy, poisoned] = poisonFirst ? [late, early] : [early, late];
      ratios.push(poisoned / healthy);
      say(`poison ${round + 1}/${rounds}: ${poisoned.toFixed(0)}/s of ${healthy.toFixed(0)}/s`);
    }
    return [
      reported("poison.events", rounds * events, "events"),
      atLeast("poison.of-healthy-throughput", median(ratios), "ratio", 0.95),
      ...(await checkSite("poison", site)),
    ];
  });
}
