import type { Page } from "@playwright/test";

/** Counts the clicks and keys of a page, over every page that follows in its tab. */
export async function countHands(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    for (const kind of ["pointerdown", "keydown"]) {
      addEventListener(
        kind,
        ({ isTrusted }) => {
          const before = Number(sessionStorage.getItem("hands"));
          if (isTrusted) sessionStorage.setItem("hands", String(before + 1));
        },
        { capture: true },
      );
    }
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem("hands")));
}
