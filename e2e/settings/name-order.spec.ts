import { expect, type Page, test } from "@playwright/test";
import { dragByFinger } from "../support/page/drag";
import { findBarriers } from "../support/page/find-barriers";
import { signIn } from "../support/page/sign-in";
import { gripOf, terms } from "../support/page/vocabulary-page";
import { makeEvent, sendEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";

let earshot: Earshot;
test.beforeAll(async () => {
  earshot = await startEarshot();
  for (const status of ["completed", "completed", "completed", "busy", "busy", "failed"])
    await sendEvent(earshot.webhookUrl, makeEvent({ status }));
});
test.afterAll(() => earshot?.dispose());

test("the keyboard picks a name up, moves it and drops it, or puts it back", async ({ page }) => {
  await openNames(page);
  const busy = gripOf(page, "busy");
  await expectOrder(page, ["completed", "busy", "failed"]);

  await busy.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("Picked up busy, number 2 of 3.")).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText("busy: number 3 of 3")).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Cancelled. busy stays number 2 of 3.")).toBeAttached();
  await expectOrder(page, ["completed", "busy", "failed"]);
  await expect(busy).toBeFocused();

  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText("busy: number 3 of 3")).toBeAttached();
  await page.keyboard.press("Space");
  await expect(page.getByText("busy is number 3 of 3.")).toBeVisible();
  await expectOrder(page, ["completed", "failed", "busy"]);
  await expect(busy).toBeFocused();
  await page.reload();
  await expectOrder(page, ["completed", "failed", "busy"]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 500 }, hasTouch: true, isMobile: true });

  test("a finger moves a name by its grip, and scrolls the page beside it", async ({ page }) => {
    await openNames(page);
    await dragByFinger(page, gripOf(page, "busy"), gripOf(page, "completed"));
    await expect(page.getByText("busy is number 1 of 3.")).toBeVisible();
    await expectOrder(page, ["busy", "completed", "failed"]);
    expect(await findBarriers(page)).toEqual([]);
    await page.reload();
    await expectOrder(page, ["busy", "completed", "failed"]);

    await expectMovable(page);
    const name = page.getByRole("button", { name: "Rename failed" });
    await dragByFinger(page, name, page.getByRole("heading", { name: "Statuses", exact: true }));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await expectOrder(page, ["busy", "completed", "failed"]);
  });
});

/** Of an administrator; calls are counted once somebody looks at them. */
async function openNames(page: Page): Promise<void> {
  await page.goto(`${earshot.url}/settings/vocabulary`);
  await signIn(page, administrator);
  // The first page of a server that has just begun takes long on a busy machine.
  await expect(page).toHaveURL(`${earshot.url}/settings/vocabulary`, { timeout: 40_000 });
  const names = terms(page, "Statuses");
  await expect(async () => {
    await page.reload();
    await expect(names).toHaveCount(3, { timeout: 1_000 });
    await expect(names.filter({ hasText: /\d calls?/ })).toHaveCount(3, { timeout: 1_000 });
  }).toPass();
  await expectMovable(page);
}

/** What moves names comes after them. */
async function expectMovable(page: Page): Promise<void> {
  await expect(gripOf(page, "busy")).toHaveAttribute("aria-describedby", /./);
}

async function expectOrder(page: Page, names: string[]): Promise<void> {
  await expect(terms(page, "Statuses")).toContainText(names);
}
