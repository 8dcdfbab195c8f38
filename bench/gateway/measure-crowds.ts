import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Figure, reported } from "../report/figure";
import { say } from "../report/say";
import { checkSite } from "../server/check-site";
import { countEnded } from "../server/program-pids";
import { signIn } from "../server/sign-in";
import { withSite } from "../server/site";
import type { Crowd } from "./crowds";
import { atMostLong, type Setting } from "./setting";
import type { Visit } from "./visit";

const perSecond = 200;
/** Below this a shared machine's own unrest says more than the product. */
const noiseMs = 20;

/** While each crowd does what it can to stop the gateway, events are sent at fixed times. */
export async function measureCrowds(setting: Setting, chosen: Crowd[]): Promise<Figure[]> {
  const usual = chosen.filter(({ descriptors }) => descriptors === undefined);
  const figures = await measureTogether(setting, "crowds", usual);
  for (const crowd of chosen.filter(({ descriptors }) => descriptors !== undefined)) {
    figures.push(...(await measureTogether(setting, `crowds-${crowd.name}`, [crowd])));
  }
  return figures;
}

/** One after the other at one site, with a quiet time before each. */
async function measureTogether(setting: Setting, name: string, chosen: Crowd[]): Promise<Figure[]> {
  const [first] = chosen;
  if (!first) return [];
  const { isShort, rows, scratch } = setting;
  const durationMs = isShort ? 3_000 : 60_000;
  const quietMs = isShort ? 1_000 : 20_000;
  const source = await setting.source();
  const env = { TRUSTED_PROXIES: "1" };
  const options = { scratch, name, source, rows, env, descriptors: first.descriptors };

  return withSite(options, async (site) => {
    const cookie = await signIn(site.server.url);
    const send = async (prefix: string, ms: number) => {
      const { issued, answers, latencyMs } = await site.sender.send({
        url: site.server.webhookUrl,
        bodies: { kind: "calls", prefix },
        pace: { kind: "open", perSecond },
        until: { durationMs: ms },
      });
      return { refused: issued - (answers["202"] ?? 0), p99Ms: latencyMs.p99, answers };
    };
    await send("warm-up", isShort ? 2_000 : 20_000);
    const figures: Figure[] = [];
    for (const crowd of chosen) {
      say(`crowds: ${crowd.name}`);
      await crowd.prepare?.(site);
      const quiet = await send(`before-${crowd.name}`, quietMs);
      const { refused, p99Ms, answers, ended } = await beside(
        { site, source, cookie, isShort },
        crowd,
        () => send(crowd.name, durationMs),
      );
      say(
        `crowds: ${crowd.name}: answers ${JSON.stringify(answers)}, ` +
          `${JSON.stringify(quiet.answers)} before; p99 ${p99Ms} ms of ${quiet.p99Ms} ms; ` +
          `${ended} processes ended`,
      );
      figures.push(
        atMost(`crowds.${crowd.name}.refused-before`, quiet.refused, "events", 0),
        atMost(`crowds.${crowd.name}.refused`, refused, "events", 0),
        reported(`crowds.${crowd.name}.quiet-latency-p99`, quiet.p99Ms, "ms"),
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
      // A short run is checked as a whole.
      if (!isShort) figures.push(...(await checkSite(`crowds.${crowd.name}`, site)));
    }
    return isShort ? [...figures, ...(await checkSite(name, site))] : figures;
  });
}

async function beside<T extends object>(
  visit: Omit<Visit, "stop">,
  { run, endsProcesses }: Crowd,
  work: () => Promise<T>,
): Promise<T & { ended: number }> {
  const { site } = visit;
  const before = await site.server.pids();
  const stopping = new AbortController();
  // As many as there are requests under way.
  setMaxListeners(0, stopping.signal);
  const crowd = run({ ...visit, stop: stopping.signal });
  await sleep(1_000);
  const result = await work();
  stopping.abort();
  await crowd;
  const after = await site.server.pids();
  return { ...result, ended: endsProcesses ? 0 : countEnded(before, after) };
}
