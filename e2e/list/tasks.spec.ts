import { join } from "node:path";
import { expect } from "@playwright/test";
import { openInCalc } from "../support/open-in-calc";
import { countAsSuccess } from "../support/page/count-as-success";
import { countHands } from "../support/page/count-hands";
import { openFilter, openList, readIds, rowOfList } from "../support/page/recordings-list";
import { test } from "../support/server/static-dataset";

test.use({
  viewport: { width: 1440, height: 900 },
  permissions: ["clipboard-read", "clipboard-write"],
});

/**
 * What a supervisor does every day, by the number of clicks and keys that it takes. Ten calls in a row are
 * heard in `e2e/listen/ten-calls.spec.ts`; that a place is kept at any depth shows in `long-list.spec.ts`.
 */

test("the last four digits of a number find its calls in five keys", async ({ page, still }) => {
  const hands = await countHands(page);
  const [call] = still.calls;
  const number = call?.customer.details.phone_number ?? "";
  const digits = number.slice(-4);
  await openList(page);
  await page.keyboard.press("/");
  await page.keyboard.type(digits);
  const expected = still.calls.filter((one) =>
    one.customer.details.phone_number?.replaceAll(/\D/g, "").includes(digits),
  );
  await expect(page).toHaveURL(new RegExp(`q=${digits}`));
  await expect.poll(async () => (await readIds(page)).length).toBeGreaterThanOrEqual(1);
  expect(await readIds(page)).toEqual(expect.arrayContaining(expected.map(({ id }) => id)));
  expect(await hands()).toBeLessThanOrEqual(5);
});

test("yesterday's failed calls of one campaign take six clicks", async ({ page, still }) => {
  const hands = await countHands(page);
  const yesterday = dayOf(Date.now() - 86_400_000);
  const failed = still.calls.filter(({ status }) => status === "failed");
  const campaign = failed.find((one) => one.campaign)?.campaign ?? "";
  await openList(page);
  await (await openFilter(page, "Status")).getByRole("checkbox", { name: "failed" }).click();
  await expect(page).toHaveURL(/status=failed/);
  await (await openFilter(page, "Campaign")).getByRole("checkbox", { name: campaign }).click();
  await expect(page).toHaveURL(/campaign=/);
  await (await openFilter(page, "Date")).getByRole("link", { name: "Yesterday" }).click();
  await expect(page).toHaveURL(/days=yesterday/);
  const expected = failed.filter(
    (one) => one.campaign === campaign && dayOf(one.created_at) === yesterday,
  ).length;
  const counted = `${expected} ${expected === 1 ? "call" : "calls"}`;
  await expect(page.getByText(counted, { exact: true })).toBeVisible();
  expect(await hands()).toBeLessThanOrEqual(6);
});

test("what changed since this morning takes two clicks", async ({ page }) => {
  const hands = await countHands(page);
  await openList(page);
  await (await openFilter(page, "More")).getByRole("link", { name: "Today" }).click();
  await expect(page).toHaveURL("/recordings?changed_since=today");
  expect(await hands()).toBeLessThanOrEqual(2);
});

test("a number is copied from the list by two clicks", async ({ page, still }) => {
  const hands = await countHands(page);
  await openList(page);
  const [id] = await readIds(page);
  const call = still.calls.find((one) => one.id === id);
  await rowOfList(page, 1).getByRole("link").first().click();
  await page.getByRole("button", { name: "Copy phone number" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.replaceAll(/\D/g, "")).toBe(
    call?.customer.details.phone_number?.replaceAll(/\D/g, ""),
  );
  expect(await hands()).toBeLessThanOrEqual(2);
});

test("two campaigns' success in the last seven days stands side by side after three clicks", async ({
  page,
  still,
}) => {
  await countAsSuccess(page, "completed");
  const hands = await countHands(page);
  const week = new Set(Array.from({ length: 7 }, (_, n) => dayOf(Date.now() - n * 86_400_000)));
  const recent = still.calls.filter(({ created_at }) => week.has(dayOf(created_at)));
  const names = [...new Set(recent.flatMap(({ campaign }) => campaign ?? []))].slice(0, 2);
  await page.goto("/campaigns");
  for (const name of names) await page.getByRole("checkbox", { name: `Compare ${name}` }).click();
  await page
    .getByRole("region", { name: "Compare campaigns" })
    .getByRole("link", { name: "Last 7 days" })
    .click();
  const figures = page.getByRole("table", { name: "Figures" });
  await expect(figures).toBeVisible();
  expect(await hands()).toBeLessThanOrEqual(3);

  // In the order of the list, which the boxes have.
  const address = new URL(page.url()).searchParams;
  expect([...new Set(address.keys())]).toEqual(["campaign", "from", "to"]);
  const compared = address.getAll("campaign");
  expect(compared.toSorted()).toEqual(names.toSorted());
  const shares = compared.map((name) => {
    const own = recent.filter(({ campaign }) => campaign === name);
    return own.filter(({ status }) => status === "completed").length / own.length;
  });
  const told = shares.map((share) => percentFormat.format(share));
  const [one = 0, other = 0] = shares.map((share) => Math.round(share * 1_000) / 10);
  const row = figures.getByRole("row", { name: "Success share" });
  await expect(row.getByRole("cell")).toHaveText([
    ...told,
    new RegExp(one === other ? "equal" : `${one > other ? "up" : "down"} .* pts? from ${told[1]}`),
  ]);
  await countAsSuccess(page, "completed", false);
});

test("a file for Excel takes two clicks, and Calc reads numbers as text and dates as dates", async ({
  page,
  still,
}, { outputDir }) => {
  const hands = await countHands(page);
  await openList(page);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: `Export ${still.calls.length} calls` }).click();
  const download = await saving;
  expect(await hands()).toBeLessThanOrEqual(2);

  const file = join(outputDir, download.suggestedFilename());
  expect(file).toMatch(/\.xlsx$/);
  await download.saveAs(file);
  const [head = [], ...rows] = await openInCalc(file);
  const cellsOf = (name: string) => {
    const at = head.findIndex(({ text }) => text.split(" ")[0] === name);
    return rows.slice(0, still.calls.length).map((row) => row[at] ?? { type: "none", text: "" });
  };
  const phones = cellsOf("customer.details.phone_number");
  expect(new Set(phones.map(({ type }) => type))).toEqual(new Set(["string"]));
  const numbers = still.calls.map(({ customer }) => customer.details.phone_number);
  expect(phones.map(({ text }) => text).sort()).toEqual(numbers.sort());
  expect(new Set(cellsOf("created_at").map(({ type }) => type))).toEqual(new Set(["date"]));
  expect(new Set(cellsOf("minutes_used").map(({ type }) => type))).toEqual(new Set(["float"]));
});

test("that calls have stopped is seen without a click", async ({ page }) => {
  const hands = await countHands(page);
  await page.clock.install();
  await openList(page);
  await expect(page.getByText(/^Last call \d+ (s|min) ago$/)).toBeVisible();
  // Before the scripts have run, nobody counts.
  await expect(async () => {
    await page.clock.fastForward("20:00");
    await expect(page.getByText(/^Last call [2-5]\d min ago$/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  expect(await hands()).toBe(0);
});

const percentFormat = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

function dayOf(at: string | number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(new Date(at));
}
