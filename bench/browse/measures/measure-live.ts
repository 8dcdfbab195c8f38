import { setTimeout as sleep } from "node:timers/promises";
import { makeCallRecord, toDocument } from "@/bench/bodies/call-record";
import { atMost, type Figure, reported } from "@/bench/report/figure";
import { percentile } from "@/bench/report/percentile";
import { openConnections, postEvent } from "@/bench/sender/post-event";
import { withBrowser } from "../open-browser";
import type { BrowseSetting } from "../scenario";

/** From the 202 of an event until an open browser says that there is a new call. */
export async function measureLive({ isShort, servers }: BrowseSetting): Promise<Figure[]> {
  const { large } = await servers();
  const events = isShort ? 20 : 100;
  const url = new URL(large.server.webhookUrl);
  const connections = openConnections(url, 1);
  const lagsMs = await withBrowser(large, async (context) => {
    const page = await context.newPage();
    await page.goto("/recordings");
    await page.waitForTimeout(1_000);
    const lags: number[] = [];
    for (let n = 1; n <= events; n++) {
      const seen = page.evaluate(
        (text) =>
          new Promise<number>((resolve) => {
            const isThere = () => (document.body.textContent ?? "").includes(text);
            const observer = new MutationObserver(() => {
              if (!isThere()) return;
              observer.disconnect();
              resolve(performance.timeOrigin + performance.now());
            });
            observer.observe(document.body, {
              subtree: true,
              childList: true,
              characterData: true,
            });
          }),
        `${n} new call`,
      );
      seen.catch(() => undefined);
      const record = makeCallRecord(`live-${Date.now()}-${n}`, n);
      const body = Buffer.from(JSON.stringify(toDocument(record)));
      const { outcome } = await postEvent(connections, url, body, "application/json");
      const acknowledgedAt = performance.timeOrigin + performance.now();
      if (outcome !== "202") throw new Error(`an event was answered ${outcome}`);
      lags.push(Math.max(0, (await seen) - acknowledgedAt));
      await sleep(200);
    }
    return lags;
  });
  await connections.destroy();
  return [
    reported("live.p50", percentile(lagsMs, 0.5), "ms"),
    atMost("live.p95", percentile(lagsMs, 0.95), "ms", 500),
  ];
}
