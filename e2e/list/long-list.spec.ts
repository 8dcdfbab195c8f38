import { expect, type Page, test } from "@playwright/test";
import { section, unfoldDetails } from "../support/page/read-facts";
import { acrossOf, readIds, readIndex, recordingsTable } from "../support/page/recordings-list";
import { signIn } from "../support/page/sign-in";
import { deliver, makeEvent, sendEvent } from "../support/requests/recording-event";
import { readReadiness } from "../support/requests/steady-load";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { startCalls } from "../support/server/sandbox-run";

test.use({ viewport: { width: 1440, height: 900 } });
/** A browser that draws without a graphics card, beside another one, takes minutes for the depths. */
test.describe.configure({ timeout: 240_000 });

let earshot: Earshot;
test.beforeAll(async () => {
  earshot = await startEarshot();
  const calls = await startCalls(earshot.webhookUrl, ["--calls", "700", "--rate", "max"]);
  await calls.finish();
  await calls.stop();
  await expect
    .poll(async () => (await readReadiness(earshot.url)).journal?.depth, { timeout: 60_000 })
    .toBe(0);
});
test.afterAll(() => earshot?.dispose());

test("of a long list the rows out of sight are room only, and there when one comes", async ({
  page,
}) => {
  await enter(page);
  await page.goto(`${earshot.url}/recordings?limit=200`);
  await scrollToTheEnd(page);
  const rows = recordingsTable(page).locator("tbody tr");
  await expect.poll(() => rows.count()).toBeLessThan(500);
  await expect(rows.last()).toHaveAttribute("aria-rowindex", "701");
  await rows.last().getByRole("checkbox").check();
  await page.keyboard.press("Control+a");
  await expect(page.getByRole("region", { name: "Selected calls" })).toContainText("700 selected");
  await page.keyboard.press("Escape");

  await scrollUpFromTheEnd(page);
  await expect.poll(() => readIndex(page)).not.toBeNull();
  const place = await readIndex(page);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await expect.poll(() => readIndex(page)).toBeLessThan(20);
  await scrollUpFromTheEnd(page);
  await expect.poll(() => readIndex(page)).toBe(place);

  await page.reload();
  await expect.poll(() => readIndex(page)).toBe(place);
});

/**
 * How far the list is scrolled, and where one clicks: at 890 on a row that the window cuts. Then at which
 * width one goes on from the call to its page, where Esc closes it first; at the other width, Back does.
 */
const depths = [
  [0, 560, 1280],
  [1_800, 890, 1440],
  [3_600, 560, 1440],
  [7_200, 890, 1280],
  [10_800, 560, 1440],
] as const;

for (const width of [1280, 1440]) {
  test(`the list stays where it was while calls open, close and are left, at any depth: ${width} px`, async ({
    page,
  }) => {
    await openNarrowList(page, width);
    for (const [depth, y, goesOnAt] of depths) {
      await scrollTo(page, depth);
      const before = await readPlace(page, y);
      const way = goesOnAt === width ? "Escape" : "Back";
      await page.mouse.click(acrossOf(page), y);
      await expect(panel(page)).toBeVisible();
      expect(await topOf(page, before.id), `opened at ${depth}`).toBeCloseTo(before.top, 0);
      if (way === "Escape") await page.keyboard.press("Escape");
      else await page.goBack();
      await expect(panel(page)).toBeHidden();
      expect(await readPlace(page, y), `closed by ${way} at ${depth}`).toEqual(before);
      if (goesOnAt === width) await expectTwoStepsBack(page, before, { depth, y });
    }
  });
}

/** By its page, from which Back leads to the call beside the list, and again to the list alone. */
async function expectTwoStepsBack(
  page: Page,
  before: Place,
  { depth, y }: { depth: number; y: number },
): Promise<void> {
  await page.mouse.click(acrossOf(page), y);
  await expect(panel(page)).toContainText(before.id);
  await panel(page).getByRole("link", { name: "Open as a page" }).click();
  await expect(page).toHaveURL(`${earshot.url}/recordings/${before.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(panel(page)).toBeVisible();
  await expect
    .poll(() => topOf(page, before.id), { message: `back beside the list at ${depth}` })
    .toBeCloseTo(before.top, 0);
  await page.goBack();
  await expect(panel(page)).toBeHidden();
  expect(await readPlace(page, y), `back at ${depth}`).toEqual(before);
}

test("on a phone, where a call is a page, Esc and Back lead to the list where it was", async ({
  page,
}) => {
  await openNarrowList(page, 390);
  for (const [index, [depth, y]] of depths.entries()) {
    await scrollTo(page, depth);
    const before = await readPlace(page, y);
    const way = index % 2 === 0 ? "Escape" : "Back";
    await page.mouse.click(acrossOf(page), y);
    await expect(page).toHaveURL(new RegExp(`/recordings/${before.id}`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (way === "Escape") await page.keyboard.press("Escape");
    else await page.goBack();
    const message = `back by ${way} at ${depth}`;
    await expect.poll(() => readPlace(page, y), { message }).toEqual(before);
  }
});

/** With chips, so that what is above the rows breaks into more lines beside a call. */
async function openNarrowList(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.context().request.post(`${earshot.url}/api/auth/sign-in/email`, {
    data: administrator,
  });
  const scriptsRun = page.waitForRequest(/\/api\/recordings\/events/);
  await page.goto(
    `${earshot.url}/recordings?limit=200&status=!a&status=!b&campaign=!x&campaign=!y`,
  );
  await scriptsRun;
}

function panel(page: Page) {
  return page.getByRole("complementary", { name: "Open call" });
}

test("calls of the years 1 and 9999 stand beside the timeline, and any days are answered", async ({
  page,
}) => {
  await enter(page);
  const [first, last] = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"].map((created_at) =>
    makeEvent({ created_at }),
  );
  for (const event of [first, last]) if (event) await deliverTo(page, event);
  // Its time can't be told, so that it is a call of the time when it came.
  const tooLate = makeEvent({ created_at: "9999-12-31T23:59:59-05:00" });
  const deliveryId = await sendEvent(earshot.webhookUrl, tooLate);
  await expect(async () => {
    const answer = await page.request.get(`${earshot.url}/api/deliveries/${deliveryId}`);
    expect(await answer.text()).toContain("lies outside the years 1 to 9999 in UTC");
  }).toPass();

  await page.goto(`${earshot.url}/recordings`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByRole("img")).toHaveAccessibleName(/: 701 calls, at most /);
  await expect(timeline.getByRole("link", { name: "1 earlier" })).toBeVisible();
  await timeline.getByRole("link", { name: "1 later" }).click();
  await expect(page).toHaveURL(/\?from=9999-12-31&to=9999-12-31$/);
  await expect.poll(() => readIds(page)).toEqual([last?.data.id]);
  await expect(timeline.getByRole("img")).toHaveAccessibleName(/: 1 call, at most /);

  const days = [
    "from=2020-01-01&to=9999-12-31",
    "from=0001-01-01&to=9999-12-31",
    "from=0001-01-01",
    "to=0001-01-01",
    "from=9999-12-31",
    "from=3000-01-01&to=8000-12-31",
    "q=call&to=9999-12-31",
    "from=0000-01-01",
    "from=10000-01-01",
    "to=%2B010000-01-01",
    "from=2026-02-30&to=-1",
  ];
  for (const one of days) {
    await expectBounded(page, `/recordings?${one}`);
    await expectBounded(page, `/api/recordings/counts?${one}`);
  }
  for (const one of days.slice(1, 4)) {
    await expectBounded(page, `/campaigns?${one}`);
    await expectBounded(page, `/settings/webhooks/deliveries?${one}`);
  }
});

test("a call of very many keys and words is a page that comes soon, and says what it leaves out", async ({
  page,
}) => {
  await enter(page);
  const keys = Array.from({ length: 60_000 }, (_, n): [string, unknown] => [`unknown_key_${n}`, n]);
  const event = makeEvent({
    ...Object.fromEntries(keys),
    summary: "A long story. ".repeat(70_000),
    one_long_value: "x".repeat(500_000),
  });
  const { id } = event.data;
  const customer = event.data.attributes.customer.details.id;
  Object.assign(event.data.attributes.customer.details, Object.fromEntries(keys.slice(0, 20_000)));
  const deliveryId = await deliverTo(page, event);
  event.data.attributes.status = "changed";
  const nextDeliveryId = await deliverTo(page, event);

  await expectBounded(page, `/recordings/${id}`);
  await expectBounded(page, `/recordings?open=${id}`);
  await expectBounded(page, `/customers/${customer}`);
  await expectBounded(page, `/settings/webhooks/deliveries/${deliveryId}`);
  await expectBounded(page, "/settings/webhooks/drift");

  await page.goto(`${earshot.url}/recordings/${id}`);
  await unfoldDetails(page);
  const others = section(page, "Other fields");
  await expect(others.getByRole("term")).toHaveCount(200);
  await expect(others).toContainText("And more than 9,800 more fields, in the raw payload.");
  const raw = others.getByRole("link", { name: "raw payload" });
  await expect(raw).toHaveAttribute("href", `/api/deliveries/${nextDeliveryId}/raw`);
  await expect(section(page, "Summary")).toContainText("And 970,000 more characters");
});

async function enter(page: Page): Promise<void> {
  await page.goto(`${earshot.url}/sign-in`);
  await signIn(page, administrator);
  await page.waitForURL("**/recordings");
}

function deliverTo(page: Page, event: ReturnType<typeof makeEvent>): Promise<string> {
  const get = (path: string) => page.request.get(`${earshot.url}${path}`);
  return deliver({ webhookUrl: earshot.webhookUrl, request: { get } }, event);
}

/** Whatever is asked for; a machine that has more to do takes its time. */
async function expectBounded(page: Page, path: string): Promise<void> {
  const beganMs = performance.now();
  const answer = await page.request.get(`${earshot.url}${path}`);
  const { length } = await answer.body();
  expect(answer.status(), path).toBe(200);
  expect(length, path).toBeLessThan(1_000_000);
  expect(performance.now() - beganMs, path).toBeLessThan(10_000);
}

/** From the very end: where the wheel has stopped, some of it may be out of sight. */
async function scrollUpFromTheEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" });
    window.scrollBy({ top: -9_000, behavior: "instant" });
  });
}

async function scrollToTheEnd(page: Page): Promise<void> {
  await page.mouse.move(500, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 6_000);
    await expect(page.getByText("End of the list")).toBeInViewport({ timeout: 300 });
  }).toPass();
}

/** As far as that, with what has to be loaded on the way. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.mouse.move(acrossOf(page), 500);
  await expect(async () => {
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
    await page.mouse.wheel(0, 1);
    // The wheel turns a moment later.
    await page.waitForTimeout(100);
    await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
    await page.waitForTimeout(100);
    expect(await page.evaluate(() => window.scrollY)).toBe(top);
    expect(await readIndex(page)).not.toBeNull();
  }).toPass();
}

type Place = { scrollY: number; id: string; top: number };

/** How far the list is scrolled, and which row stands at a height of the window. */
function readPlace(page: Page, y: number): Promise<Place> {
  return page.evaluate(
    ({ x, at }) => {
      const row = document.elementFromPoint(x, at)?.closest("tr");
      const top = row?.getBoundingClientRect().top ?? Number.NaN;
      return { scrollY: window.scrollY, id: row?.dataset.id ?? "none", top };
    },
    { x: acrossOf(page), at: y },
  );
}

function topOf(page: Page, id: string): Promise<number> {
  return recordingsTable(page)
    .locator(`tr[data-id="${id}"]`)
    .evaluate((row) => row.getBoundingClientRect().top);
}
