import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Figure, reported } from "../figure";
import { checkSite } from "../house/check-site";
import { countEnded } from "../house/program-pids";
import { signIn } from "../house/sign-in";
import { type Site, withSite } from "../house/site";
import { prepareSource } from "../prepare-source";
import { once, type RunWish, runScenarios } from "../run-scenarios";
import { say } from "../say";
import type { Scratch } from "../scratch/scratch";
import { type Crowd, crowds } from "./crowds";
import { measurePages } from "./pages";
import { atMostLong, type Setting } from "./setting";
import { measureStarts } from "./starts";
import { measureStrangers } from "./strangers";

type Wish = RunWish & { isShort: boolean; rows: number; source: string };

export const gatewayScenarios = [
  { name: "crowds", run: measureCrowds },
  { name: "starts", run: measureStarts },
  { name: "pages", run: measurePages },
  { name: "strangers", run: measureStrangers },
];

export function runGateway(
  { isShort, rows, source: folder, ...wish }: Wish,
  scratch: Scratch,
  stop: AbortSignal,
): Promise<Figure[]> {
  const source = once(() => prepareSource(folder || scratch.path("source")));
  return runScenarios(gatewayScenarios, { isShort, rows, scratch, source }, wish, stop);
}

const perSecond = 200;
/** Below this a shared machine's own unrest says more than the product. */
const noiseMs = 20;

/** While each crowd does what it can to close the door, events are sent at fixed times. */
async function measureCrowds(setting: Setting): Promise<Figure[]> {
  const { isShort, rows, scratch, source } = setting;
  const durationMs = isShort ? 3_000 : 60_000;
  const env = { TRUSTED_PROXIES: "1" };
  const options = { scratch, name: "crowds", source: await source(), rows, env };

  return withSite(options, async (site) => {
    const cookie = await signIn(site.house.url);
    const send = async (prefix: string) => {
      const { issued, answers, latencyMs } = await site.sender.send({
        url: site.house.webhookUrl,
        bodies: { kind: "calls", prefix },
        pace: { kind: "open", perSecond },
        until: { durationMs },
      });
      return { refused: issued - (answers["202"] ?? 0), p99Ms: latencyMs.p99, answers };
    };
    await send("warm-up");
    const quiet = await send("quiet");
    const figures = [reported("crowds.quiet.latency-p99", quiet.p99Ms, "ms")];
    for (const crowd of crowds) {
      say(`crowds: ${crowd.name}`);
      const { refused, p99Ms, answers, ended } = await beside(site, crowd, cookie, () =>
        send(crowd.name),
      );
      say(`crowds: ${crowd.name}: answers ${JSON.stringify(answers)}`);
      figures.push(
        atMost(`crowds.${crowd.name}.refused`, refused, "events", 0),
        reported(`crowds.${crowd.name}.latency-p99`, p99Ms, "ms"),
        atMostLong(
          setting,
          `crowds.${crowd.name}.latency-p99-of-quiet`,
          p99Ms / Math.max(quiet.p99Ms, noiseMs),
          "ratio",
          2,
        ),
        atMost(`crowds.${crowd.name}.ended-processes`, ended, "processes", 0),
      );
    }
    return [...figures, ...(await checkSite("crowds", site))];
  });
}

async function beside<T extends object>(
  site: Site,
  { run, endsProcesses }: Crowd,
  cookie: string,
  work: () => Promise<T>,
): Promise<T & { ended: number }> {
  const before = await site.house.pids();
  const stopping = new AbortController();
  // As many as there are requests under way.
  setMaxListeners(0, stopping.signal);
  const crowd = run({ site, cookie, stop: stopping.signal });
  await sleep(1_000);
  const result = await work();
  stopping.abort();
  await crowd;
  const after = await site.house.pids();
  return { ...result, ended: endsProcesses ? 0 : countEnded(before, after) };
}
