import { expect, type Page } from "@playwright/test";
import { activeFilters, goOn } from "../support/page/recordings-list";
import type { SentCall } from "../support/server/sent-calls";
import { test } from "../support/server/static-dataset";

test("each campaign has its calls, minutes, statuses and last call, and so has none", async ({
  page,
  still,
}) => {
  const campaigns = groupByCampaign(still.calls);
  await page.goto("/campaigns");
  await expect(page.getByText(`${campaigns.size} campaigns`)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(campaigns.size + 1);
  for (const [name, calls] of campaigns) {
    const cells = rowsOf(page).filter({ hasText: name }).getByRole("cell");
    const minutes = calls.reduce((sum, call) => sum + call.minutes_used, 0);
    await expect(cells.nth(0)).toHaveText(name);
    await expect(cells.nth(1)).toHaveText(new RegExp(`^${calls.length} call`));
    await expect(cells.nth(2)).toHaveText(`${minutes} min`);
    await expect(cells.nth(3)).toContainText((minutes / calls.length).toFixed(1));
    const completed = calls.filter(({ status }) => status === "completed").length;
    const share = `${Math.round((completed / calls.length) * 100)}%`;
    await expect(cells.nth(6).getByText(`completed${share}`)).toBeVisible();
    const last = new Date(calls[0]?.created_at ?? 0).toISOString();
    await expect(cells.nth(7).getByRole("time")).toHaveAttribute("datetime", last);
  }
});

test("the most calls stand first, and every column that orders does so", async ({
  page,
  still,
}) => {
  const campaigns = groupByCampaign(still.calls);
  const counts = [...campaigns.values()].map(({ length }) => length).sort((a, b) => b - a);
  const readCounts = async () =>
    (await countCells(page).allInnerTexts()).map((text) => Number.parseInt(text, 10));
  await page.goto("/campaigns");
  expect(await readCounts()).toEqual(counts);
  const head = page.getByRole("columnheader", { name: "Calls" });
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await goOn(page, head.getByRole("link"));
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  expect(await readCounts()).toEqual(counts.toReversed());
});

test("a row leads to the calls that it counts, in its days too", async ({ page, still }) => {
  const newest = still.calls.find(({ campaign }) => campaign !== null);
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(
    new Date(newest?.created_at ?? 0),
  );
  await page.goto(`/campaigns?from=${day}&to=${day}`);
  const row = rowsOf(page).filter({ hasText: newest?.campaign ?? "" });
  const count = Number.parseInt((await row.getByRole("cell").nth(1).textContent()) ?? "", 10);
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Recordings" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Recordings" }).getByRole("row")).toHaveCount(
    count + 1,
  );
  await page.goto("/campaigns?q=no+campaign");
  await rowsOf(page).nth(1).getByRole("link").click();
  await expect(activeFilters(page)).toContainText("Campaign is empty");
});

test("dates and words narrow the list, and what nobody answers says so", async ({ page }) => {
  await page.goto("/campaigns");
  await page.getByRole("button", { name: "Date" }).click();
  await goOn(page, page.getByRole("link", { name: "Last 30 days" }));
  await expect(page.getByRole("list", { name: "Active filters" })).toContainText("Date is");
  await page.getByRole("searchbox", { name: "Search campaigns" }).fill("no such campaign at all");
  await expect(page.getByRole("heading", { name: "No campaigns match" })).toBeVisible();
  await goOn(page, page.getByRole("link", { name: "Clear filters" }));
  await expect(rowsOf(page).nth(1)).toBeVisible();
});

test("parameters of any kind degrade", async ({ page }) => {
  for (const query of [
    "from=2026-02-30&to=yesterday&sort=password&after=x&limit=-1",
    "from=9999-12-31&to=1000-01-01",
    `q=${encodeURIComponent("'\"%_\\ 🎧 \u202e OR 1=1 --".repeat(100))}`,
    "after=9999999999999999~x&sort=-last_call",
    "q=%00%ED%A0%80&x[y]=1",
  ]) {
    expect((await page.goto(`/campaigns?${query}`))?.status(), query).toBe(200);
    await expect(page.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
  }
});

function rowsOf(page: Page) {
  return page.getByRole("table", { name: "Campaigns" }).getByRole("row");
}

function countCells(page: Page) {
  return page.getByRole("table", { name: "Campaigns" }).locator("tbody tr td:nth-child(2)");
}

/** Newest first. */
function groupByCampaign(calls: SentCall[]): Map<string, SentCall[]> {
  const campaigns = new Map<string, SentCall[]>();
  for (const call of calls) {
    const name = call.campaign ?? "No campaign";
    campaigns.set(name, [...(campaigns.get(name) ?? []), call]);
  }
  return campaigns;
}
