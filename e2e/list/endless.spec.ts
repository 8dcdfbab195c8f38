import { expect, type Page } from "@playwright/test";
import { readIds, recordingsTable } from "../support/page/recordings-list";
import { watchShifts } from "../support/page/watch-shifts";
import { test } from "../support/server/static-dataset";

/** Short pages, so that a few calls make many of them. */
const address = "/recordings?limit=10";

// Where a call has no room beside the list, it opens at its own address.
test.use({ viewport: { width: 1100, height: 800 } });

test("the list goes on to its end, each call once and in its order", async ({ page, still }) => {
  await openList(page, "/recordings");
  await scrollToTheEnd(page);
  expect(await readIds(page)).toEqual(still.calls.map(({ id }) => id));
  await expect(page.getByText("End of the list")).toBeVisible();
  await expect(page.getByText(/more calls loaded, 160 in all/)).toBeAttached();
});

test("a reload, a step back and the link back find the same rows in the same place", async ({
  page,
}) => {
  const shifts = await watchShifts(page);
  await openList(page, address);
  await scrollUntil(page, 80);
  const place = await readPlace(page);
  const ids = await readIds(page);

  await page.reload();
  await expect.poll(() => readIds(page)).toEqual(ids);
  expect(await readPlace(page)).toEqual(place);
  expect(await shifts()).toBeLessThan(0.01);

  const call = recordingsTable(page).locator(`tr[data-id="${place.id}"]`).getByRole("link");
  await call.click();
  await expect(page).toHaveURL(`/recordings/${place.id}`);
  await expect(page.getByRole("region", { name: "Call", exact: true })).toBeVisible();
  await page.goBack();
  await expect.poll(() => readIds(page)).toEqual(ids);
  expect(await readPlace(page)).toEqual(place);

  await call.click();
  await expect(page).toHaveURL(`/recordings/${place.id}`);
  await page.getByRole("main").getByRole("link", { name: "Recordings", exact: true }).click();
  await expect.poll(() => readIds(page)).toEqual(ids);
  expect(await readPlace(page)).toEqual(place);

  // Who comes anew begins at the top.
  await page.getByRole("link", { name: "Customers" }).first().click();
  await expect(page).toHaveURL("/customers");
  await page.getByRole("link", { name: "Recordings", exact: true }).first().click();
  await expect(recordingsTable(page)).toBeVisible();
  expect((await readIds(page)).length).toBe(50);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("what can't be loaded says so, and is asked for again by a button and by itself", async ({
  page,
}) => {
  await openList(page, address);
  await page.route("**/api/recordings/page?**", (route) => route.abort());
  await page.mouse.move(500, 500);
  await page.mouse.wheel(0, 600);
  await expect(page.getByText("Couldn’t load the next calls.")).toBeVisible();
  expect((await readIds(page)).length).toBe(10);
  const asked = page.waitForRequest("**/api/recordings/page?**", { timeout: 2_000 });
  await page.getByRole("button", { name: "Try again" }).click();
  await asked;
  await page.unroute("**/api/recordings/page?**");
  await expect.poll(async () => (await readIds(page)).length).toBeGreaterThan(10);
  await expect(page.getByText("Couldn’t load the next calls.")).toBeHidden();
});

test("a page of another shape, as a newer server may send it, leaves the list as it is", async ({
  page,
}) => {
  await openList(page, address);
  const ids = await readIds(page);
  await page.route("**/api/recordings/page?**", async (route) => {
    const response = await route.fetch();
    const { rows, ...rest } = await response.json();
    const renamed = rows.map(({ customerName, ...row }: Record<string, unknown>) => ({
      ...row,
      customer: customerName,
    }));
    await route.fulfill({ response, json: { ...rest, rows: renamed } });
  });
  await page.mouse.move(500, 500);
  await page.mouse.wheel(0, 600);
  await expect(page.getByText("Couldn’t load the next calls.")).toBeVisible();
  expect(await readIds(page)).toEqual(ids);
  await page.unroute("**/api/recordings/page?**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(async () => (await readIds(page)).length).toBeGreaterThan(10);
});

test("the keyboard goes on over the end of a page", async ({ page }) => {
  await openList(page, "/recordings?limit=5");
  for (let n = 0; n < 5; n += 1) await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect.poll(async () => (await readIds(page)).length).toBeGreaterThan(5);
  await page.keyboard.press("j");
  await expect(recordingsTable(page).getByRole("row").nth(6).getByRole("link")).toBeFocused();
});

test("nothing of it outlives the session", async ({ page }) => {
  await openList(page, address);
  await scrollUntil(page, 40);
  await page.reload();
  await page.goto("/customers");
  const kept = () => page.evaluate(() => sessionStorage.getItem("earshot-place"));
  await expect.poll(kept).not.toBeNull();
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await expect.poll(kept).toBeNull();
});

test("what isn't a page of this list is refused", async ({ page, still }) => {
  const answer = await page.request.get(`${still.url}/api/recordings/page?after=nonsense`);
  expect(answer.status()).toBe(400);
  expect(await answer.json()).toMatchObject({ detail: expect.stringContaining("after") });
});

async function openList(page: Page, at: string): Promise<void> {
  const scriptsRun = page.waitForRequest(/\/api\/recordings\/events/);
  await page.goto(at);
  await scriptsRun;
}

async function scrollUntil(page: Page, rows: number): Promise<void> {
  await page.mouse.move(500, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    expect((await readIds(page)).length).toBeGreaterThanOrEqual(rows);
  }).toPass({ intervals: [100] });
  await settle(page);
}

async function scrollToTheEnd(page: Page): Promise<void> {
  await page.mouse.move(500, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 1_500);
    await expect(page.getByText("End of the list")).toBeVisible({ timeout: 300 });
  }).toPass();
}

/** Until neither the scrolling nor what it asked for is under way. */
async function settle(page: Page): Promise<void> {
  let before = "";
  await expect(async () => {
    const now = JSON.stringify([await readPlace(page), (await readIds(page)).length]);
    const isSame = now === before;
    before = now;
    expect(isSame).toBe(true);
  }).toPass({ intervals: [400] });
}

/** The row in the middle, and where it stands. */
function readPlace(page: Page): Promise<{ id: string | undefined; top: number | undefined }> {
  return page.evaluate(() => {
    const row = document.elementFromPoint(600, 400)?.closest("tr");
    return { id: row?.dataset.id, top: row?.getBoundingClientRect().top };
  });
}
