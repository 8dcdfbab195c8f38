import { setTimeout as sleep } from "node:timers/promises";
import { atLeast, type Figure, reported } from "../report/figure";
import { say } from "../report/say";
import type { Sending } from "../sender/sender";
import { checkSite } from "../server/check-site";
import { type Site, withSite } from "../server/site";
import type { Setting } from "./scenario";

const longestWaitMs = 400;
const timeoutMs = 120_000;

/** SIGKILL at random instants under load, with repeats, and a sender that tries again. */
export async function measureKills(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch, rows } = setting;
  const { kills, least } = isShort ? { kills: 4, least: 1_600 } : { kills: 200, least: 300_000 };
  const source = await setting.source();

  return withSite({ scratch, name: "kills", source, rows }, async (site) => {
    const sending = startKillLoad(site, "kills");
    for (let kill = 1; kill <= kills; kill++) {
      await awaitAcknowledged(sending, (kill * least) / kills);
      await killAtRandom(site);
      say(`kills: ${kill}/${kills}, ${sending.acknowledged()} events acknowledged`);
    }
    await awaitAcknowledged(sending, least);
    const { acknowledged, answers } = await sending.stop();
    say(`kills: answers ${JSON.stringify(answers)}`);
    return [
      reported("kills.kills", kills, "kills"),
      atLeast("kills.events", acknowledged, "events", least),
      ...(await checkSite("kills", site)),
    ];
  });
}

/** Some events are sent twice on purpose, and all of them again until they are answered 2xx. */
export function startKillLoad({ sender, server }: Site, prefix: string): Sending {
  return sender.start({
    url: server.webhookUrl,
    bodies: { kind: "calls", prefix, repeatedShare: 0.05 },
    pace: { kind: "closed", connections: 32 },
    until: {},
    isRepeating: true,
  });
}

export async function killAtRandom(site: Site): Promise<void> {
  await sleep(Math.random() * longestWaitMs);
  await site.server.kill();
  await site.startAgain();
}

export async function awaitAcknowledged(sending: Sending, count: number): Promise<void> {
  let lastMs = performance.now();
  for (let before = sending.acknowledged(); sending.acknowledged() < count; await sleep(20)) {
    if (sending.acknowledged() !== before) lastMs = performance.now();
    before = sending.acknowledged();
    if (performance.now() - lastMs > timeoutMs) throw new Error("Nothing is acknowledged");
  }
}
