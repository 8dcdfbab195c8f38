import type { Page } from "@playwright/test";

/** Adds up, from the first byte of each page on, how much of it moved by itself. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const sum = { value: 0 };
    Object.assign(window, { shifts: sum });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) sum.value += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(() => (window as unknown as { shifts: { value: number } }).shifts.value);
}

/**
 * Tells what has moved since it was last asked, after a click or a key too, but for what stands in places that
 * an action replaces by others: a selector.
 */
export async function watchEveryShift(
  page: Page,
  replaced: string,
): Promise<() => Promise<string[]>> {
  await page.addInitScript((places) => {
    type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const elements = sources.map(({ node }) =>
          node instanceof Element ? node : (node?.parentElement ?? null),
        );
        if (elements.length > 0 && elements.every((one) => one?.closest(places))) continue;
        const names = elements.map((one) => `${one?.tagName} ${one?.textContent?.slice(0, 40)}`);
        moved.push(`${value.toFixed(5)}: ${names.join(" | ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  }, replaced);
  return () =>
    page.evaluate(async () => {
      // A shift is told of after it was painted.
      await new Promise((resolve) => setTimeout(resolve, 400));
      return (window as unknown as { moved: string[] }).moved.splice(0);
    });
}
