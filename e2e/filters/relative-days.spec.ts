import { expect, type Page } from "@playwright/test";
import { Temporal } from "temporal-polyfill";
import { openFilter, readIds, recordingsTable } from "../support/page/recordings-list";
import { deliver, makeCampaign, makeEvent, sendEvent } from "../support/requests/recording-event";
import type { Shared } from "../support/server/shared-earshot";
import { test } from "../support/test";

// Far from UTC, where the first of the days begins on another day than here.
const zone = "Pacific/Auckland";

test.use({ timezoneId: zone, viewport: { width: 1440, height: 900 } });

test("whatever reads a list by days that go with the calendar stops where they do", async ({
  page,
  earshot,
}) => {
  const { wanted, before, address } = await makeWeek(page, earshot);
  const get = async (path: string, more = "") => {
    const response = await page.request.get(`/api/recordings${path}?${address}${more}`);
    expect(response.status(), path).toBe(200);
    return response;
  };

  expect(await (await get("/news", "&since=0")).json()).toMatchObject({ newCount: 5 });

  const lines = (await (await get("/export", "&format=jsonl")).text()).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(wanted);
  const csv = (await (await get("/export")).text()).trim().split("\n");
  expect(csv).toHaveLength(wanted.length + 1);

  const paged: string[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const more = `&limit=2${after && `&after=${encodeURIComponent(after)}`}`;
    const part: Part = await (await get("/page", more)).json();
    paged.push(...part.rows.map(({ id }) => id));
    after = part.after;
  }
  expect(paged).toEqual(wanted);

  for (const [index, id] of wanted.entries()) {
    expect(await (await get(`/${id}/neighbours`)).json()).toEqual({
      previous: wanted[index - 1] ?? null,
      next: wanted[index + 1] ?? null,
    });
  }
  // One that is open by its address, though its day is over.
  expect(await (await get(`/${before}/neighbours`)).json()).toEqual({
    previous: wanted.at(-1),
    next: null,
  });
});

test("the list, its counts, its timeline, the pill and the open call keep to the same days", async ({
  page,
  earshot,
}) => {
  const { campaign, wanted, address, dayBefore } = await makeWeek(page, earshot);
  const [secondLast = "", last = ""] = wanted.slice(-2);
  await page.goto(`/recordings?${address}&limit=2`);
  expect(await readIds(page)).toEqual(wanted.slice(0, 2));
  await expect(page.getByText("5 calls", { exact: true })).toBeVisible();
  const bars = page.getByRole("region", { name: "Timeline" }).getByRole("img");
  await expect(bars).toHaveAccessibleName(/: 5 calls, at most /);
  const status = await openFilter(page, "Status");
  await expect(status.getByRole("listitem").filter({ hasText: "completed" })).toContainText("5");
  await page.keyboard.press("Escape");

  for (const count of [4, 5]) {
    await page.getByRole("button", { name: "Load more" }).click();
    await expect.poll(() => readIds(page)).toEqual(wanted.slice(0, count));
  }
  await expect(page.getByText("End of the list")).toBeVisible();

  await sendEvent(earshot.webhookUrl, makeEvent({ campaign, created_at: dayBefore }));
  await sendEvent(earshot.webhookUrl, makeEvent({ campaign }));
  await expect(page.getByRole("button", { name: "1 new call" })).toBeVisible();

  const panel = page.getByRole("complementary", { name: "Open call" });
  await recordingsTable(page).locator(`tr[data-id="${secondLast}"]`).getByRole("link").click();
  await expect(panel).toContainText(secondLast);
  await panel.getByRole("link", { name: "Next call" }).click();
  await expect(panel).toContainText(last);
  await expect(panel.getByText("No next call")).toBeAttached();
  await page.reload();
  await expect(panel).toContainText(last);
  await expect(panel.getByText("No next call")).toBeAttached();
  await panel.getByRole("link", { name: "Previous call" }).click();
  await expect(panel).toContainText(secondLast);

  await panel.getByRole("link", { name: "Open as a page" }).click();
  await expect(page).toHaveURL(`/recordings/${secondLast}`);
  await page.getByRole("link", { name: "Next call" }).click();
  await expect(page).toHaveURL(`/recordings/${last}`);
  await expect(page.getByRole("link", { name: "Previous call" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Next call" })).toBeHidden();
});

type Part = { rows: { id: string }[]; after: string | null };

/** Five calls of the last seven days, one at their very beginning, and one just before them. */
async function makeWeek(page: Page, earshot: Shared) {
  const url = earshot.url;
  await page.context().addCookies([{ name: "earshot-time-zone", value: zone, url }]);
  const campaign = makeCampaign();
  const firstDay = Temporal.Now.plainDateISO(zone).subtract({ days: 6 });
  const startsAt = firstDay.toZonedDateTime(zone);
  const make = (moment: Temporal.ZonedDateTime) =>
    makeEvent({ campaign, created_at: moment.toInstant().toString() });
  const beforehand = startsAt.subtract({ seconds: 1 });
  const events = [
    make(beforehand),
    ...[startsAt, ...[1, 2, 3, 4].map((days) => startsAt.add({ days }))].map(make),
  ];
  for (const event of events) await deliver({ ...earshot, request: page.request }, event);
  const [before = "", ...wanted] = events.map(({ data }) => data.id);
  return {
    campaign,
    before,
    wanted: wanted.toReversed(),
    address: `campaign=${campaign}&days=last-7-days`,
    dayBefore: beforehand.subtract({ hours: 5 }).toInstant().toString(),
  };
}
