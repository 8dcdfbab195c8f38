import type { Page } from "@playwright/test";
import { atMost, type Figure, reported } from "@/bench/figure";
import { percentile } from "@/bench/percentile";
import { withBrowser } from "../open-browser";
import type { BrowseSetting } from "../scenario";

const values = ["failed", "busy", "no-answer", "escalated", "completed", "voicemail"];

/** From a click on a value of the status filter until the rows of that choice are painted. */
export async function measureClicks({ isShort, servers }: BrowseSetting): Promise<Figure[]> {
  const { large } = await servers();
  const rounds = isShort ? 2 : 12;
  const times = await withBrowser(large, async (context) => {
    const page = await context.newPage();
    await page.goto("/recordings");
    await page.getByRole("button", { name: "Status", exact: true }).click();
    const measured: number[] = [];
    for (let round = -1; round < rounds; round++) {
      for (const value of values) {
        const ms = await timeChoice(page, value);
        if (round >= 0) measured.push(ms);
        await page.getByRole("checkbox", { name: value, exact: true }).click();
        await page.waitForURL((url) => url.searchParams.getAll("status").length === 0);
        await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
      }
    }
    return measured;
  });
  return [
    reported("clicks.p50", percentile(times, 0.5), "ms"),
    atMost("clicks.p95", percentile(times, 0.95), "ms", 100),
  ];
}

/** Rows are painted when the frame is over in which the table shows others. */
async function timeChoice(page: Page, value: string): Promise<number> {
  const box = await page.getByRole("checkbox", { name: value, exact: true }).elementHandle();
  if (!box) throw new Error(`No status ${value} to choose`);
  return page.evaluate(async (element) => {
    const table = document.querySelector("#recordings-table");
    if (!table) throw new Error("No table");
    const ids = () =>
      [...table.querySelectorAll("tr[data-id]")].map((row) => row.getAttribute("data-id")).join();
    const before = ids();
    const painted = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("No other rows came")), 10_000);
      const observer = new MutationObserver(() => {
        if (ids() === before) return;
        observer.disconnect();
        clearTimeout(timer);
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(null);
        });
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    const clickedAt = performance.now();
    (element as HTMLElement).click();
    return (await painted) - clickedAt;
  }, box);
}
