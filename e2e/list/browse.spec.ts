import { expect, type Page } from "@playwright/test";
import {
  activeFilters,
  goOn,
  openFilter,
  readIds,
  readIdsToTheEnd,
  readPageIds,
  recordingsTable,
} from "../support/page/recordings-list";
import type { SentCall } from "../support/server/sent-calls";
import { test } from "../support/server/static-dataset";

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page itself holds the rows, and its links lead on", async ({ page, still }) => {
    await page.goto("/");
    await expect(page).toHaveURL("/recordings");
    expect(await readIds(page)).toEqual(idsOf(still.calls.slice(0, 50)));
    await goOn(page, pageLink(page, "Older"));
    expect(await readIds(page)).toEqual(idsOf(still.calls.slice(50, 100)));
    const fifth = still.calls[50 + 4];
    await recordingsTable(page).getByRole("row").nth(5).getByRole("link").click();
    await expect(page).toHaveURL(`/recordings/${fifth?.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(nameOf(fifth));
  });
});

test("a row says what one looks for in it", async ({ page, still }) => {
  const call = still.calls.find(({ campaign, minutes_used }) => campaign && minutes_used > 1);
  await page.goto(`/recordings?q=${call?.id}`);
  const row = recordingsTable(page).getByRole("row").nth(1);
  const texts = await row.getByRole("cell").allInnerTexts();
  const header = await recordingsTable(page).getByRole("columnheader").allInnerTexts();
  const cells = new Map(header.map((name, index) => [name.split(/\s/)[0], texts[index] ?? ""]));
  expect(cells.get("Customer")).toBe(nameOf(call));
  expect(cells.get("Campaign")).toBe(call?.campaign);
  expect(cells.get("Status")).toBe(call?.status);
  expect(cells.get("Minutes")).toMatch(new RegExp(`^${call?.minutes_used}\\b`));
  expect(cells.get("Phone")?.replaceAll(/\D/g, "")).toBe(digitsOf(call));
  const [found, summary = "nothing"] = cells.get("Summary")?.split(call?.id ?? "?") ?? [];
  expect(found).toBe("Call id: ");
  expect(call?.summary.startsWith(summary)).toBe(true);
  const local = { timeZone: "Europe/Berlin", timeStyle: "short" } as const;
  const time = new Intl.DateTimeFormat("en-GB", local).format(new Date(call?.created_at ?? 0));
  await expect(row.getByRole("time")).toContainText(time);
});

test("Older and Newer show every call once, there and back", async ({ page, still }) => {
  await page.goto("/recordings");
  await expect(page.getByText(`${still.calls.length} calls`, { exact: true })).toBeVisible();
  const there: string[][] = [await readPageIds(page)];
  while (await pageLink(page, "Older").isVisible()) {
    await goOn(page, pageLink(page, "Older"));
    there.push(await readPageIds(page));
  }
  expect(there.flat()).toEqual(idsOf(still.calls));
  const back: string[][] = [await readPageIds(page)];
  while (await pageLink(page, "Newer").isVisible()) {
    await goOn(page, pageLink(page, "Newer"));
    back.unshift(await readPageIds(page));
  }
  expect(back.flat()).toEqual(there.flat());
});

test("the head of the time column turns the list round", async ({ page, still }) => {
  await page.goto("/recordings?limit=200");
  const head = recordingsTable(page).getByRole("columnheader", { name: "Time" });
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await goOn(page, head.getByRole("link"));
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  expect(await readIdsToTheEnd(page, "Newer")).toEqual(idsOf(still.calls).reverse());
});

test("sorted by minutes, each call is still there once", async ({ page, still }) => {
  const minutesById = new Map(still.calls.map(({ id, minutes_used }) => [id, minutes_used]));
  const minutes = still.calls.map(({ minutes_used }) => minutes_used);
  await page.goto("/recordings");
  const head = recordingsTable(page).getByRole("columnheader", { name: "Minutes" });
  for (const order of ["descending", "ascending"]) {
    await goOn(page, head.getByRole("link"));
    await expect(head).toHaveAttribute("aria-sort", order);
    const ids = await readIdsToTheEnd(page, "Next");
    expect(new Set(ids).size).toBe(still.calls.length);
    const sorted = minutes.toSorted((one, other) =>
      order === "ascending" ? one - other : other - one,
    );
    expect(ids.map((id) => minutesById.get(id))).toEqual(sorted);
  }
});

test("the address holds the state: reload, back, and the way back from a call", async ({
  page,
}) => {
  await page.goto("/recordings?status=completed&sort=-minutes_used&limit=20");
  await goOn(page, pageLink(page, "Next"));
  const address = page.url();
  const ids = await readIds(page);
  await page.reload();
  expect(await readIds(page)).toEqual(ids);
  const opened = recordingsTable(page).getByRole("row").nth(3).getByRole("link");
  await page.goto((await opened.getAttribute("href")) ?? "no call");
  await expect(page.getByRole("region", { name: "Call", exact: true })).toBeVisible();
  await goOn(page, page.getByRole("main").getByRole("link", { name: "Recordings", exact: true }));
  await expect(page).toHaveURL(address);
  expect(await readIds(page)).toEqual(ids);
  await page.goBack();
  await expect(page.getByRole("region", { name: "Call" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  expect(await readIds(page)).toEqual(ids);
  await page.goBack();
  await expect(page).not.toHaveURL(/after=/);
  await expect.poll(() => readIds(page)).not.toEqual(ids);
  await expect(activeFilters(page).getByRole("listitem")).toHaveCount(2);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("nothing sticks out, and filter, order and menu are at hand", async ({ page, still }) => {
    await page.goto("/recordings");
    await expectNoSidewaysScroll(page);
    const status = await openFilter(page, "Status");
    await expectNoSidewaysScroll(page);
    await goOn(page, status.getByRole("checkbox", { name: "voicemail" }));
    await page.keyboard.press("Escape");
    await expect(status).toBeHidden();
    await page.getByRole("button", { name: "Sort" }).click();
    await goOn(page, page.getByRole("link", { name: "Oldest first" }));
    const voicemails = still.calls.filter((call) => call.status === "voicemail");
    expect(await readIds(page)).toEqual(idsOf(voicemails).reverse().slice(0, 50));
    await expectNoSidewaysScroll(page);
    await goOn(page, recordingsTable(page).getByRole("row").nth(1).getByRole("link"));
    await expect(page.getByRole("region", { name: "Call" })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Calling service" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Calling service" })).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
    await expectNoSidewaysScroll(page);
  });
});

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = () =>
    page.evaluate(() => {
      window.scrollTo(10_000, window.scrollY);
      return window.scrollX;
    });
  await expect.poll(overhang).toBe(0);
}

function pageLink(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name });
}

function idsOf(calls: SentCall[]): string[] {
  return calls.map(({ id }) => id);
}

function nameOf(call: SentCall | undefined): string {
  const { first_name = "", last_name = "" } = call?.customer.details ?? {};
  return `${first_name} ${last_name}`;
}

function digitsOf(call: SentCall | undefined): string | undefined {
  return call?.customer.details.phone_number.replaceAll(/\D/g, "");
}
