import { expect, type Page } from "@playwright/test";
import { openList, readIds, recordingsTable, rowOfList } from "../support/page/recordings-list";
import { watchShifts } from "../support/page/watch-shifts";
import { test } from "../support/server/static-dataset";

test.use({ viewport: { width: 1440, height: 900 } });

test("times are told by how long ago they were, the full ones on hover, from the first byte on", async ({
  page,
  still,
}) => {
  await openList(page, "/recordings");
  const time = rowOfList(page, 1).getByRole("time");
  const [absolute, full] = [await time.textContent(), await time.getAttribute("title")];
  await choose(page, "Relative times");
  await expect(time).toHaveText(/^(just now|\d+ (s|min|h|days) ago|\d+ \w+ \d\d:\d\d)$/);
  await page.goto(`/recordings?q=${still.calls[0]?.id}`);
  const html = await (await page.request.get("/recordings")).text();
  const told = await time.textContent();
  const seconds = (Date.now() - Date.parse(still.calls[0]?.created_at ?? "")) / 1_000;
  if (seconds < 7 * 24 * 60 * 60) {
    expect(told).toMatch(/ ago$|^just now$/);
    expect(html).toMatch(/ ago<|>just now</);
  }
  await expect(time).toHaveAttribute("title", full ?? "?");
  await openList(page, "/recordings");
  await choose(page, "Relative times");
  await expect(time).toHaveText(absolute ?? "?");
});

test("days have headings, one each, and the list stays where it was", async ({ page, still }) => {
  await openList(page, "/recordings?limit=200");
  await expect(headed(page)).toHaveCount(0);
  await choose(page, "Day dividers");
  await expect.poll(() => headed(page).count()).toBeGreaterThan(0);
  await expectHeadings(page);
  await page.keyboard.press("Escape");

  const shifts = await watchShifts(page);
  await page.evaluate(() => window.scrollTo({ top: 2_345, behavior: "instant" }));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(2_345);
  await expect.poll(async () => (await readPlace(page)).id).toBeDefined();
  const place = await readPlace(page);
  await page.reload();
  await expect.poll(() => readPlace(page)).toEqual(place);
  expect(await shifts()).toBeLessThan(0.01);
  await expectHeadings(page);

  await page.mouse.click(700, await findRowBelow(page, 400));
  await expect(page.getByRole("complementary", { name: "Open call" })).toBeVisible();
  expect((await readPlace(page)).id).toBe(place.id);
  expect((await readPlace(page)).top).toBeCloseTo(place.top ?? Number.NaN, 0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary", { name: "Open call" })).toBeHidden();
  expect(await readPlace(page)).toEqual(place);

  // A chunk takes the room of its rows and headings, drawn or not.
  const bodies = recordingsTable(page).locator("tbody");
  for (const body of await bodies.all()) {
    const [room, rows] = await body.evaluate((one) => [
      one.getBoundingClientRect().height,
      [...one.querySelectorAll("tr")].reduce((sum, tr) => sum + tr.offsetHeight, 0),
    ]);
    expect(room).toBeCloseTo(rows ?? Number.NaN, 0);
  }
  expect((await readIds(page)).length).toBe(still.calls.length);

  await page.goto("/recordings?sort=-minutes_used");
  await expect(recordingsTable(page)).toBeVisible();
  await expect(headed(page)).toHaveCount(0);
});

/** Where, from the window's top, the middle of a row is that has no heading. */
async function findRowBelow(page: Page, y: number): Promise<number> {
  const middle = await recordingsTable(page)
    .locator("tbody tr:not([data-heading])")
    .evaluateAll((rows, from) => {
      const rects = rows.map((row) => row.getBoundingClientRect());
      const found = rects.find(({ top }) => top >= from);
      return found && (found.top + found.bottom) / 2;
    }, y);
  return middle ?? Number.NaN;
}

/** The first call of each day, and no other, has a heading. */
async function expectHeadings(page: Page): Promise<void> {
  const days = await recordingsTable(page)
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((tr) => ({
        day: tr.querySelector("time span")?.textContent,
        heading: tr.getAttribute("data-heading"),
      })),
    );
  for (const [index, { day, heading }] of days.entries()) {
    const isFirst = day !== days[index - 1]?.day;
    if (isFirst) expect(heading).toMatch(/^(Today|Yesterday|\w+day, \d+ \w+( \d+)?)$/);
    else expect(heading).toBeNull();
  }
}

test("on a tablet the cards have their times and days by choice, and many chips widen nothing", async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await openList(page, "/recordings?status=completed&status=busy&days=last-30-days&minutes=0..90");
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  expect(await width()).toBe(768);
  await page.getByRole("button", { name: "Display" }).click();
  const dialog = page.getByRole("dialog", { name: "Display" });
  await expect(dialog.getByRole("checkbox")).toHaveCount(2);
  await expect(dialog.getByRole("list", { name: "Columns" })).toBeHidden();
  await dialog.getByRole("checkbox", { name: "Day dividers" }).click();
  await expect(headed(page).first()).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Relative times" }).click();
  await expect(recordingsTable(page).getByText(/ ago$/).first()).toBeVisible();
  expect(await width()).toBe(768);
});

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name }).click();
}

function headed(page: Page) {
  return recordingsTable(page).locator("tr[data-heading]");
}

/** The row in the middle, and where it stands. */
function readPlace(page: Page): Promise<{ id: string | undefined; top: number | undefined }> {
  return page.evaluate(() => {
    const tr = document.elementFromPoint(600, 400)?.closest("tr");
    return { id: tr?.dataset.id, top: tr?.getBoundingClientRect().top };
  });
}
