import { setTimeout as sleep } from "node:timers/promises";
import { atLeast, type Figure } from "../report/figure";
import { say } from "../report/say";
import { breakages, faultVariable } from "../scratch/breakages";
import { awaitDrained } from "../server/await-drained";
import { judgeSite } from "../server/check-site";
import { type Site, withSite } from "../server/site";
import { awaitAcknowledged, killAtRandom, startKillLoad } from "./kills";
import type { Setting } from "./scenario";

const eventsPerKill = 500;
const afterReturnMs = 500;

/** The ledger must find fault with journals that were broken on purpose, or its praise is worthless. */
export async function measureBrokenJournals(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch } = setting;
  const mostKills = isShort ? 10 : 50;
  const source = await setting.brokenSource();
  const figures: Figure[] = [];
  for (const { fault } of breakages) {
    const site = { scratch, name: fault, source, env: { [faultVariable]: fault } };
    const found = await withSite(site, (broken) => killUntilCaught(broken, fault, mostKills));
    figures.push(atLeast(`broken.${fault}.faults-caught`, found, "events", 1));
  }
  return figures;
}

async function killUntilCaught(site: Site, fault: string, mostKills: number): Promise<number> {
  for (let kill = 1; kill <= mostKills; kill++) {
    const sending = startKillLoad(site, `${fault}-${kill}`);
    await awaitAcknowledged(sending, eventsPerKill);
    await killAtRandom(site);
    // What was not answered is sent again now; only then can a gateway refuse it as a repeat.
    await sleep(afterReturnMs);
    await sending.stop();
    await awaitDrained(site.server);
    const { faultCount, description } = await judgeSite(site);
    say(
      `${fault}: ${faultCount > 0 ? "caught" : "not caught yet"} at kill ${kill}: ${description}`,
    );
    if (faultCount > 0) return faultCount;
  }
  return 0;
}
