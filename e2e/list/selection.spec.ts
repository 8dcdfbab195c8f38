import { expect, type Page } from "@playwright/test";
import { openList, readIds, rowOfList } from "../support/page/recordings-list";
import { watchShifts } from "../support/page/watch-shifts";
import { test } from "../support/server/static-dataset";

test.use({
  viewport: { width: 1440, height: 900 },
  permissions: ["clipboard-read", "clipboard-write"],
});

test("boxes select calls, Shift a range, and the bar copies what is selected", async ({ page }) => {
  const shifts = await watchShifts(page);
  await openList(page);
  const ids = await readIds(page);
  await box(page, 2).check();
  await expect(bar(page)).toContainText("1 selected");
  await box(page, 5).click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("4 selected");
  await box(page, 3).uncheck();
  await expect(bar(page)).toContainText("3 selected");
  await bar(page).getByRole("button", { name: "Copy ids" }).click();
  await expect(bar(page)).toContainText("Ids copied");
  expect(await readClipboard(page)).toEqual([ids[1], ids[3], ids[4]]);
  await bar(page).getByRole("button", { name: "Copy links" }).click();
  await expect(bar(page)).toContainText("Links copied");
  expect((await readClipboard(page))[0]).toBe(new URL(`/recordings/${ids[1]}`, page.url()).href);
  await bar(page).getByRole("button", { name: "Clear selection" }).click();
  await expect(bar(page)).toBeHidden();
  await expect(box(page, 2)).not.toBeChecked();
  expect(await shifts()).toBeLessThan(0.01);
});

test("the keyboard selects: X, Shift with J and the arrows, all, and none", async ({ page }) => {
  await openList(page);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(box(page, 1)).toBeChecked();
  for (const key of ["Shift+J", "Shift+ArrowDown", "Shift+J"]) await page.keyboard.press(key);
  await expect(bar(page)).toContainText("4 selected");
  await page.keyboard.press("Shift+K");
  await expect(bar(page)).toContainText("3 selected");
  await expect(rowOfList(page, 3).getByRole("link")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();
  await page.keyboard.press("Control+a");
  await expect(bar(page)).toContainText("50 selected");
  await page.keyboard.press("x");
  await expect(bar(page)).toContainText("49 selected");
});

function box(page: Page, n: number) {
  return rowOfList(page, n).getByRole("checkbox");
}

function bar(page: Page) {
  return page.getByRole("region", { name: "Selected calls" });
}

async function readClipboard(page: Page): Promise<string[]> {
  return (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
}
