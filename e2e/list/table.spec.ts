import { expect, type Locator, type Page } from "@playwright/test";
import { dragByFinger, dragByMouse } from "../support/page/drag";
import { goOn, openList, recordingsTable } from "../support/page/recordings-list";
import { watchShifts } from "../support/page/watch-shifts";
import { test } from "../support/server/static-dataset";

test.use({ viewport: { width: 1440, height: 900 } });

test("columns are chosen and ordered; the address and this browser keep them", async ({
  page,
  still,
}) => {
  await openList(page, "/recordings?show=customer,status");
  const chooser = await openChooser(page);
  await expect(chooser.getByRole("checkbox", { name: "Customer always" })).toBeDisabled();
  await goOn(page, chooser.getByRole("checkbox", { name: "Email" }));
  await goOn(page, chooser.getByRole("button", { name: "Move Email up" }));
  await goOn(page, chooser.getByRole("button", { name: "Move Email up" }));
  await goOn(page, chooser.getByRole("checkbox", { name: "Status" }));
  const chosen = ["Email", "Customer"];
  await expect.poll(() => readHeads(page)).toEqual(chosen);
  await expect(page).toHaveURL("/recordings?show=email%2Ccustomer");
  const call = still.calls.find(({ customer }) => customer.details.email);
  await page.goto(`/recordings?q=${call?.id}`);
  expect(await readHeads(page)).toEqual(chosen);
  await expect(cell(page, 1, 0)).toHaveText(call?.customer.details.email ?? "?");

  await page.goto("/recordings?show=status,customer,price");
  expect(await readHeads(page)).toEqual(["Status", "Customer"]);
  await expect(page.getByText("Ignored: show=price")).toBeVisible();
  await (await openChooser(page)).getByRole("button", { name: /^Reset/ }).click();
  await expect.poll(() => readHeads(page)).toEqual(usual);
  await page.reload();
  expect(await readHeads(page)).toEqual(usual);
});

test.describe("on a screen that is touched", () => {
  test.use({ hasTouch: true });

  test("columns are moved by their grips: with a mouse, a finger and the keyboard", async ({
    page,
  }) => {
    await openList(page, "/recordings?show=customer,status,email");
    const chooser = await openChooser(page);
    const grip = (name: string) =>
      chooser.getByRole("button", { name: `Move ${name}`, exact: true });
    await expect(grip("Email"), "what moves rows has come").toHaveAttribute(
      "aria-describedby",
      /./,
    );
    await dragByMouse(page, grip("Customer"), grip("Status"));
    await expect.poll(() => readHeads(page)).toEqual(["Status", "Customer", "Email"]);
    await dragByFinger(page, grip("Email"), grip("Status"));
    await expect.poll(() => readHeads(page)).toEqual(["Email", "Status", "Customer"]);
    await expect(page).toHaveURL("/recordings?show=email%2Cstatus%2Ccustomer");

    await grip("Email").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText("Email: number 2 of 3")).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(page.getByText("Cancelled. Email stays number 1 of 3.")).toBeAttached();
    await expect(chooser, "it takes another Escape to close it").toBeVisible();
    await expect(grip("Email")).toBeFocused();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText("Email: number 2 of 3")).toBeAttached();
    await page.keyboard.press("Space");
    await expect(page.getByText("Dropped Email as number 2 of 3.")).toBeAttached();
    await expect.poll(() => readHeads(page)).toEqual(["Status", "Email", "Customer"]);
    await expect(grip("Email")).toBeFocused();
    await page.reload();
    expect(await readHeads(page)).toEqual(["Status", "Email", "Customer"]);
  });
});

for (const width of [390, 768, 1280, 1920]) {
  test(`search, filters and chips stay above the list, and no chip moves it: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openList(page, "/recordings?limit=200");
    const bar = page.getByRole("toolbar", { name: "Filter by" });
    const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
    const [table, height] = [await topOf(recordingsTable(page)), await heightOf(page)];
    const filters = page.getByRole("region", { name: "Filters" });
    await filters.getByRole("button", { name: "Status", exact: true }).click();
    await goOn(page, page.getByRole("checkbox", { name: "completed" }));
    await goOn(page, page.getByRole("checkbox", { name: "voicemail" }));
    await page.keyboard.press("Escape");
    await expect(bar).toContainText("Status is completed or voicemail");
    expect(await topOf(recordingsTable(page))).toBe(table);
    expect(await heightOf(page)).toBe(height);

    await page.evaluate(() => window.scrollTo({ top: 1_500, behavior: "instant" }));
    const frame = width < 1024 ? 48 : 0;
    await expect.poll(() => topOf(bar)).toBeGreaterThanOrEqual(frame);
    expect(await topOf(bar)).toBeLessThan(frame + 44);
    const search = page.getByRole("combobox", { name: "Search recordings" });
    await expect(
      search.or(page.getByRole("searchbox", { name: "Search recordings" })),
    ).toBeInViewport({ ratio: 1 });
    if (width >= 1280) {
      expect(await topOf(page.getByRole("columnheader", { name: "Customer" }))).toBe(44);
    }
    await page.keyboard.press("j");
    const focused = page.locator(":focus");
    const hit = await focused.evaluate((link) => {
      const { left, top, height } = link.getBoundingClientRect();
      return link.closest("tr")?.contains(document.elementFromPoint(left + 5, top + height / 2));
    });
    expect(hit, "the row that the keys came to is covered by nothing").toBe(true);
  });
}

test("widths and density are there again from the first byte on", async ({ page }) => {
  await openList(page);
  const edge = page.getByRole("separator", { name: "Width of Customer" });
  const before = await widthOf(page, "Customer");
  await edge.focus();
  // What moves an edge comes when somebody is at one.
  await expect(async () => {
    await page.keyboard.press("ArrowRight");
    expect(await widthOf(page, "Customer")).toBe(before + 16);
  }).toPass();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  const wider = await widthOf(page, "Customer");
  expect(wider).toBe(before + 32);
  await expect(edge).toHaveAttribute("aria-valuenow", `${wider}`);

  const box = await page.getByRole("separator", { name: "Width of Status" }).boundingBox();
  if (!box) throw new Error("The edge has no place");
  const status = await widthOf(page, "Status");
  await page.mouse.move(box.x + box.width / 2, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 30, box.y + 10, { steps: 3 });
  await page.mouse.up();
  expect(await widthOf(page, "Status")).toBe(status + 30);

  const height = await heightOfRow(page);
  const chooser = await openChooser(page);
  await chooser.getByText("compact").click();
  await expect(chooser.getByRole("radio", { name: "compact" })).toBeChecked();
  const dense = await heightOfRow(page);
  expect(dense).toBeLessThan(height);

  const shifts = await watchShifts(page);
  await page.reload();
  expect(await widthOf(page, "Customer")).toBe(wider);
  expect(await heightOfRow(page)).toBe(dense);
  await expect(page.getByText(/^\d+ calls$/)).toBeVisible();
  expect(await shifts()).toBeLessThan(0.01);
  await expect(async () => {
    await edge.dblclick();
    expect(await widthOf(page, "Customer")).toBe(before);
  }).toPass();
});

test("at 1280 px the summary has room, and the signs of audio and transcript take little", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openList(page);
  expect(await widthOf(page, "Summary")).toBeGreaterThanOrEqual(288);
  expect(await widthOf(page, "Transcript")).toBeLessThanOrEqual(56);
  // Both signs of a row are whole.
  const cells = recordingsTable(page).locator(".call-has_transcript");
  const isCut = (all: Element[]) => all.some((one) => one.scrollWidth > one.clientWidth);
  expect(await cells.evaluateAll(isCut)).toBe(false);
});

test("beside an open call each row is still one line, and no column a sliver", async ({
  page,
  still,
}) => {
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await openList(page, `/recordings?open=${still.calls[0]?.id}`);
    expect(await heightOfRow(page)).toBe(40);
    // At 1280 the call alone tells its summary.
    const shown = width === 1280 ? usual.filter((name) => name !== "Summary") : usual;
    for (const name of shown) expect(await widthOf(page, name)).toBeGreaterThanOrEqual(48);
    const heads = recordingsTable(page).getByRole("columnheader");
    await expect(heads).toHaveCount(shown.length + 1);
  }
  await openList(page, `/recordings?open=${still.calls[0]?.id}&show=${allColumns}`);
  expect(await heightOfRow(page)).toBe(40);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
});

test("the heads stay in sight, beside an open call too", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await openList(page);
  await page.mouse.move(900, 600);
  await page.mouse.wheel(0, 1_200);
  const head = recordingsTable(page).getByRole("columnheader", { name: "Customer" });
  const topOf = async () => (await head.boundingBox())?.y;
  // Below the bar of search and filters.
  await expect.poll(topOf).toBe(44);
  await page.mouse.click(900, 400);
  await expect(page.getByRole("complementary", { name: "Open call" })).toBeVisible();
  await expect.poll(topOf).toBe(44);
});

test("nothing moves while counts, timeline and scripts arrive", async ({ page }) => {
  const shifts = await watchShifts(page);
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await openList(page);
    await expect(page.getByText(/^\d+ calls$/)).toBeVisible();
    await expect(page.getByRole("region", { name: "Timeline" })).toBeVisible();
    expect(await shifts()).toBeLessThan(0.01);
  }
});

const usual = [
  "Time",
  "Customer",
  "Phone number",
  "Campaign",
  "Status",
  "Minutes",
  "Transcript",
  "Summary",
];

const allColumns = [
  "created_at",
  "customer",
  "phone_number",
  "campaign",
  "status",
  "minutes_used",
  "summary",
  "has_transcript",
  "email",
  "type",
  "gender",
  "is_confirmed",
  "is_phone_number_correct",
  "id",
  "call_sid",
  "received_at",
  "changed_at",
].join(",");

async function openChooser(page: Page) {
  await page.getByRole("button", { name: "Columns" }).click();
  const chooser = page.getByRole("dialog", { name: "Columns" });
  await expect(chooser.getByRole("list", { name: "Columns" })).toBeVisible();
  return chooser;
}

/** Of the columns that are seen, without the zone beside the time. */
async function readHeads(page: Page): Promise<string[]> {
  const heads = recordingsTable(page).getByRole("columnheader");
  const texts = await heads.allInnerTexts();
  return texts.slice(1).map((text) => text.split("\n")[0]?.trim() ?? "");
}

function cell(page: Page, row: number, column: number) {
  return recordingsTable(page)
    .getByRole("row")
    .nth(row)
    .getByRole("cell")
    .nth(column + 1);
}

async function widthOf(page: Page, name: string): Promise<number> {
  const box = await recordingsTable(page).getByRole("columnheader", { name }).boundingBox();
  return Math.round(box?.width ?? 0);
}

async function heightOfRow(page: Page): Promise<number> {
  return (await recordingsTable(page).getByRole("row").nth(3).boundingBox())?.height ?? 0;
}

/** Of the bar of search, filters and chips. */
async function heightOf(page: Page): Promise<number | undefined> {
  return (await page.getByRole("region", { name: "Filters" }).boundingBox())?.height;
}
