import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { withBrowser } from "../browse/open-browser";
import { atMostLong, type Setting } from "../gateway/setting";
import { atMost, type Figure, reported } from "../report/figure";
import { percentile } from "../report/percentile";
import { signIn } from "../server/sign-in";
import { readKept } from "./read-kept";
import { type Wish, withSandboxSite } from "./sandbox-site";

/** What the browser that tests use decodes without more; it has no AAC. */
const playable = ["wav", "mp3", "ogg", "flac"] as const;
const leastSeconds = 60;

/** From a click until the audio really goes on: of a row, and of the next one in the queue. */
export async function measurePlay(setting: Setting): Promise<Figure[]> {
  const { count, mostSeconds } = setting.isShort
    ? { count: 8, mostSeconds: 180 }
    : { count: 48, mostSeconds: 600 };
  const wishes = Array.from({ length: count }, (_, index): Wish => {
    const format = playable[index % playable.length] ?? "wav";
    const seconds = leastSeconds + ((mostSeconds - leastSeconds) * index) / count;
    const channels = Math.floor(index / playable.length) % 2 === 0 ? 1 : 2;
    return { format, channels, seconds: Math.round(seconds), fault: null };
  });
  const given = { name: "play", wishes, maxBytes: 150e6 };
  return withSandboxSite(setting, given, async ({ site, client, send }) => {
    await send();
    for (;;) {
      const kept = [...(await readKept(client)).values()];
      if (kept.filter(({ isMeasured }) => isMeasured).length === count) break;
      await sleep(500);
    }
    const cookie = await signIn(site.server.url);
    const { rows, next } = await withBrowser({ server: site.server, cookie }, async (context) => ({
      rows: await playRows(await context.newPage()),
      next: await playNext(await context.newPage()),
    }));
    return [
      reported("play.rows", rows.length, "recordings"),
      atMost("play.silent", 2 * count - 1 - rows.length - next.length, "recordings", 0),
      reported("play.to-sound.p50", percentile(rows, 0.5), "ms"),
      atMostLong(setting, "play.to-sound.p95", percentile(rows, 0.95), "ms", 200),
      reported("play.next.p50", percentile(next, 0.5), "ms"),
      atMostLong(setting, "play.next.p95", percentile(next, 0.95), "ms", 100),
    ];
  });
}

/** From the last row upwards, so that none was fetched as the one that follows. */
async function playRows(page: Page): Promise<number[]> {
  await openList(page);
  const buttons = await page.locator("tr[data-id] .call-play").all();
  const times: number[] = [];
  for (const button of buttons.toReversed()) {
    const sound = await awaitSound(page);
    await button.click();
    const ms = await sound();
    if (ms !== null) times.push(ms);
    await sleep(restMs);
  }
  await page.close();
  return times;
}

/** From the first row on, each when it was fetched while the one before played. */
async function playNext(page: Page): Promise<number[]> {
  await openList(page);
  const ids = await page
    .locator("tr[data-id]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-id") ?? ""));
  const fetched = new Set<string>();
  page.on("requestfinished", (request) => fetched.add(new URL(request.url()).pathname));
  const times: number[] = [];
  await page.locator("tr[data-id] .call-play").first().click();
  for (const id of ids.slice(1)) {
    const path = `/api/recordings/${id}/audio`;
    const endMs = performance.now() + timeoutMs;
    while (!fetched.has(path) && performance.now() < endMs) await sleep(50);
    await sleep(restMs);
    const sound = await awaitSound(page);
    await page.getByRole("button", { name: "Next call" }).click();
    const ms = await sound();
    if (ms !== null) times.push(ms);
  }
  await page.close();
  return times;
}

/** The next one is fetched half a second after one has begun. */
const restMs = 1_000;

async function openList(page: Page): Promise<void> {
  await page.goto("/recordings");
  await page.locator("tr[data-id] .call-play").first().waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
}

const timeoutMs = 10_000;

/**
 * Watches for the next click, and from then on for another file whose time goes on.
 * @returns what waits for it: the milliseconds between the two, or null when none came
 */
async function awaitSound(page: Page): Promise<() => Promise<number | null>> {
  const found = await page.evaluateHandle((mostMs) => {
    const former = document.querySelector("audio")?.src;
    const sound = new Promise<number | null>((resolve) => {
      const timeout = setTimeout(() => resolve(null), mostMs);
      const watch = (clickedAt: number) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          const audio = document.querySelector("audio");
          const isSound = audio && audio.src !== former && !audio.paused && audio.currentTime > 0;
          if (!isSound) return void setTimeout(() => port2.postMessage(null), 1);
          clearTimeout(timeout);
          resolve(performance.now() - clickedAt);
        };
        port2.postMessage(null);
      };
      addEventListener("click", ({ timeStamp }) => watch(timeStamp), { capture: true, once: true });
    });
    return { sound };
  }, timeoutMs);
  return () => found.evaluate(({ sound }) => sound);
}
