import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Figure, reported } from "../report/figure";
import { say } from "../report/say";
import { checkSite } from "../server/check-site";
import { countEnded, type ProgramPids } from "../server/program-pids";
import { signInPeople } from "../server/sign-in";
import { type Site, withSite } from "../server/site";
import type { Crowd } from "./crowds";
import { atMostLong, type Setting } from "./setting";
import { Answers, type Visit } from "./visit";

const perSecond = 200;

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
    const people = await signInPeople(site, isShort ? 20 : 100);
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
      const before = await site.server.pids();
      const quiet = await send(`before-${crowd.name}`, quietMs);
      const told = new Answers(crowd.expected ?? [200]);
      const { refused, p99Ms, answers } = await beside(
        { site, source, people, isShort, answers: told },
        crowd,
        () => send(crowd.name, durationMs),
      );
      // A short run is checked as a whole.
      const ledger = isShort ? [] : await checkSite(`crowds.${crowd.name}`, site);
      const ended = await countEndedSince(before, site, crowd);
      say(
        `crowds: ${crowd.name}: answers ${JSON.stringify(answers)}, ` +
          `${JSON.stringify(quiet.answers)} before, ${JSON.stringify(told.counts)} to the crowd; ` +
          `p99 ${p99Ms} ms of ${quiet.p99Ms} ms; ${ended} processes ended`,
      );
      if (told.wrong > 0) say(`Earshot says:\n${site.server.output().slice(-2_000)}`);
      figures.push(
        atMost(`crowds.${crowd.name}.refused-before`, quiet.refused, "events", 0),
        atMost(`crowds.${crowd.name}.refused`, refused, "events", 0),
        atMost(`crowds.${crowd.name}.wrong-answers`, told.wrong, "answers", 0),
        reported(`crowds.${crowd.name}.quiet-latency-p99`, quiet.p99Ms, "ms"),
        reported(`crowds.${crowd.name}.latency-p99`, p99Ms, "ms"),
        atMostLong(
          setting,
          `crowds.${crowd.name}.latency-p99-of-quiet`,
          p99Ms / quiet.p99Ms,
          "ratio",
          2,
        ),
        atMost(`crowds.${crowd.name}.ended-processes`, ended, "processes", 0),
        ...ledger,
      );
    }
    return isShort ? [...figures, ...(await checkSite(name, site))] : figures;
  });
}

async function beside<T>(
  visit: Omit<Visit, "stop">,
  { run }: Crowd,
  work: () => Promise<T>,
): Promise<T> {
  const stopping = new AbortController();
  // As many as there are requests under way.
  setMaxListeners(0, stopping.signal);
  const crowd = run({ ...visit, stop: stopping.signal });
  await sleep(1_000);
  const result = await work();
  stopping.abort();
  await crowd;
  return result;
}

/** Whoever is killed on purpose is another one at the end, but there. */
async function countEndedSince(
  before: ProgramPids,
  { server }: Site,
  { endsProcesses }: Crowd,
): Promise<number> {
  if (!endsProcesses) return countEnded(before, await server.pids());
  await Promise.all([server.pid("web"), server.pid("worker")]);
  return countEnded(before, await server.pids(), ["gateway"]);
}
