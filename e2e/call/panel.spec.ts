import { expect, type Locator, type Page } from "@playwright/test";
import {
  openList,
  readIds,
  recordingsTable,
  waitForScripts,
} from "../support/page/recordings-list";
import { deliver, makeCampaign, makeEvent, sendEvent } from "../support/requests/recording-event";
import { test } from "../support/test";

test.use({ viewport: { width: 1440, height: 900 } });

test("a call opens beside the list, which stays; its address restores both", async ({
  page,
  earshot,
}) => {
  const { campaign, ids } = await makeCalls(page, earshot, 3);
  const address = `/recordings?campaign=${campaign}`;
  await openList(page, address);
  await row(page, 2).getByRole("link").click();
  await expect(page).toHaveURL(`${address}&open=${ids[1]}`);
  await expect(panel(page)).toContainText(ids[1] ?? "?");
  expect(await readIds(page)).toEqual(ids);
  await expect(row(page, 2).getByRole("link")).toBeFocused();
  await expect(row(page, 2).getByRole("link")).toHaveAttribute("aria-current", "true");

  const scriptsRun = waitForScripts(page);
  await page.reload();
  await scriptsRun;
  await expect(panel(page)).toContainText(ids[1] ?? "?");
  expect(await readIds(page)).toEqual(ids);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL(address);
  await expect(row(page, 2).getByRole("link")).toBeFocused();

  await row(page, 1).getByRole("link").click();
  await expect(panel(page)).toContainText(ids[0] ?? "?");
  await page.goBack();
  await expect(panel(page)).toBeHidden();
  await page.goForward();
  await expect(panel(page)).toContainText(ids[0] ?? "?");
  await panel(page).getByRole("link", { name: "Close" }).click();
  await expect(panel(page)).toBeHidden();
  await expect(row(page, 1).getByRole("link")).toBeFocused();
});

test("next and previous stay inside the filter, in the panel and on the page", async ({
  page,
  earshot,
}) => {
  const { campaign, ids } = await makeCalls(page, earshot, 3);
  await openList(page, `/recordings?campaign=${campaign}&limit=2&sort=created_at`);
  const [first = "", second = "", third = ""] = ids.toReversed();
  await row(page, 1).getByRole("link").click();
  await expect(panel(page)).toContainText(first);
  await expect(panel(page).getByText("No previous call")).toBeAttached();
  await panel(page).getByRole("link", { name: "Next call" }).click();
  await expect(panel(page)).toContainText(second);
  await panel(page).getByRole("link", { name: "Next call" }).click();
  await expect(panel(page)).toContainText(third);
  await expect(page).toHaveURL(new RegExp(`open=${third}`));
  await expect(panel(page).getByText("No next call")).toBeAttached();
  expect(await readIds(page)).toEqual([first, second]);
  await panel(page).getByRole("link", { name: "Previous call" }).click();
  await expect(panel(page)).toContainText(second);

  await panel(page).getByRole("link", { name: "Open as a page" }).click();
  await expect(page).toHaveURL(`/recordings/${second}`);
  await page.getByRole("link", { name: "Next call" }).click();
  await expect(page).toHaveURL(`/recordings/${third}`);
  await expect(page.getByRole("link", { name: "Next call" })).toBeHidden();
  await page.getByRole("link", { name: "Previous call" }).click();
  await expect(page).toHaveURL(`/recordings/${second}`);
  await expect(page.getByRole("link", { name: "Previous call" })).toBeVisible();
  await page.keyboard.press("k");
  await expect(page).toHaveURL(`/recordings/${first}`);
  await expect(page.getByRole("link", { name: "Next call" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(`/recordings/${second}`);
});

test("beside an open call brackets turn the pages, and J and K go from call to call", async ({
  page,
  earshot,
}) => {
  const { campaign, ids } = await makeCalls(page, earshot, 4);
  await openList(page, `/recordings?campaign=${campaign}&limit=2`);
  await row(page, 1).getByRole("link").click();
  await expect(panel(page)).toContainText(ids[0] ?? "?");
  await page.keyboard.press("j");
  await expect(panel(page)).toContainText(ids[1] ?? "?");
  await page.keyboard.press("k");
  await expect(panel(page)).toContainText(ids[0] ?? "?");
  await page.keyboard.press("]");
  await expect(page).toHaveURL(/after=/);
  await expect.poll(() => readIds(page)).toEqual(ids.slice(2));
});

test("the link to an open call is copied beside the list, whatever the list's own is", async ({
  page,
  earshot,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { campaign, ids } = await makeCalls(page, earshot, 1);
  await openList(page, `/recordings?campaign=${campaign}`);
  await row(page, 1).getByRole("link").click();
  await panel(page).getByRole("button", { name: "Copy link to this call" }).click();
  await expect(panel(page).getByText("Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${earshot.url}/recordings/${ids[0]}`,
  );
});

test("calls that come while one opens wait, and the open one follows its changes", async ({
  page,
  earshot,
}) => {
  const { campaign, ids, events } = await makeCalls(page, earshot, 2);
  await openList(page, `/recordings?campaign=${campaign}`);
  await sendEvent(earshot.webhookUrl, makeEvent({ campaign }));
  await expect(page.getByRole("button", { name: "1 new call" })).toBeVisible();
  await row(page, 1).getByRole("link").click();
  await expect(panel(page)).toContainText(ids[0] ?? "?");
  expect(await readIds(page)).toEqual(ids);
  const [event] = events;
  if (!event) throw new Error("An event is needed");
  event.data.attributes.summary = "The caller rang again about the garden gate.";
  await sendEvent(earshot.webhookUrl, event);
  const summary = panel(page).getByRole("region", { name: "Summary" });
  await expect(summary).toContainText("the garden gate");
  await expect(row(page, 1)).toContainText("the garden gate");
  await page.getByRole("button", { name: "1 new call" }).click();
  await expect.poll(() => readIds(page)).toHaveLength(3);
  await expect(summary).toContainText("the garden gate");
});

test("what is written from right to left begins at the right, and is cut at its end", async ({
  page,
  earshot,
}) => {
  const campaign = makeCampaign();
  const summary = "اتصل العميل للاستفسار عن موعد التجديد وطلب إعادة الاتصال به. ".repeat(6);
  const event = makeEvent({ campaign, summary });
  event.data.attributes.customer.details.last_name = "محمد عبد الرحمن الأحمد بن خالد";
  event.data.attributes.customer.details.first_name = "عبد الله";
  await deliver({ ...earshot, request: page.request }, event);
  await page.goto(`/recordings?campaign=${campaign}`);
  const cells = row(page, 1).getByRole("cell");
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const text of [summary.slice(0, 20), "عبد الله"]) {
      expect(await showsBeginning(cells.filter({ hasText: text })), `at ${width} px`).toBe(true);
    }
  }
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.goto(`/recordings/${event.data.id}`);
  const read = page.getByRole("region", { name: "Summary" }).getByText(summary.slice(0, 20));
  const gapPx = await read.evaluate((text) => {
    const edge = text.parentElement?.getBoundingClientRect().right ?? 0;
    return edge - text.getBoundingClientRect().right;
  });
  expect(gapPx).toBeLessThan(1);
});

test("a value of the open call narrows the list to it, or takes it out", async ({
  page,
  earshot,
}) => {
  const campaign = makeCampaign();
  const status = `odd & ${campaign}`;
  const events = [makeEvent({ campaign, status }), makeEvent({ campaign })];
  for (const event of events) await deliver({ ...earshot, request: page.request }, event);
  const [odd = "", usual = ""] = events.map(({ data }) => data.id);
  await openList(page, `/recordings?campaign=${campaign}`);
  await row(page, 2).getByRole("link").click();
  await expect(panel(page)).toContainText(odd);
  const value = panel(page).getByRole("button", { name: `Filter by status: ${status}` });
  await value.press("Enter");
  await page.keyboard.press("Tab");
  const only = page.getByRole("link", { name: `Show only ${status}` });
  await expect(only).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(() => readIds(page)).toEqual([odd]);
  await expect(page).toHaveURL((url) => {
    const { searchParams: given } = url;
    return given.get("status") === status && given.get("campaign") === campaign;
  });
  await expect(panel(page)).toContainText(odd);
  await expect(only).toBeHidden();

  await value.click();
  await page.getByRole("link", { name: `Exclude ${status}` }).click();
  await expect.poll(() => readIds(page)).toEqual([usual]);
  await expect(page).toHaveURL((url) => url.searchParams.get("status") === `!${status}`);
  await expect(panel(page)).toBeHidden();

  await page.goto(`/recordings/${odd}`);
  await page.getByRole("button", { name: `Filter by campaign: ${campaign}` }).click();
  await page.getByRole("link", { name: `Show only ${campaign}` }).click();
  await expect(page).toHaveURL(`/recordings?campaign=${campaign}`);
  await expect.poll(() => readIds(page)).toEqual([usual, odd]);
});

test("a click with a modifier opens the page in a tab of its own", async ({ page, earshot }) => {
  const { campaign, ids } = await makeCalls(page, earshot, 1);
  await page.goto(`/recordings?campaign=${campaign}`);
  const opening = page.context().waitForEvent("page");
  await row(page, 1)
    .getByRole("link")
    .click({ modifiers: ["ControlOrMeta"] });
  const tab = await opening;
  await expect(tab).toHaveURL(`/recordings/${ids[0]}`);
  await expect(panel(page)).toBeHidden();
});

test("an address that names no call says so, and can be closed", async ({ page }) => {
  await openList(page, "/recordings?open=rec_never");
  await expect(panel(page)).toContainText("Recording not found");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/recordings");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an address with an open call shows it, and its links lead on", async ({
    page,
    earshot,
  }) => {
    const { campaign, ids } = await makeCalls(page, earshot, 2);
    await page.goto(`/recordings?campaign=${campaign}&open=${ids[0]}`);
    await expect(panel(page)).toContainText(ids[0] ?? "?");
    await panel(page).getByRole("link", { name: "Next call" }).click();
    await expect(panel(page)).toContainText(ids[1] ?? "?");
    await panel(page).getByRole("link", { name: "Close" }).click();
    await expect(panel(page)).toBeHidden();
    expect(await readIds(page)).toEqual(ids);
  });
});

/** Some calls of a campaign of their own, newest first. */
async function makeCalls(page: Page, to: { webhookUrl: string }, count: number) {
  const campaign = makeCampaign();
  const events = Array.from({ length: count }, () => makeEvent({ campaign }));
  for (const event of events) await deliver({ ...to, request: page.request }, event);
  events.reverse();
  return { campaign, events, ids: events.map(({ data }) => data.id) };
}

/** Whether the first letter of a cell is inside of it. */
function showsBeginning(cell: Locator): Promise<boolean> {
  return cell.evaluate((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (!text) return false;
    const first = document.createRange();
    first.setStart(text, 0);
    first.setEnd(text, 1);
    const [letter, room] = [first, element].map((one) => one.getBoundingClientRect());
    return !!letter && !!room && letter.left >= room.left - 1 && letter.right <= room.right + 1;
  });
}

function panel(page: Page) {
  return page.getByRole("complementary", { name: "Open call" });
}

function row(page: Page, n: number) {
  return recordingsTable(page).getByRole("row").nth(n);
}
