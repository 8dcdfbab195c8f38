import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Figure, reported } from "../report/figure";
import { say } from "../report/say";
import { awaitDrained } from "../server/await-drained";
import { checkSite } from "../server/check-site";
import { withSite } from "../server/site";
import type { Setting } from "./scenario";

const perSecond = 200;

/** The database is stopped under load and comes back much later. */
export async function measureOutage(setting: Setting): Promise<Figure[]> {
  const { isShort, scratch, rows } = setting;
  const outageMs = isShort ? 4_000 : 600_000;
  const source = await setting.source();

  return withSite({ scratch, name: "outage", source, rows }, async (site) => {
    const sending = site.sender.start({
      url: site.server.webhookUrl,
      bodies: { kind: "calls", prefix: "outage" },
      pace: { kind: "open", perSecond },
      until: {},
    });
    await sleep(1_000);
    await site.stopPostgres();
    say(`outage: PostgreSQL is stopped for ${outageMs / 1_000} s`);
    const endsMs = performance.now() + outageMs;
    while (performance.now() < endsMs) {
      await sleep(Math.min(30_000, endsMs - performance.now()));
      say(`outage: ${sending.acknowledged()} of ${sending.issued()} events acknowledged`);
    }
    await site.startPostgres();
    const returnedMs = performance.now();
    const { issued, answers, latencyMs } = await sending.stop();
    say(`outage: answers ${JSON.stringify(answers)}`);
    await awaitDrained(site.server);
    const drainedSeconds = (performance.now() - returnedMs) / 1_000;
    say(`outage: drained ${drainedSeconds.toFixed(1)} s after the return`);
    return [
      atMost("outage.not-accepted", issued - (answers["202"] ?? 0), "events", 0),
      reported("outage.latency-p99", latencyMs.p99, "ms"),
      atMost("outage.drained-after-return", drainedSeconds, "s", 120),
      ...(await checkSite("outage", site)),
    ];
  });
}
