import { expect, type Page } from "@playwright/test";
import { countAsSuccess } from "../support/page/count-as-success";
import { findBarriers } from "../support/page/find-barriers";
import { goOn } from "../support/page/recordings-list";
import type { SentCall } from "../support/server/sent-calls";
import { test } from "../support/server/static-dataset";

test("two campaigns are chosen in the list and stand side by side, each number as in the list", async ({
  page,
  still,
}) => {
  const [one = "", other = ""] = namesOf(still.calls);
  await page.goto("/campaigns");
  await page.getByRole("checkbox", { name: `Compare ${one}` }).check();
  const bar = page.getByRole("region", { name: "Compare campaigns" });
  await expect(bar).toContainText("choose another");
  await page.getByRole("checkbox", { name: `Compare ${other}` }).check();
  await goOn(page, bar.getByRole("button", { name: "Compare" }));
  await expect(page.getByRole("heading", { level: 1, name: "Compare" })).toBeVisible();
  const address = new URL(page.url());
  expect(address.pathname).toBe("/campaigns/compare");
  expect(address.searchParams.getAll("campaign").toSorted()).toEqual([one, other].toSorted());

  const [first = "", second = ""] = address.searchParams.getAll("campaign");
  const calls = [first, second].map((name) => still.calls.filter((c) => c.campaign === name));
  const figures = page.getByRole("table", { name: "Figures" });
  await expect(cells(figures, "Calls")).toContainText(calls.map(({ length }) => String(length)));
  const minutes = calls.map((some) => some.reduce((sum, call) => sum + call.minutes_used, 0));
  await expect(cells(figures, "Minutes")).toContainText(minutes.map(String));
  const completed = calls.map((some) => some.filter(({ status }) => status === "completed").length);
  const statuses = cells(page.getByRole("table", { name: "Statuses" }), "completed");
  await expect(statuses).toContainText(completed.map(String));
  for (const [index, some] of calls.entries()) {
    const timeline = page.getByRole("region", { name: "Timelines" }).getByRole("img").nth(index);
    await expect(timeline).toHaveAccessibleName(new RegExp(`: ${some.length} calls?, at most`));
  }
  expect(await findBarriers(page)).toEqual([]);
  await statuses.getByRole("link").first().click();
  await expect(page.getByText(`${completed[0]} calls`, { exact: true })).toBeVisible();
});

test.describe("the bars of a side", () => {
  test.use({ hasTouch: true });

  test("are told of by the mouse, by keys and by a tap, which one elsewhere ends", async ({
    page,
    still,
  }) => {
    const day = dayOf(Date.parse(still.calls[0]?.created_at ?? ""));
    const count = still.calls.filter(
      ({ created_at }) => dayOf(Date.parse(created_at)) === day,
    ).length;
    await page.goto(`/campaigns/compare?from=${day}&to=${day}`);
    const timelines = page.getByRole("region", { name: "Timelines" });
    const bars = timelines.getByRole("slider").first();
    const tooltip = timelines.getByText(new RegExp(`^${count} calls?$`));
    await bars.scrollIntoViewIfNeeded();
    // Before the scripts have run, nobody hears a pointer.
    await expect(async () => {
      await page.mouse.move(0, 0);
      await bars.hover();
      await expect(tooltip).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(tooltip).toBeInViewport({ ratio: 1 });
    await page.mouse.move(0, 0);
    await expect(tooltip).toBeHidden();
    await page.keyboard.press("Tab");
    await bars.focus();
    await page.keyboard.press("Home");
    await expect(tooltip).toBeVisible();
    await expect(bars).toHaveAttribute("aria-valuetext", new RegExp(`: ${count} calls?`));
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(tooltip).toBeHidden();
    await bars.tap();
    await expect(tooltip).toBeVisible();
    await timelines.getByRole("heading").first().tap();
    await expect(tooltip).toBeHidden();
    await bars.tap();
    await expect(tooltip).toBeVisible();
    await bars.tap();
    await expect(tooltip).toBeHidden();
    await expect(page).toHaveURL(`/campaigns/compare?from=${day}&to=${day}`);
  });
});

test("one campaign is compared with itself in the days before", async ({ page, still }) => {
  const [name = ""] = namesOf(still.calls);
  const newest = Date.parse(still.calls[0]?.created_at ?? "");
  const [from = "", to = ""] = [newest - 3 * dayMs, newest].map(dayOf);
  const [beforeFrom, beforeTo] = [newest - 7 * dayMs, newest - 4 * dayMs].map(dayOf);
  await page.goto(`/campaigns/compare?${new URLSearchParams({ campaign: name, from, to })}`);
  const countWithin = (first = "", last = "") =>
    still.calls.filter(({ campaign, created_at }) => {
      const day = dayOf(Date.parse(created_at));
      return campaign === name && day >= first && day <= last;
    }).length;
  const counts = [countWithin(from, to), countWithin(beforeFrom, beforeTo)];
  const figures = page.getByRole("table", { name: "Figures" });
  await expect(cells(figures, "Calls")).toContainText(counts.map(String));
});

test("the share of success and its change order the campaigns", async ({ page, still }) => {
  await countAsSuccess(page, "completed");
  await page.goto("/campaigns");
  const column = page.getByRole("columnheader", { name: "Success share" });
  await goOn(page, column.getByRole("link"));
  await expect(page).toHaveURL("/campaigns?sort=-success");
  const shares = await page
    .getByRole("table", { name: "Campaigns" })
    .locator("tbody tr td:nth-child(5)")
    .allInnerTexts();
  const format = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
  const names = [...new Set(still.calls.map(({ campaign }) => campaign))];
  const expected = names.map((name) => {
    const own = still.calls.filter(({ campaign }) => campaign === name);
    return own.filter(({ status }) => status === "completed").length / own.length;
  });
  expect(shares).toEqual(
    expected.toSorted((one, other) => other - one).map((share) => format.format(share)),
  );
  await page.goto("/campaigns?sort=-success_change");
  const change = page.getByRole("columnheader", { name: "Change" });
  await expect(change).toHaveAttribute("aria-sort", "descending");

  await countAsSuccess(page, "completed", false);
});

test("parameters of any kind degrade, with a word beside the field", async ({ page }) => {
  await page.goto("/campaigns/compare?from=2026-02-30&campaign=a&campaign=b&campaign=c");
  await expect(page.getByText("“2026-02-30” isn’t a date")).toBeVisible();
  await expect(page.getByText("Only two can be compared: “c” is ignored")).toBeVisible();
  await expect(page.getByText("No calls on either side")).toBeVisible();
  await page.goto("/campaigns/compare?from=2026-02-20&to=2026-02-10");
  await expect(page.getByText("This is before the first day")).toBeVisible();
  await page.goto("/campaigns/compare?campaign=a&campaign=a");
  await expect(page.getByText("Both sides are the same")).toBeVisible();
  for (const query of [
    "campaign=~&campaign=%00&before_from=x&to=0001-01-01",
    "from=0001-01-01&to=9999-12-31&before_to=9999-12-31",
    `campaign=${encodeURIComponent("'\"%_\\ 🎧 \u202e OR 1=1 --".repeat(50))}`,
    "x[y]=1&campaign=!a",
  ]) {
    expect((await page.goto(`/campaigns/compare?${query}`))?.status(), query).toBe(200);
    await expect(page.getByRole("table", { name: "Figures" })).toBeVisible();
  }
});

function cells(table: ReturnType<Page["getByRole"]>, name: string) {
  const row = table.getByRole("row").filter({ has: table.page().getByRole("rowheader", { name }) });
  return row.getByRole("cell").filter({ has: table.page().getByRole("link") });
}

/** The campaigns, the most calls first. */
function namesOf(calls: SentCall[]): string[] {
  const names = new Set(calls.flatMap(({ campaign }) => campaign ?? []));
  const countOf = (name: string) => calls.filter(({ campaign }) => campaign === name).length;
  return [...names].sort((one, other) => countOf(other) - countOf(one));
}

const dayMs = 86_400_000;

function dayOf(ms: number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(new Date(ms));
}
