import { expect, type Locator, type Page } from "@playwright/test";

/** The list as a person sees it. */
export function recordingsTable(page: Page): Locator {
  return page.getByRole("table", { name: "Recordings" });
}

/** The n-th row below the head. */
export function rowOfList(page: Page, n: number): Locator {
  return recordingsTable(page).getByRole("row").nth(n);
}

/** The id of the call whose link has the focus. */
export async function focusedId(page: Page): Promise<string | undefined> {
  const path = await page.evaluate(() => document.activeElement?.getAttribute("href"));
  return /^\/recordings\/([^?]+)$/.exec(path ?? "")?.[1];
}

/**
 * Opens a list until its scripts run. Before that, a row leads to the page of its call instead of opening
 * it beside the list, as it does without scripts, and no key does anything.
 */
export async function openList(page: Page, address = "/recordings"): Promise<void> {
  const scriptsRun = waitForScripts(page);
  await page.goto(address);
  await scriptsRun;
}

/** Keys and clicks are heard as soon as the page listens for changes. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.waitForRequest(/\/api\/recordings\/events/);
}

/** The ids of the rows on the page, from top to bottom. */
export async function readIds(page: Page): Promise<string[]> {
  await expect(recordingsTable(page)).toBeVisible();
  const links = recordingsTable(page).getByRole("row").getByRole("link");
  const hrefs = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute("href") ?? ""),
  );
  return hrefs.flatMap((href) => {
    const id = /^\/recordings\/([^?]+)$/.exec(href)?.[1];
    return id ? [decodeURIComponent(id)] : [];
  });
}

/** Follows a link or presses what leads to another state of the list, and waits until it is there. */
export async function goOn(page: Page, control: Locator): Promise<void> {
  const before = page.url();
  await control.click();
  await expect(page).not.toHaveURL(before);
}

/** The ids of a page's own rows: the list may have gone on by itself. */
export async function readPageIds(page: Page): Promise<string[]> {
  const limit = new URL(page.url()).searchParams.get("limit") ?? "50";
  return (await readIds(page)).slice(0, Number(limit));
}

/** The ids of this page and of all that follow it. */
export async function readIdsToTheEnd(page: Page, next = "Older"): Promise<string[]> {
  const ids = await readPageIds(page);
  const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: next });
  if ((await link.count()) === 0) return ids;
  await goOn(page, link);
  return [...ids, ...(await readIdsToTheEnd(page, next))];
}

/** Opens a filter by its name and gives what can be chosen in it. */
export async function openFilter(page: Page, name: string): Promise<Locator> {
  await page
    .getByRole("region", { name: "Filters" })
    .getByRole("button", { name, exact: true })
    .click();
  const dialog = page.getByRole("dialog", { name, exact: true });
  await expect(dialog).toBeVisible();
  return dialog;
}

export function activeFilters(page: Page): Locator {
  return page.getByRole("list", { name: "Active filters" });
}

/** Which row stands in the middle. */
export function readIndex(page: Page): Promise<number | null> {
  return page.evaluate((x) => {
    const row = document.elementFromPoint(x, 450)?.closest("tr");
    return row ? Number(row.ariaRowIndex ?? row.getAttribute("aria-rowindex")) : null;
  }, acrossOf(page));
}

/** Where a row is clicked, from the left: not at the end of a cell, where a resting pointer gets a menu. */
export function acrossOf(page: Page): number {
  return (page.viewportSize()?.width ?? 0) < 500 ? 120 : 500;
}
