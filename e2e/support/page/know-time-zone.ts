import type { Page } from "@playwright/test";

/** Makes the browser one that was here before, for which no page is asked for a second time. */
export async function knowTimeZone(page: Page, url: string): Promise<void> {
  await page.context().addCookies([{ name: "earshot-time-zone", value: "Europe/Berlin", url }]);
}
