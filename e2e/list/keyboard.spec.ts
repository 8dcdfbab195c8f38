import { expect } from "@playwright/test";
import { focusedId, openList, readIds, rowOfList } from "../support/page/recordings-list";
import { test } from "../support/server/static-dataset";

test("J and K and the arrows go from call to call, and Enter opens one", async ({ page }) => {
  await openList(page);
  const ids = await readIds(page);
  const focusAfter = async (key: string) => {
    await page.keyboard.press(key);
    return focusedId(page);
  };
  expect(await focusAfter("j")).toBe(ids[0]);
  expect(await focusAfter("j")).toBe(ids[1]);
  expect(await focusAfter("ArrowDown")).toBe(ids[2]);
  expect(await focusAfter("k")).toBe(ids[1]);
  expect(await focusAfter("ArrowUp")).toBe(ids[0]);
  expect(await focusAfter("k")).toBe(ids[0]);
  for (let n = 0; n < 15; n += 1) await page.keyboard.press("j");
  await expect(rowOfList(page, 16).getByRole("link")).toBeFocused();
  await expect(rowOfList(page, 16)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(encodeURIComponent(ids[15] ?? "?")));
  await expect(page.getByRole("region", { name: "Call", exact: true })).toBeVisible();
});

test("brackets turn the pages, and a slash leads to the search", async ({ page }) => {
  await openList(page);
  const ids = await readIds(page);
  await page.keyboard.press("]");
  await expect(page).toHaveURL(/after=/);
  expect(await readIds(page)).not.toContain(ids[0]);
  await page.keyboard.press("[");
  await expect(page).toHaveURL(/before=/);
  await expect.poll(() => readIds(page)).toEqual(ids);

  const search = page.getByRole("combobox", { name: "Search recordings" });
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("j/k[?]");
  await expect(search).toHaveValue("j/k[?]");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(search).not.toBeFocused();
  await expect(search).toHaveValue("j/k[?]");
});

test("Space plays the call that has the focus, and pauses it", async ({ page, still }) => {
  const call = still.calls.find(({ recording_attachment }) => recording_attachment);
  await openList(page, `/recordings?q=${call?.id}`);
  await page.keyboard.press("j");
  await expect(rowOfList(page, 1).getByRole("link")).toBeFocused();
  const asked = page.waitForRequest(/\/audio$/);
  await page.keyboard.press("Space");
  expect((await asked).url()).toContain(call?.id);
  await expect(page.getByRole("region", { name: "Player" })).toBeVisible();
});

test("a question mark shows the shortcuts, and there single keys can be turned off", async ({
  page,
}) => {
  await openList(page);
  const ids = await readIds(page);
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.keyboard.press("?");
  await expect(help).toBeVisible();
  await page.keyboard.press("j");
  await expect(help).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();

  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  const isOn = help.getByRole("switch", { name: "Single-key shortcuts" });
  await expect(isOn).toBeChecked();
  await isOn.uncheck();
  await help.getByRole("button", { name: "Close" }).click();
  await expect(help).toBeHidden();
  await openList(page);
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await page.keyboard.press("ArrowDown");
  expect(await focusedId(page)).toBe(ids[0]);
  await page.keyboard.press("j");
  expect(await focusedId(page)).toBe(ids[0]);
  await expect(help).toBeHidden();
});

test("keys with a modifier stay the browser's, and those in an open filter its own", async ({
  page,
}) => {
  await openList(page);
  await page.keyboard.press("Alt+j");
  await page.keyboard.press("Control+]");
  expect(await focusedId(page)).toBeUndefined();
  await expect(page).not.toHaveURL(/after=/);
  await page.getByRole("button", { name: "Minutes", exact: true }).click();
  await page.keyboard.press("]");
  await page.keyboard.press("j");
  await expect(page).not.toHaveURL(/after=/);
  expect(await focusedId(page)).toBeUndefined();
});

test("the palette leads to pages, filters, actions and calls", async ({ page, still }) => {
  await openList(page, "/recordings?sort=created_at");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  const box = palette.getByRole("combobox");
  const options = palette.getByRole("option");
  const choose = async (text: string, expected: string | RegExp) => {
    await page.keyboard.press("Control+k");
    await expect(box).toBeFocused();
    await box.fill(text);
    await expect(options.first()).toContainText(expected);
    await page.keyboard.press("Enter");
    await expect(palette).toBeHidden();
  };
  await choose("status comp", "Status is completed");
  await expect(page).toHaveURL("/recordings?sort=created_at&status=completed");
  await choose("not completed", "Status is not completed");
  await expect(page).toHaveURL("/recordings?sort=created_at&status=%21completed");
  await choose("minutes 2..4", "Minutes 2..4");
  await expect(page).toHaveURL(/&minutes=2\.\.4$/);
  await choose("newest", "Newest first");
  await expect(page).toHaveURL(/sort=-created_at/);
  await choose("clear", "Clear all filters");
  await expect(page).toHaveURL("/recordings");
  await choose(still.calls[0]?.id ?? "?", "Search calls for");
  await expect.poll(() => readIds(page)).toEqual([still.calls[0]?.id]);
  await choose("dark", "Dark theme");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("radio", { name: "Dark" }).first()).toBeChecked();
  const saving = page.waitForEvent("download");
  await choose("export csv", "Export as CSV");
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/);
  await choose("members", "Members");
  await expect(page).toHaveURL("/settings/members");
  await choose("keyboard", "Keyboard shortcuts");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Find anything" }).click();
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
});

test("the palette finds calls and customers, and says so where it can't", async ({
  page,
  still,
}) => {
  await openList(page);
  const palette = page.getByRole("dialog", { name: "Find anything" });
  const box = palette.getByRole("combobox");
  const call = still.calls[3];
  const details = call?.customer.details;
  const name = `${details?.first_name} ${details?.last_name}`;
  await page.keyboard.press("Control+k");
  await box.fill(call?.id ?? "?");
  const calls = palette.getByRole("group", { name: "Calls" }).getByRole("option");
  await expect(calls).toHaveCount(1);
  await expect(calls).toContainText(name);
  await expect(calls).toContainText("Call id:");
  await calls.click();
  await expect(page).toHaveURL(`/recordings/${call?.id}`);

  await page.keyboard.press("Control+k");
  await box.fill(details?.phone_number.slice(-6) ?? "?");
  const customers = palette.getByRole("group", { name: "Customers" }).getByRole("option");
  await expect(customers.first().locator("mark")).toBeVisible();
  await customers.filter({ hasText: name }).first().click();
  await expect(page).toHaveURL(/\/customers\/./);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  await page.keyboard.press("Control+k");
  await box.fill("zzqqzz");
  await expect(palette.getByRole("status")).toHaveText("No calls or customers match “zzqqzz”.");
  await page.route(/\/api\/find/, (route) => route.abort());
  await box.fill("zzqqz");
  await expect(palette.getByRole("status")).toContainText("Couldn’t search");
  await page.unroute(/\/api\/find/);
  await palette.getByRole("button", { name: "Try again" }).click();
  await expect(palette.getByRole("status")).toContainText("No calls or customers match");
});

test("the palette filters in plain words, chooses columns, and does what keys do", async ({
  page,
  still,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openList(page, "/recordings?limit=200");
  const palette = page.getByRole("dialog", { name: "Find anything" });
  const options = palette.getByRole("option");
  const choose = async (text: string, expected: string | RegExp) => {
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill(text);
    await expect(options.first()).toContainText(expected);
    await page.keyboard.press("Enter");
    await expect(palette).toBeHidden();
  };
  await choose("wrong number", "Wrong phone number");
  await expect(page).toHaveURL("/recordings?limit=200&phone_ok=false");
  await choose("completed last 7 days", "Status is completed, Last 7 days");
  await expect(page).toHaveURL(/phone_ok=false&status=completed&days=last-7-days/);
  await choose("clear", "Clear all filters");
  await expect(page).toHaveURL("/recordings");
  await choose("gender column", "Show Gender");
  await expect(page.getByRole("columnheader", { name: "Gender" })).toBeVisible();
  await choose("hide gender", "Hide Gender");
  await expect(page.getByRole("columnheader", { name: "Gender" })).toBeHidden();
  await expect(page).toHaveURL("/recordings");

  const ids = await readIds(page);
  await choose("next call", /Next call in the list\s*J/);
  await expect.poll(() => focusedId(page)).toBe(ids[0]);
  await choose("next call", "Next call in the list");
  await expect.poll(() => focusedId(page)).toBe(ids[1]);
  await choose("select this", /Select this call\s*X/);
  await expect(page.getByRole("region", { name: "Selected calls" })).toContainText("1 selected");
  await choose("open this", /Open this call\s*Enter/);
  await expect(page.getByRole("region", { name: "Call", exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`open=${ids[1]}`));

  const campaign = still.calls.find((call) => call.campaign)?.campaign ?? "?";
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill(campaign);
  const found = palette.getByRole("group", { name: "Campaigns" }).getByRole("option");
  await found.filter({ hasText: campaign }).first().click();
  await expect.poll(() => new URL(page.url()).searchParams.getAll("campaign")).toEqual([campaign]);
});

test("the palette is at hand on a phone", async ({ page, still }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openList(page);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("button", { name: "Find anything" }).click();
  const palette = page.getByRole("dialog", { name: "Find anything" });
  await palette.getByRole("combobox").fill(still.calls[0]?.id ?? "?");
  await palette.getByRole("group", { name: "Calls" }).getByRole("option").click();
  await expect(page).toHaveURL(`/recordings/${still.calls[0]?.id}`);
});
