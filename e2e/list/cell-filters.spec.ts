import { expect, type Page } from "@playwright/test";
import {
  activeFilters,
  openList,
  readIds,
  recordingsTable,
  rowOfList,
} from "../support/page/recordings-list";
import { test } from "../support/server/static-dataset";

test.use({ viewport: { width: 1440, height: 900 } });

test("a value in the list leads to the calls that have it, and to the others", async ({
  page,
  still,
}) => {
  await openList(page, "/recordings");
  const ids = await readIds(page);
  const call = still.calls.find(({ id }) => id === ids[2]);
  const status = call?.status ?? "?";
  const place = await rowOfList(page, 3).boundingBox();
  await rowOfList(page, 3).getByText(status, { exact: true }).hover({ force: true });
  const menu = page.getByRole("button", { name: `Filter by status: ${status}` });
  await menu.click();
  expect(await rowOfList(page, 3).boundingBox()).toEqual(place);
  await page.getByRole("link", { name: `Exclude ${status}` }).click();
  await expect(page).toHaveURL(`/recordings?status=%21${status}`);
  await expect(activeFilters(page)).toContainText(`Status is not ${status}`);
  await expect.poll(async () => (await readIds(page)).includes(ids[2] ?? "")).toBe(false);

  const other = still.calls.find((one) => one.status !== status && one.campaign);
  const campaign = other?.campaign ?? "?";
  await openRow(page, other?.id).getByText(campaign, { exact: true }).hover({ force: true });
  await page.getByRole("button", { name: `Filter by campaign: ${campaign}` }).click();
  await page.getByRole("link", { name: `Show only ${campaign}` }).click();
  await expect(page).toHaveURL(`/recordings?status=%21${status}&campaign=${campaign}`);
  const shown = await readIds(page);
  const expected = still.calls.filter((one) => one.status !== status && one.campaign === campaign);
  await expect
    .poll(async () => (await readIds(page)).sort())
    .toEqual(expected.map(({ id }) => id).sort());
  expect(shown.length).toBeGreaterThan(0);
});

test("the arrow keys come to the values of a row, and Tab to none of them", async ({
  page,
  still,
}) => {
  await openList(page, "/recordings");
  const [first] = await readIds(page);
  const call = still.calls.find(({ id }) => id === first);
  const status = page.getByRole("button", { name: `Filter by status: ${call?.status}` });
  await page.keyboard.press("j");
  await expect(status).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await expect(rowOfList(page, 1).getByRole("button", { name: /^Play / })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: /^Filter by campaign: / })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(status).toBeFocused();
  await page.keyboard.press("Enter");
  const only = page.getByRole("link", { name: `Show only ${call?.status}` });
  await expect(only).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(only).toBeHidden();
  await expect(status).toBeFocused();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("ArrowLeft");
  await expect(rowOfList(page, 1).getByRole("link")).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("table") === null)).toBe(true);

  await page.keyboard.press("Shift+Tab");
  await expect(status).toBeAttached();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press("ArrowRight");
  await expect(status).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(only).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(only).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/recordings?status=${call?.status}`);
});

test("a menu that can't be seen takes no click from its row", async ({ page, still }) => {
  await openList(page, "/recordings");
  const [first] = await readIds(page);
  const call = still.calls.find(({ id }) => id === first);
  await page.keyboard.press("j");
  const status = page.getByRole("button", { name: `Filter by status: ${call?.status}` });
  await expect(status).toHaveCSS("opacity", "0");
  const taken = await status.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest("a, button")
      ?.className;
  });
  expect(taken).toContain("call-link");
});

function openRow(page: Page, id: string | undefined) {
  return recordingsTable(page).locator(`tr[data-id="${id}"]`);
}
