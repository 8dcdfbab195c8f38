import { expect, type Page } from "@playwright/test";
import { focusedId, openList, readIds, rowOfList } from "../support/page/recordings-list";
import { test } from "../support/server/static-dataset";

test("Tab comes to the first row soon, to one row alone, or at once by a link", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openList(page, "/recordings?status=completed&status=voicemail&campaign=!x");
  const ids = await readIds(page);
  // From the very beginning of the page.
  const stops: (string | null)[] = [];
  for (; stops.length < 30; stops.push(await describeFocus(page))) {
    await page.keyboard.press("Tab");
    if ((await focusedId(page)) !== undefined) break;
  }
  expect(await focusedId(page)).toBe(ids[0]);
  expect(stops.slice(0, 2)).toEqual(["Skip to navigation", "Skip to list"]);
  expect(stops.length, `before the first row: ${stops.join(", ")}`).toBeLessThanOrEqual(12);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await expect(rowOfList(page, 2).getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(rowOfList(page, 2).getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("ArrowRight");
  expect(await focusedId(page)).toBe(ids[1]);
  await page.keyboard.press("Shift+Tab");
  expect(await focusedId(page)).toBeUndefined();
  await page.keyboard.press("Tab");
  expect(await focusedId(page)).toBe(ids[1]);
  await page.keyboard.press("Tab");
  expect(await focusedId(page)).toBeUndefined();

  await openList(page);
  const address = page.url();
  for (const key of ["Tab", "Tab"]) await page.keyboard.press(key);
  await expect(page.getByRole("link", { name: "Skip to list" })).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await focusedId(page)).toBe((await readIds(page))[0]);
  expect(page.url()).toBe(address);
});

test("filters and chips are one stop, with the arrow keys between them as they are seen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openList(page, "/recordings?status=completed");
  await page.keyboard.press("/");
  await page.keyboard.press("Tab");
  const seen: (string | null)[] = [];
  for (let n = 0; n < 4; n += 1) {
    seen.push(await describeFocus(page));
    await page.keyboard.press("ArrowRight");
  }
  expect(seen).toEqual([
    "Status",
    "Turn Status is completed into is not",
    "Remove Status is completed",
    "Campaign",
  ]);
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Status", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Status", exact: true })).toBeFocused();
});

test("the rail comes after the page, one key from its beginning, and whoever chose in it is in the page", async ({
  page,
}) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await openList(page);
    for (const key of ["Tab", "Enter", "Tab"]) await page.keyboard.press(key);
    await expect(page.getByRole("link", { name: "Earshot" })).toBeFocused();
    await page.keyboard.press("Tab");
    if (width === 390) await page.keyboard.press("Enter");
    const campaigns = page.getByRole("link", { name: "Campaigns", exact: true });
    for (let n = 0; n < 5; n += 1) {
      if (await campaigns.evaluate((one) => one.matches(":focus"))) break;
      await page.keyboard.press("Tab");
    }
    await expect(campaigns).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
  }
});

test("ten calls are opened and left by keys alone", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openList(page);
  const ids = await readIds(page);
  for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  for (const id of ids.slice(0, 10)) {
    expect(await focusedId(page)).toBe(id);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/recordings?open=${id}`);
    await expect(page.getByRole("region", { name: "Call", exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL("/recordings");
    await expect.poll(() => focusedId(page)).toBe(id);
    await expect(page.locator(":focus")).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("j");
  }
});

/** The name of what has the focus, or what it says. */
function describeFocus(page: Page): Promise<string | null> {
  return page
    .locator(":focus")
    .evaluate((one) => one.getAttribute("aria-label") ?? one.textContent);
}
