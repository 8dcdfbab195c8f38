import { expect, type Page } from "@playwright/test";
import { findBarriers } from "../support/page/find-barriers";
import { goOn, openFilter, openList } from "../support/page/recordings-list";
import { test } from "../support/server/static-dataset";

test("the timeline shows how many calls there are, and follows the filter", async ({
  page,
  still,
}) => {
  await page.goto("/recordings");
  await expect(bars(page)).toHaveAccessibleName(
    new RegExp(`: ${still.calls.length} calls, at most `),
  );
  const status = still.calls[0]?.status ?? "";
  await (await openFilter(page, "Status")).getByRole("checkbox", { name: status }).check();
  const count = still.calls.filter((call) => call.status === status).length;
  await expect(bars(page)).toHaveAccessibleName(new RegExp(`: ${count} calls?, at most `));
});

test("a drag over it narrows the list to its days, and so does a click", async ({ page }) => {
  await page.goto("/recordings?from=2026-01-01&to=2026-01-20");
  const box = await bars(page).boundingBox();
  if (!box) throw new Error("The timeline has no place");
  const at = (day: number) => box.x + ((day - 0.5) / 20) * box.width;
  await page.mouse.move(at(15), box.y + 20);
  await page.mouse.down();
  await page.mouse.move(at(10), box.y + 20, { steps: 4 });
  await expect(page.getByText("10 Jan 2026 – 15 Jan 2026", { exact: true })).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL("/recordings?from=2026-01-10&to=2026-01-15");
  await goOn(page, keys(page));
  await expect(page).toHaveURL(/\?from=(2026-01-1\d)&to=\1$/);
});

test("the bar under the pointer says its days, its calls and how they ended", async ({
  page,
  still,
}) => {
  const day = dayOf(still.calls[0]?.created_at ?? "");
  const own = still.calls.filter((call) => dayOf(call.created_at) === day);
  await page.goto(`/recordings?from=${day}&to=${day}`);
  await expect(bars(page)).toBeVisible();
  const height = async () => (await timeline(page).boundingBox())?.height;
  const before = await height();
  const calls = new RegExp(`^${own.length} calls?$`);
  // Before the scripts have run, nobody hears a pointer.
  await expect(async () => {
    await page.getByRole("heading", { level: 1 }).hover();
    await keys(page).hover();
    await expect(timeline(page).getByText(calls)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  // How a day's calls ended depends on the hour of the day.
  const [{ status } = { status: "" }] = own;
  const alike = own.filter((call) => call.status === status).length;
  const share = `${Math.round((alike / own.length) * 100)}%`;
  await expect(timeline(page).getByText(`${status}${alike}${share}`)).toBeVisible();
  expect(await height()).toBe(before);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(timeline(page).getByText(calls)).toBeHidden();
});

test("the keyboard goes from bar to bar, hears of each, and filters by one", async ({
  page,
  still,
}) => {
  const day = dayOf(still.calls[0]?.created_at ?? "");
  const own = still.calls.filter((call) => dayOf(call.created_at) === day);
  const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/recordings?from=${before}&to=${day}`);
  await expect(keys(page)).toBeVisible();
  await keys(page).focus();
  await expect(async () => {
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await expect(keys(page)).toHaveAttribute(
      "aria-valuetext",
      new RegExp(`: ${own.length} calls? · .*${own[0]?.status} \\d`),
      { timeout: 2_000 },
    );
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/recordings?from=${day}&to=${day}`);
});

test.describe("by touch", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a tap tells of a bar, one elsewhere hides it, and a second on the bar filters", async ({
    page,
    still,
  }) => {
    const day = dayOf(still.calls[0]?.created_at ?? "");
    const count = still.calls.filter((call) => dayOf(call.created_at) === day).length;
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
    await openList(page, `/recordings?from=${before}&to=${day}`);
    await expect(keys(page)).toBeVisible();
    const tooltip = timeline(page).getByText(new RegExp(`^${count} calls?$`));
    await tapBar(page, 0.75);
    await expect(tooltip).toBeVisible();
    await expect(page).toHaveURL(`/recordings?from=${before}&to=${day}`);
    await page.getByRole("heading", { level: 1 }).tap();
    await expect(tooltip).toBeHidden();
    await tapBar(page, 0.75);
    await expect(tooltip).toBeVisible();
    await tapBar(page, 0.25);
    await expect(tooltip).toBeHidden();
    await tapBar(page, 0.75);
    await expect(tooltip).toBeVisible();
    await tapBar(page, 0.75);
    await expect(page).toHaveURL(`/recordings?from=${day}&to=${day}`);
  });
});

test("an entry of the legend filters by its status, and takes it off again", async ({
  page,
  still,
}) => {
  await page.goto("/recordings");
  const legend = page.getByRole("list", { name: "Legend" });
  await goOn(page, legend.getByRole("link", { name: "completed" }));
  await expect(page).toHaveURL("/recordings?status=completed");
  const count = still.calls.filter(({ status }) => status === "completed").length;
  await expect(bars(page)).toHaveAccessibleName(new RegExp(`: ${count} calls?, at most `));
  const chosen = legend.getByRole("link", { name: "completed" });
  await expect(chosen).toHaveAttribute("aria-current", "true");
  await goOn(page, chosen);
  await expect(page).toHaveURL("/recordings");
});

function dayOf(instant: string) {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(new Date(instant));
}

/** By a finger, at a share of the bars' width. */
async function tapBar(page: Page, at: number): Promise<void> {
  const box = await keys(page).boundingBox();
  if (!box) throw new Error("The timeline has no place");
  await page.touchscreen.tap(box.x + box.width * at, box.y + box.height / 2);
}

function timeline(page: Page) {
  return page.getByRole("region", { name: "Timeline" });
}

/** What takes the pointer and the keys. */
function keys(page: Page) {
  return timeline(page).getByRole("slider");
}

function bars(page: Page) {
  return timeline(page).getByRole("img");
}
