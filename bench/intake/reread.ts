import { setTimeout as sleep } from "node:timers/promises";
import { atLeast, atMost, type Figure, reported } from "../report/figure";
import { median, percentile } from "../report/percentile";
import { say } from "../report/say";
import { awaitDrained } from "../server/await-drained";
import { checkSite } from "../server/check-site";
import { type RereadJob, requestReread } from "../server/reread-job";
import { withSite } from "../server/site";
import type { Setting } from "./scenario";
import { watchLedger } from "./watch-ledger";

const perSecond = 200;
const timeoutMs = 120_000;

/** Live events while everything is read again, in turns with none of that. */
export async function measureReread(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch, rows } = setting;
  const { deliveries, roundMs, mostRounds } = isShort
    ? { deliveries: 1_000, roundMs: 2_000, mostRounds: 4 }
    : { deliveries: 100_000, roundMs: 20_000, mostRounds: 40 };
  const source = await setting.source();

  return withSite({ scratch, name: "reread", source, rows }, async (site) => {
    const { webhookUrl: url } = site.server;
    say(`reread: storing ${deliveries} deliveries`);
    await site.sender.send({
      url,
      until: { events: deliveries },
      bodies: { kind: "calls", prefix: "old", poisonShare: 0.01 },
      pace: { kind: "closed", connections: 64 },
    });
    await awaitDrained(site.server);
    const job = await requestReread(site.databaseUrl);
    const closeJob = scratch.defer(job.close);
    const watch = await watchLedger(site.databaseUrl);
    const closeWatch = scratch.defer(watch.stop);

    const run = async (prefix: string) => {
      const sentBefore = new Set(site.ledger.recordings.keys());
      const { latencyMs } = await site.sender.send({
        url,
        until: { durationMs: roundMs },
        bodies: { kind: "calls", prefix },
        pace: { kind: "open", perSecond },
      });
      await awaitDrained(site.server);
      const lagsMs = [...site.ledger.recordings].flatMap(([id, acknowledgedAtMs]) => {
        if (sentBefore.has(id)) return [];
        return [(watch.seenAtMs.get(id) ?? Number.POSITIVE_INFINITY) - acknowledgedAtMs];
      });
      return { latencyMs: latencyMs.p99, lagMs: percentile(lagsMs, 0.99) };
    };

    await run("warm-up");
    const rounds = [];
    let readWhileLive = 0;
    while (rounds.length < mostRounds && !(await job.isDone())) {
      const round = rounds.length + 1;
      const normal = await run(`normal-${round}`);
      await job.resume();
      const before = await job.readCount();
      const busy = await run(`busy-${round}`);
      readWhileLive += (await job.readCount()) - before;
      await job.stop();
      rounds.push({ normal, busy });
      say(
        `reread ${round}: p99 ${busy.latencyMs.toFixed(1)} ms of ${normal.latencyMs.toFixed(1)} ms,` +
          ` to the ledger ${busy.lagMs.toFixed(0)} ms of ${normal.lagMs.toFixed(0)} ms`,
      );
    }
    const isDone = await finish(job, isShort);
    await closeWatch();
    await closeJob();
    return [
      reported("reread.deliveries", deliveries, "deliveries"),
      atLeast("reread.read-while-live", readWhileLive, "deliveries", 1),
      atLeast("reread.finished", isDone ? 1 : 0, "runs", 1),
      reported("reread.normal-p99", median(rounds.map(({ normal }) => normal.latencyMs)), "ms"),
      atMost(
        "reread.live-p99-of-normal",
        median(rounds.map(({ busy, normal }) => busy.latencyMs / normal.latencyMs)),
        "ratio",
        2,
      ),
      reported(
        "reread.normal-to-ledger-p99",
        median(rounds.map(({ normal }) => normal.lagMs)),
        "ms",
      ),
      atMost(
        "reread.to-ledger-p99-of-normal",
        median(rounds.map(({ busy, normal }) => busy.lagMs / normal.lagMs)),
        "ratio",
        2,
      ),
      ...(await checkSite("reread", site)),
    ];
  });
}

/** The rest of it, which nobody measures: a short run has read a part alone. */
async function finish(job: RereadJob, mayGoOn: boolean): Promise<boolean> {
  if (mayGoOn && !(await job.isDone())) await job.resume();
  const endMs = performance.now() + timeoutMs;
  while (mayGoOn && !(await job.isDone()) && performance.now() < endMs) await sleep(50);
  return job.isDone();
}
