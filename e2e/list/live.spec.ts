import { expect, type Page } from "@playwright/test";
import { goOn, openList, readIds, recordingsTable } from "../support/page/recordings-list";
import { watchShifts } from "../support/page/watch-shifts";
import { deliver, makeCampaign, makeEvent, sendEvent } from "../support/requests/recording-event";
import { administrator, startEarshot } from "../support/server/earshot";
import type { Shared } from "../support/server/shared-earshot";
import { test } from "../support/test";

test("new calls wait behind a pill; nothing moves until it is pressed", async ({
  page,
  earshot,
}) => {
  const campaign = makeCampaign();
  const [older, newer] = [makeEvent({ campaign }), makeEvent({ campaign })];
  await sendEvent(earshot.webhookUrl, older);
  await sendEvent(earshot.webhookUrl, newer);
  const address = `/recordings?campaign=${campaign}`;
  await expect
    .poll(async () => (await page.request.get(`/recordings/${newer.data.id}`)).status())
    .toBe(200);
  await openList(page, address);
  const ids = await readIds(page);
  expect(ids).toEqual([newer.data.id, older.data.id]);

  const [elsewhere, first, second] = [
    makeEvent(),
    makeEvent({ campaign }),
    makeEvent({ campaign }),
  ];
  for (const event of [elsewhere, newer, first]) await sendEvent(earshot.webhookUrl, event);
  await expect(page.getByRole("button", { name: "1 new call" })).toBeVisible();
  await sendEvent(earshot.webhookUrl, second);
  const pill = page.getByRole("button", { name: "2 new calls" });
  await expect(pill).toBeVisible();
  expect(await readIds(page)).toEqual(ids);
  await expect(page).toHaveTitle("(2) Recordings · Earshot");
  await expect(page.getByText(/^Last call \d+ s ago$/)).toBeVisible();

  const marked = recordingsTable(page).locator("tr[data-arrived]");
  await expect(marked).toHaveCount(0);
  await pill.click();
  await expect(marked).toHaveCount(2);
  await expect.poll(() => readIds(page)).toEqual([second.data.id, first.data.id, ...ids]);
  await expect(marked).toHaveCount(0);
  await expect(page).toHaveTitle("Recordings · Earshot");
  await expect(page.getByRole("button", { name: /new calls?/ })).toBeHidden();
  await expect(page).toHaveURL(address);
});

for (const width of [1440, 1100, 768, 390]) {
  test(`the pill moves and covers nothing, stays in sight, and leads to the top: ${width} px`, async ({
    page,
    earshot,
  }) => {
    await page.setViewportSize({ width, height: 400 });
    const { address, campaign, ids } = await makeCalls(page, earshot, 8);
    const shifts = await watchShifts(page);
    await openList(page, address);
    await expect(page.getByText("8 calls", { exact: true })).toBeVisible();
    const before = await shifts();
    const event = makeEvent({ campaign });
    await sendEvent(earshot.webhookUrl, event);
    const pill = page.getByRole("button", { name: "1 new call" });
    await expect(pill).toBeVisible();
    // What has moved is told a moment later.
    await page.waitForTimeout(300);
    expect((await shifts()) - before).toBeLessThan(0.01);
    expect(await pill.evaluate(listCovered)).toEqual([]);

    await page.mouse.move(width / 2, 300);
    await page.mouse.wheel(0, 2_000);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await expect(pill).toBeInViewport({ ratio: 1 });
    expect(await pill.evaluate(listCovered)).toEqual([]);
    await pill.click();
    await expect.poll(() => readIds(page)).toEqual([event.data.id, ...ids]);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
}

test("a row that came by scrolling changes in its place, too", async ({ page, earshot }) => {
  const { address, ids, events } = await makeCalls(page, earshot, 9);
  const shifts = await watchShifts(page);
  await openList(page, `${address}&limit=3`);
  const more = page.getByRole("button", { name: "Load more" });
  for (const count of [6, 9]) {
    await more.click();
    await expect.poll(() => readIds(page)).toEqual(ids.slice(0, count));
  }
  const changed = events[1];
  if (!changed) throw new Error("Two events are needed");
  const row = recordingsTable(page).locator(`tr[data-id="${changed.data.id}"]`);
  await row.getByRole("link").focus();
  for (const status of ["answered", "completed"]) {
    changed.data.attributes.status = status;
    await sendEvent(earshot.webhookUrl, changed);
    await expect(row).toContainText(status, { timeout: 5_000 });
  }
  expect(await readIds(page)).toEqual(ids);
  await expect(row.getByRole("link")).toBeFocused();
  expect(await shifts()).toBeLessThan(0.01);
});

test("from a later page, the pill leads to the first", async ({ page, earshot }) => {
  const campaign = makeCampaign();
  const [older, newer, newest] = [1, 2, 3].map(() => makeEvent({ campaign }));
  if (!older || !newer || !newest) throw new Error("Three events are needed");
  await sendEvent(earshot.webhookUrl, older);
  await sendEvent(earshot.webhookUrl, newer);
  await expect
    .poll(async () => (await page.request.get(`/recordings/${newer.data.id}`)).status())
    .toBe(200);
  await page.goto(`/recordings?campaign=${campaign}&limit=1`);
  await goOn(page, page.getByRole("link", { name: "Older" }));
  expect(await readIds(page)).toEqual([older.data.id]);
  await sendEvent(earshot.webhookUrl, newest);
  await goOn(page, page.getByRole("button", { name: "1 new call" }));
  await expect.poll(() => readIds(page)).toEqual([newest.data.id]);
});

test("an empty list fills by itself", async ({ page }) => {
  const earshot = await startEarshot();
  await page.request.post(`${earshot.url}/api/auth/sign-in/email`, { data: administrator });
  await page.goto(earshot.url);
  await expect(page.getByRole("heading", { name: "No recordings yet" })).toBeVisible();
  const event = makeEvent();
  await sendEvent(earshot.webhookUrl, event);
  await expect(recordingsTable(page)).toBeVisible();
  expect(await readIds(page)).toEqual([event.data.id]);
  await expect(page.getByText("1 call", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No recordings yet" })).toBeHidden();
  await earshot.dispose();
});

test("a row that changes does so in its place, and nothing else moves", async ({
  page,
  earshot,
}) => {
  const campaign = makeCampaign();
  const events = [1, 2, 3].map(() => makeEvent({ campaign, status: "ringing" }));
  for (const event of events) await deliver({ ...earshot, request: page.request }, event);
  await openList(page, `/recordings?campaign=${campaign}&status=ringing`);
  const ids = await readIds(page);
  expect(ids).toHaveLength(3);
  const middle = events[1];
  if (!middle) throw new Error("Three events are needed");
  const row = recordingsTable(page).getByRole("row").nth(2);
  await row.getByRole("link").focus();
  for (const status of ["answered", "completed"]) {
    middle.data.attributes.status = status;
    await sendEvent(earshot.webhookUrl, middle);
    await expect(row).toContainText(status, { timeout: 5_000 });
  }
  expect(await readIds(page)).toEqual(ids);
  await expect(row.getByRole("link")).toBeFocused();
  await expect(page.getByRole("button", { name: /new calls?/ })).toBeHidden();
});

test("where no stream gets through, the page asks by itself", async ({ page, earshot }) => {
  const campaign = makeCampaign();
  const event = makeEvent({ campaign, status: "ringing" });
  await deliver({ ...earshot, request: page.request }, event);
  await page.route("**/api/recordings/events", (route) => route.abort());
  await page.goto(`/recordings?campaign=${campaign}`);
  await expect(recordingsTable(page)).toBeVisible();
  event.data.attributes.status = "completed";
  await sendEvent(earshot.webhookUrl, event);
  await sendEvent(earshot.webhookUrl, makeEvent({ campaign }));
  await expect(page.getByRole("button", { name: "1 new call" })).toBeVisible();
  await expect(recordingsTable(page).getByRole("row").nth(1)).toContainText("completed");
});

/** What would be seen where an element is, if it is not what holds it. */
function listCovered(over: Element): string[] {
  const { left, top, width, height } = over.getBoundingClientRect();
  const places = [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height] as const),
  );
  const seen = places.map(([x, y]) =>
    document.elementsFromPoint(x, y).find((one) => !over.contains(one)),
  );
  return seen.flatMap((one) => (one && !one.contains(over) ? [one.outerHTML.slice(0, 120)] : []));
}

/** Calls of a campaign of their own; the ids as the list has them, newest first. */
async function makeCalls(page: Page, earshot: Shared, count: number) {
  const campaign = makeCampaign();
  const events = Array.from({ length: count }, () => makeEvent({ campaign, status: "ringing" }));
  for (const event of events) await deliver({ ...earshot, request: page.request }, event);
  const ids = events.map(({ data }) => data.id).toReversed();
  return { campaign, events, ids, address: `/recordings?campaign=${campaign}` };
}
