import { expect, type Page } from "@playwright/test";
import { Temporal } from "temporal-polyfill";
import { activeFilters, goOn, openFilter, readIds } from "../support/page/recordings-list";
import type { SentCall } from "../support/server/sent-calls";
import { type StaticDataset, test } from "../support/server/static-dataset";

const zone = "Pacific/Auckland";

test.use({ timezoneId: zone, permissions: ["clipboard-read", "clipboard-write"] });

test("usual days go with the calendar of who looks, and the address says so", async ({
  page,
  still,
}) => {
  await openList(page);
  const date = await openFilter(page, "Date");
  await goOn(page, date.getByRole("link", { name: "Last 7 days" }));
  await expect(page).toHaveURL("/recordings?days=last-7-days&limit=200");
  await expectDays(page, still, today().subtract({ days: 6 }), today());
  await expect(activeFilters(page)).toContainText(/Date: last 7 days \(\d+( \w+ – |–)\d+ \w+.*\)/);
  await expect(date, "one choice is all").toBeHidden();
  await openFilter(page, "Date");
  await goOn(page, date.getByRole("link", { name: "Last week" }));
  const monday = today().subtract({ days: today().dayOfWeek + 6 });
  await expectDays(page, still, monday, monday.add({ days: 6 }));
  await goOn(page, activeFilters(page).getByRole("link", { name: /^Remove Date: last week/ }));
  await expect(page).toHaveURL("/recordings?limit=200");
});

test("the export takes the same days, and refuses fixed ones beside them", async ({
  page,
  still,
}) => {
  await openList(page);
  const address = "/api/recordings/export?format=jsonl&days=last-7-days";
  const lines = (await (await page.request.get(address)).text()).trim().split("\n");
  const wanted = callsOf(still, today().subtract({ days: 6 }), today());
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(wanted.map(({ id }) => id));
  const refused = await page.request.get(`${address}&from=2026-01-01`);
  expect(refused.status()).toBe(400);
  expect(await refused.text()).toContain("from=2026-01-01");
});

test("days are chosen in a month by two clicks, a day by two on the same", async ({
  page,
  still,
}) => {
  const [first, last] = [today().subtract({ days: 5 }), today().subtract({ days: 2 })];
  await openList(page, `&from=${today()}&to=${today()}`);
  const date = await openFilter(page, "Date");
  const grid = date.getByRole("grid");
  await expect(grid.locator('[aria-current="date"]')).toHaveAccessibleName(toName(today()));
  await choose(page, last);
  await expect(date.getByRole("status").filter({ hasText: /last day/ })).toBeVisible();
  await choose(page, first);
  await expect(page).toHaveURL(`/recordings?limit=200&from=${first}&to=${last}`);
  await expectDays(page, still, first, last);
  await expect(grid.getByRole("gridcell", { selected: true })).toHaveCount(4);
  await choose(page, first);
  await choose(page, first);
  await expectDays(page, still, first, first);
});

test("the keyboard moves in the month and chooses", async ({ page }) => {
  await openList(page, "&from=2026-01-31&to=2026-01-31");
  const date = await openFilter(page, "Date");
  await date.getByRole("button", { name: nameOf("2026-01-31") }).focus();
  const keys: [key: string, day: string][] = [
    ["PageDown", "2026-02-28"],
    ["ArrowRight", "2026-03-01"],
    ["Home", "2026-02-23"],
    ["End", "2026-03-01"],
    ["ArrowDown", "2026-03-08"],
    ["ArrowUp", "2026-03-01"],
    ["PageUp", "2026-02-01"],
    ["Shift+PageUp", "2025-02-01"],
  ];
  for (const [key, day] of keys) {
    await page.keyboard.press(key);
    await expect(date.getByRole("button", { name: nameOf(day) }), key).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/recordings?limit=200&from=2025-02-01&to=2025-02-02");
  await expect(date.getByRole("button", { name: nameOf("2025-02-02") })).toBeFocused();
});

test("no key leaves the days of the calendar", async ({ page }) => {
  await openList(page, "&from=9999-12-30&to=9999-12-30");
  const date = await openFilter(page, "Date");
  const day = (one: string) => date.getByRole("button", { name: nameOf(one), exact: true });
  await day("9999-12-30").focus();
  for (const key of ["ArrowRight", "ArrowRight", "PageDown", "Shift+PageDown"]) {
    await page.keyboard.press(key);
    await expect(day("9999-12-31"), key).toBeFocused();
  }
  await openList(page, "&from=0001-01-02&to=0001-01-02");
  await openFilter(page, "Date");
  await day("0001-01-02").focus();
  for (const key of ["ArrowLeft", "ArrowLeft", "PageUp", "Shift+PageUp"]) {
    await page.keyboard.press(key);
    await expect(day("0001-01-01"), key).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/recordings?limit=200&from=0001-01-01&to=0001-01-01");
});

test("a link is copied with days that go on, or that stay", async ({ page, still }) => {
  await openList(page, "&days=last-7-days");
  const button = page.getByRole("button", { name: "Copy link" });
  await button.click();
  const choice = page.getByRole("dialog", { name: "Copy link" });
  await choice.getByRole("button", { name: /relative dates last 7 days/ }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  expect(await readClipboard(page)).toBe(`${still.url}/recordings?limit=200&days=last-7-days`);
  await button.click();
  await choice.getByRole("button", { name: /fixed dates/ }).click();
  const from = today().subtract({ days: 6 });
  const fixed = `${still.url}/recordings?limit=200&from=${from}&to=${today()}`;
  await expect.poll(() => readClipboard(page)).toBe(fixed);
  await page.goto(fixed);
  await expectDays(page, still, from, today());
});

test("a link without days that move is copied at once, from the palette too", async ({
  page,
  still,
}) => {
  await openList(page, "&status=completed");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  const address = `${still.url}/recordings?limit=200&status=completed`;
  expect(await readClipboard(page)).toBe(address);
  await page.evaluate(() => navigator.clipboard.writeText("else"));
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Find a page/ }).fill("copy link");
  await page.keyboard.press("Enter");
  await expect.poll(() => readClipboard(page)).toBe(address);
});

test("where the clipboard is closed the link is shown, selected", async ({ page, still }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "clipboard", { value: undefined }),
  );
  await openList(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  const box = page.getByRole("dialog", { name: "Copy link" }).getByRole("textbox");
  await expect(box).toBeFocused();
  expect(await page.evaluate(() => document.getSelection()?.toString())).toBe(
    `${still.url}/recordings?limit=200`,
  );
});

/** Long enough for every call; and the server has been told the browser's zone. */
async function openList(page: Page, more = ""): Promise<void> {
  await page.goto(`/recordings?limit=200${more}`);
  await expect
    .poll(async () => (await page.context().cookies()).map(({ value }) => value))
    .toContain(zone);
  await page.reload();
}

function today(): Temporal.PlainDate {
  return Temporal.Now.plainDateISO(zone);
}

function callsOf(still: StaticDataset, from: Temporal.PlainDate, to: Temporal.PlainDate) {
  const dayOf = ({ created_at }: SentCall) =>
    Temporal.Instant.from(created_at).toZonedDateTimeISO(zone).toPlainDate();
  return still.calls.filter((call) => {
    const day = dayOf(call);
    return Temporal.PlainDate.compare(day, from) >= 0 && Temporal.PlainDate.compare(day, to) <= 0;
  });
}

async function expectDays(
  page: Page,
  still: StaticDataset,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Promise<void> {
  const wanted = callsOf(still, from, to).map(({ id }) => id);
  expect(wanted.length).toBeGreaterThan(0);
  await expect.poll(() => readIds(page)).toEqual(wanted);
}

async function choose(page: Page, day: Temporal.PlainDate): Promise<void> {
  await page
    .getByRole("grid")
    .getByRole("button", { name: toName(day) })
    .click();
}

function toName(day: Temporal.PlainDate): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`));
}

function nameOf(day: string): string {
  return toName(Temporal.PlainDate.from(day));
}

function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}
