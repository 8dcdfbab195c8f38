import type { Locator, Page } from "@playwright/test";
import { atMost, type Figure, reported } from "@/bench/report/figure";
import { percentile } from "@/bench/report/percentile";
import { withBrowser } from "../open-browser";
import type { BrowseSetting } from "../scenario";

const values = ["failed", "busy", "no-answer", "escalated", "completed", "voicemail"];

/** About as long as people hold a mouse's button down for a click; assumed, not measured. */
const pressMs = 80;

/**
 * From a click on a value of the status filter, when the mouse's button is let go, until the rows of that
 * choice are painted; and the same by a key, which no press comes before.
 */
export async function measureClicks({ isShort, servers }: BrowseSetting): Promise<Figure[]> {
  const { large } = await servers();
  const rounds = isShort ? 2 : 12;
  return withBrowser(large, async (context) => {
    const page = await context.newPage();
    await page.goto("/recordings");
    await page.getByRole("button", { name: "Status", exact: true }).click();
    const byKey = await timeChoices(page, rounds, (box) => box.press("Space"));
    const byMouse = await timeChoices(page, rounds, (box) => box.click({ delay: pressMs }));
    return [
      reported("clicks.p50", percentile(byMouse, 0.5), "ms"),
      atMost("clicks.p95", percentile(byMouse, 0.95), "ms", 100),
      reported("clicks.by-key-p50", percentile(byKey, 0.5), "ms"),
      reported("clicks.by-key-p95", percentile(byKey, 0.95), "ms"),
    ];
  });
}

async function timeChoices(
  page: Page,
  rounds: number,
  choose: (box: Locator) => Promise<void>,
): Promise<number[]> {
  const measured: number[] = [];
  for (let round = -1; round < rounds; round++) {
    for (const value of values) {
      const box = page.getByRole("checkbox", { name: value, exact: true });
      await watchRows(page);
      await choose(box);
      const ms = await page.evaluate(() => (globalThis as Watching).rowsPainted);
      if (round >= 0) measured.push(ms ?? Number.NaN);
      await untilQuiet(page);
      await box.click();
      await page.waitForURL((url) => url.searchParams.getAll("status").length === 0);
      await untilQuiet(page);
    }
  }
  return measured;
}

type Watching = { rowsPainted?: Promise<number> };

async function untilQuiet(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
}

/** Rows are painted when the frame is over in which the table shows others. */
function watchRows(page: Page): Promise<void> {
  return page.evaluate(() => {
    const table = document.querySelector("#recordings-table");
    if (!table) throw new Error("No table");
    const ids = () =>
      [...table.querySelectorAll("tr[data-id]")].map((row) => row.getAttribute("data-id")).join();
    const before = ids();
    let clickedAt = Number.NaN;
    // When it happened, not when the page came to it.
    const note = ({ timeStamp }: Event) => {
      clickedAt = timeStamp;
    };
    document.addEventListener("click", note, { capture: true, once: true });
    (globalThis as Watching).rowsPainted = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("No other rows came")), 10_000);
      const observer = new MutationObserver(() => {
        if (ids() === before) return;
        observer.disconnect();
        clearTimeout(timer);
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - clickedAt);
          port2.postMessage(null);
        });
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
  });
}
