import { expect, type Page } from "@playwright/test";
import { findBarriers } from "../support/page/find-barriers";
import { addressOf, findRecording, listPages } from "../support/page/pages";
import { unfoldDetails } from "../support/page/read-facts";
import { openFilter, openList, recordingsTable, rowOfList } from "../support/page/recordings-list";
import { deliver, makeEvent } from "../support/requests/recording-event";
import { test } from "../support/test";

// What is wrong stands in the message; recording each step would take longer than the test.
const narrow = { width: 390, height: 844 };
const tablet = { width: 768, height: 1024 };
const wide = { width: 1440, height: 900 };
/** A check takes as long as the page, and one row is like another. */
const fewRows = "/recordings?limit=8";
const strange = "x".repeat(60);

for (const route of listPages()) {
  test(`${route} has no known barrier`, async ({ page }) => {
    const address = await addressOf(route, page);
    if (route === "/sign-in") await page.context().clearCookies();
    const response = await page.goto(address);
    expect(response?.status()).toBe(200);
    // What only leads to another page has no face of its own.
    if (response?.request().redirectedFrom()) return;
    await expectNoBarriers(page);
    await expectNoSidewaysScroll(page);
  });
}

test("no filter of the list has a known barrier", async ({ page }) => {
  await page.goto(fewRows);
  for (const name of [
    "Status",
    "Campaign",
    "Date",
    "Minutes",
    "Heard",
    "Phone number",
    "Tag",
    "Review",
    "Customer type",
    "More",
  ]) {
    const dialog = await openFilter(page, name);
    if (name === "Date") await expect(dialog.getByRole("grid")).toBeVisible();
    await expectNoBarriers(page, { part: openDialog });
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
});

test("nothing else that opens over the list has a known barrier", async ({ page }) => {
  await page.setViewportSize(wide);
  await openList(page, `${fewRows}&days=last-30-days`);
  for (const name of ["Views", "Copy link", "Columns", "Export"]) {
    await page.getByRole("button", { name, exact: true }).click();
    const dialog = page.locator(openDialog).filter({ visible: true });
    await expect(dialog.getByRole("button").first()).toBeVisible();
    for (const summary of await dialog.locator("summary").all()) await summary.click();
    // What lies under the edge that stays there is out of reach until it is scrolled to.
    await dialog.evaluate((one) => one.scrollTo({ top: one.scrollHeight, behavior: "instant" }));
    // A phone's list has no columns.
    const sizes = name === "Columns" ? [wide, tablet] : [wide, narrow];
    await expectNoBarriers(page, { sizes, part: openDialog });
    await page.keyboard.press("Escape");
    await page.setViewportSize(wide);
  }
  const value = rowOfList(page, 1).locator(".call-status");
  await value.hover({ force: true });
  await page.getByRole("button", { name: /^Filter by status: / }).click();
  await expect(page.getByRole("link", { name: /^Show only / })).toBeVisible();
  await expectNoBarriers(page, { sizes: [wide], part: openDialog });
  await page.keyboard.press("Escape");

  await rowOfList(page, 1).getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "Selected calls" });
  await expect(bar).toBeVisible();
  await expectNoBarriers(page);
  for (const name of ["Filter", "Tag"]) {
    await bar.getByRole("button", { name, exact: true }).click();
    await expect(page.locator(openDialog).filter({ visible: true })).toBeVisible();
    await expectNoBarriers(page, { sizes: [narrow], part: openDialog });
    await page.keyboard.press("Escape");
  }
  for (const name of ["Sort", "Menu"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await expectNoBarriers(page, { sizes: [narrow], part: openDialog });
    await page.keyboard.press("Escape");
  }
});

test("suggestions and chips have no known barrier", async ({ page }) => {
  await page.goto(`${fewRows}&status=!~&minutes=1..&confirmed=true`);
  const box = page.getByRole("combobox", { name: "Search recordings" });
  await box.click();
  await box.pressSequentially("status:");
  await expect(
    page.getByRole("listbox", { name: "Suggestions" }).getByRole("option").first(),
  ).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expectNoBarriers(page);
});

test("an open call, the help and the palette have no known barrier", async ({ page }) => {
  const { pathname } = new URL(await findRecording(page), "http://here");
  await page.goto(`${fewRows}&open=${pathname.split("/").at(-1)}`);
  await expect(page.getByRole("complementary", { name: "Open call" })).toBeVisible();
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(wide);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectNoBarriers(page, { part: openDialog });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option", { name: "Status is completed" })).toBeVisible();
  await expectNoBarriers(page, { part: openDialog });
  const palette = page.getByRole("dialog", { name: "Find anything" });
  await palette.getByRole("combobox").fill("example.com");
  await expect(palette.getByRole("group", { name: "Customers" })).toBeVisible();
  await expectNoBarriers(page, { part: openDialog });
  await palette.getByRole("combobox").fill("zzqqzz");
  await expect(palette.getByRole("status")).toContainText("No calls or customers match");
  await expectNoBarriers(page, { sizes: [narrow], part: openDialog });
});

test("what a search marks in the list has no known barrier", async ({ page }) => {
  await page.goto(`${fewRows}&q=example.com`);
  await expect(recordingsTable(page).locator("mark").first()).toBeAttached();
  await expectNoBarriers(page);
});

test("a narrowed list has no known barrier, nor has one without a match", async ({ page }) => {
  await page.goto(`${fewRows}&status=completed&status=!busy&minutes=2..&sort=oops`);
  await expect(recordingsTable(page)).toBeVisible();
  await expectNoBarriers(page);
  await page.goto(`/recordings?q=${strange}&campaign=${strange}`);
  await expect(page.getByRole("heading", { name: "No calls match" })).toBeVisible();
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
});

test("a call of strange data has no known barrier and stays in its frame", async ({
  page,
  earshot,
}) => {
  const event = makeEvent({
    status: strange,
    campaign: strange,
    summary: `${strange} `.repeat(30),
    recording_attachment: `${earshot.url}/${strange}`,
    [strange]: strange,
  });
  const { details } = event.data.attributes.customer;
  Object.assign(details, {
    first_name: strange,
    last_name: "محمد",
    is_phone_number_correct: false,
  });
  await deliver({ ...earshot, request: page.request }, event);
  await page.goto(`/recordings/${event.data.id}`);
  await expect(page.getByRole("region", { name: "Listen" }).getByRole("alert")).toBeVisible();
  await unfoldDetails(page);
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await page.goto(`/recordings?q=${event.data.id}`);
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
});

test("pages that tell of a refusal have no known barrier", async ({ page }) => {
  for (const path of ["/no/such/page", "/recordings/never", "/customers/never", "/set-up/never"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // What is not found is drawn anew by the browser, and named a moment later.
    await expect(async () => {
      expect(await page.title()).not.toBe("");
      await page.waitForTimeout(500);
      expect(await page.title()).not.toBe("");
    }).toPass();
    await expectNoBarriers(page);
  }
});

/** What opens over a page that is checked by itself. */
const openDialog = "dialog[open], [role=dialog]";

/** In both themes, which differ in colours alone, at both widths. */
async function expectNoBarriers(
  page: Page,
  { sizes = [wide, narrow], part }: { sizes?: (typeof wide)[]; part?: string } = {},
): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // What opens has the same colours at either width.
      if (part && colorScheme === "dark" && size !== sizes[0]) continue;
      const rules = colorScheme === "dark" ? ["color-contrast"] : undefined;
      const found = await findBarriers(page, { part, rules });
      expect(found, `${page.url()} at ${size.width}, ${colorScheme}`).toEqual([]);
    }
  }
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize(narrow);
  const scrolled = await page.evaluate(() => {
    window.scrollTo(10_000, window.scrollY);
    return window.scrollX;
  });
  expect(scrolled).toBe(0);
}
