import { checkLedger, countFaults, describeFaults } from "../ledger/check-ledger";
import { countUnlisted, readStored } from "../ledger/read-stored";
import { atMost, type Figure, reported } from "../report/figure";
import { say } from "../report/say";
import { awaitDrained } from "./await-drained";
import type { Site } from "./site";

/** Acknowledged ⊆ stored ⊆ issued, and every acknowledged call is on the list. */
export async function checkSite(name: string, site: Site): Promise<Figure[]> {
  await awaitDrained(site.server);
  const { faultCount, description } = await judgeSite(site);
  const unlisted = await countUnlisted(site.databaseUrl, [...site.ledger.recordings.keys()]);
  const { length } = site.ledger.acknowledged;
  say(`${name}: ledger of ${length} acknowledged events: faults ${description}`);
  return [
    reported(`${name}.acknowledged`, length, "events"),
    atMost(`${name}.ledger-faults`, faultCount, "events", 0),
    atMost(`${name}.acknowledged-but-not-listed`, unlisted, "recordings", 0),
  ];
}

export async function judgeSite({ databaseUrl, ledger }: Site) {
  const faults = checkLedger(ledger, await readStored(databaseUrl));
  return { faultCount: countFaults(faults), description: describeFaults(faults) };
}
