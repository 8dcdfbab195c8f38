import { expect, type Page } from "@playwright/test";
import { openList, readIds, rowOfList } from "../support/page/recordings-list";
import { test } from "../support/server/static-dataset";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("a long press selects a call, and then taps select more, until none is", async ({ page }) => {
  await openList(page);
  const ids = await readIds(page);
  await press(page, 2, 700);
  await expect(bar(page)).toContainText("1 selected");
  await expect(rowOfList(page, 2).getByRole("checkbox")).toBeChecked();
  await rowOfList(page, 4).tap();
  await expect(bar(page)).toContainText("2 selected");
  await rowOfList(page, 3).getByRole("checkbox").tap();
  await expect(bar(page)).toContainText("3 selected");
  await rowOfList(page, 2).tap();
  await expect(rowOfList(page, 2).getByRole("checkbox")).not.toBeChecked();
  await expect(page).toHaveURL("/recordings");

  await bar(page).getByRole("button", { name: "Clear selection" }).tap();
  await expect(bar(page)).toBeHidden();
  await rowOfList(page, 2).tap();
  await expect(page).toHaveURL(`/recordings/${ids[1]}`);
});

test("a finger that scrolls, or lets go soon, selects nothing", async ({ page }) => {
  await openList(page);
  await press(page, 5, 700, -120);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await expect(bar(page)).toBeHidden();
  const [first] = await readIds(page);
  await press(page, 1, 60);
  await expect(page).toHaveURL(`/recordings/${first}`);
});

test("a call that is selected alone leads to those like it", async ({ page, still }) => {
  await openList(page);
  const [first] = await readIds(page);
  const status = still.calls.find(({ id }) => id === first)?.status;
  await press(page, 1, 700);
  await bar(page).getByRole("button", { name: "Filter" }).tap();
  await page.getByRole("link", { name: `Show only ${status}` }).tap();
  await expect(page).toHaveURL(`/recordings?status=${status}`);
});

/** By a finger, which may move once it is down. */
async function press(page: Page, n: number, ms: number, moveY = 0): Promise<void> {
  await rowOfList(page, n).scrollIntoViewIfNeeded();
  const box = await rowOfList(page, n).boundingBox();
  if (!box) throw new Error("The row is not there");
  const at = (by: number) => [{ x: box.x + box.width / 2, y: box.y + box.height / 2 + by }];
  const browser = await page.context().newCDPSession(page);
  const send = (
    type: "touchStart" | "touchMove" | "touchEnd",
    touchPoints: { x: number; y: number }[],
  ) => browser.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", at(0));
  for (const part of moveY ? [0.25, 0.5, 0.75, 1] : []) await send("touchMove", at(moveY * part));
  await page.waitForTimeout(ms);
  await send("touchEnd", []);
}

function bar(page: Page) {
  return page.getByRole("region", { name: "Selected calls" });
}
