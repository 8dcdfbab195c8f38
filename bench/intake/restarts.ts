import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Figure, reported } from "../report/figure";
import { say } from "../report/say";
import { checkSite } from "../server/check-site";
import type { Server } from "../server/server";
import { type Site, withSite } from "../server/site";
import type { Setting } from "./scenario";

const perSecond = 200;
const timeoutMs = 120_000;

type Kind = { name: string; restart: (server: Server, gateway: number) => void };

const kinds: Kind[] = [
  { name: "replaced", restart: (server) => server.replace() },
  { name: "terminated", restart: (_server, gateway) => process.kill(gateway, "SIGTERM") },
];

/** Restarts under load: a planned one, and a gateway that ends and is started again. */
export async function measureRestarts(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch, rows } = setting;
  const count = isShort ? 2 : 50;
  const source = await setting.source();

  return withSite({ scratch, name: "restarts", source, rows }, async (site) => {
    const figures: Figure[] = [];
    for (const kind of kinds) figures.push(...(await restartUnderLoad(site, kind, count)));
    return [...figures, ...(await checkSite("restarts", site))];
  });
}

async function restartUnderLoad(site: Site, kind: Kind, count: number): Promise<Figure[]> {
  const name = `restarts.${kind.name}`;
  const sending = site.sender.start({
    url: site.server.webhookUrl,
    bodies: { kind: "calls", prefix: kind.name },
    pace: { kind: "open", perSecond },
    until: {},
  });
  for (let restart = 1; restart <= count; restart++) {
    await sleep(1_000);
    const tookMs = await restartGateway(site, kind);
    say(`${name}: ${restart}/${count}, over after ${tookMs.toFixed(0)} ms`);
  }
  await sleep(1_000);
  const { issued, answers, latencyMs } = await sending.stop();
  const failures = issued - (answers["202"] ?? 0);
  say(`${name}: answers ${JSON.stringify(answers)}`);
  return [
    reported(`${name}.restarts`, count, "restarts"),
    atMost(`${name}.failures`, failures, "events", 0),
    reported(`${name}.latency-p99`, latencyMs.p99, "ms"),
    reported(`${name}.latency-most`, latencyMs.most, "ms"),
  ];
}

/** @returns after how long the former gateway is gone and another one answers. */
async function restartGateway({ server }: Site, { restart }: Kind): Promise<number> {
  const former = await server.pid("gateway");
  const beganMs = performance.now();
  restart(server, former);
  while (performance.now() - beganMs < timeoutMs) {
    await sleep(20);
    if (isAlive(former)) continue;
    if (await answers(server.url)) return performance.now() - beganMs;
  }
  const last = server.output().slice(-1_000);
  throw new Error(`Gateway ${former} still runs, or no other answers. Earshot says:\n${last}`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
