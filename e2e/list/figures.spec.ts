import { expect, type Page } from "@playwright/test";
import { countAsSuccess } from "../support/page/count-as-success";
import { activeFilters, openFilter } from "../support/page/recordings-list";
import type { SentCall } from "../support/server/sent-calls";
import { test } from "../support/server/static-dataset";

test("figures are those of the filter, whether its counts are kept or read", async ({
  page,
  still,
}) => {
  await page.goto("/recordings");
  await expectFigures(page, still.calls);
  const status = still.calls[0]?.status ?? "";
  await (await openFilter(page, "Status")).getByRole("checkbox", { name: status }).check();
  const some = still.calls.filter((call) => call.status === status);
  await expectFigures(page, some);
  await page.keyboard.press("Escape");
  const minutes = await openFilter(page, "Minutes");
  await minutes.getByRole("link").first().click();
  await expect(activeFilters(page)).toContainText("Minutes");
  const least = Number(new URL(page.url()).searchParams.get("minutes")?.split("..")[0] || 0);
  const most = Number(new URL(page.url()).searchParams.get("minutes")?.split("..")[1] || 1e9);
  await expectFigures(
    page,
    some.filter((call) => call.minutes_used >= least && call.minutes_used <= most),
  );
});

test("days are compared with as many before them", async ({ page, still }) => {
  const dayOf = (call: SentCall) => berlinDay.format(new Date(call.created_at));
  const days = [...new Set(still.calls.map(dayOf))].sort();
  const [before, day] = days.slice(-3);
  const countOn = (one = "") => still.calls.filter((call) => dayOf(call) === one).length;
  expect(nextDay(before ?? ""), "the made-up calls skip no day").toBe(day);
  await page.goto(`/recordings?from=${day}&to=${day}`);
  const change = countOn(day) / countOn(before) - 1;
  const percent = `${Number((Math.abs(change) * 100).toFixed(1))}%`;
  await expect(figure(page, "Calls")).toContainText(String(countOn(day)));
  await expect(figure(page, "Calls")).toContainText(
    Math.abs(change) < 0.0005 ? "unchanged" : `${change > 0 ? "up" : "down"} ${percent}`,
  );
  await expect(figure(page, "Calls")).toContainText(`from ${countOn(before)} on `);
});

test("an administrator chooses what counts as success, for everyone", async ({ page, still }) => {
  await page.goto("/recordings");
  await expect(figure(page, "Success share")).toContainText("—");
  await countAsSuccess(page, "completed");
  const completed = still.calls.filter(({ status }) => status === "completed").length;
  const share = `${Number(((completed / still.calls.length) * 100).toFixed(1))}%`;
  await expect(figure(page, "Success share")).toContainText(share);
  await page.reload();
  await expect(figure(page, "Success share")).toContainText(share);
  await countAsSuccess(page, "completed", false);
  await expect(figure(page, "Success share")).toContainText("—");
});

const berlinDay = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" });

function nextDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

async function expectFigures(page: Page, calls: SentCall[]) {
  const minutes = calls.reduce((sum, call) => sum + call.minutes_used, 0);
  await expect(figure(page, "Calls")).toContainText(String(calls.length));
  await expect(figure(page, "Minutes")).toContainText(minutes.toLocaleString("en"));
  await expect(figure(page, "Average length")).toContainText(
    `${(minutes / calls.length).toFixed(1)} min`,
  );
}

/** A figure with its change. */
function figure(page: Page, label: string) {
  const figures = page.getByRole("region", { name: "Figures" });
  return figures.getByRole("definition").and(page.locator(`dt:has-text("${label}") + dd`));
}
