import { expect, type Locator, type Page } from "@playwright/test";
import { Temporal } from "temporal-polyfill";
import { findBarriers } from "../support/page/find-barriers";
import {
  activeFilters,
  goOn,
  openFilter,
  openList,
  readIds,
  readIdsToTheEnd,
  recordingsTable,
} from "../support/page/recordings-list";
import type { SentCall } from "../support/server/sent-calls";
import { type StaticDataset, test } from "../support/server/static-dataset";

test("the counts of Status and Campaign are the calling service's own", async ({ page, still }) => {
  await page.goto("/recordings");
  for (const [name, counts] of [
    ["Status", still.tally.byStatus],
    ["Campaign", still.tally.byCampaign],
  ] as const) {
    const filter = await openFilter(page, name);
    await expect(filter.getByRole("checkbox")).toHaveCount(Object.keys(counts).length);
    for (const [value, count] of Object.entries(counts)) {
      const label = value === "~" ? "No campaign" : value;
      const box = filter.getByRole("checkbox", { name: label, exact: true });
      await expect(box).toHaveAccessibleDescription(String(count));
    }
    await page.keyboard.press("Escape");
  }
});

test("each status and each campaign shows as many calls as were counted", async ({
  page,
  still,
}) => {
  const { byStatus, byCampaign } = still.tally;
  for (const [field, counts] of Object.entries({ status: byStatus, campaign: byCampaign })) {
    for (const [value, count] of Object.entries(counts)) {
      await page.goto(`/recordings?${new URLSearchParams({ [field]: value })}`);
      const ids = await readIdsToTheEnd(page);
      expect(new Set(ids).size, `${field} ${value}`).toBe(count);
    }
  }
});

test("the rows of a choice are there before the rest of its page, and the place before is kept", async ({
  page,
  still,
}) => {
  await openList(page);
  const all = await readIds(page);
  await page.mouse.wheel(0, 900);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(600);
  const scrollY = await page.evaluate(() => window.scrollY);
  const address = page.url();
  let letOn = () => {};
  const rest = new Promise<void>((resolve) => {
    letOn = resolve;
  });
  await page.route(/[?&]_rsc=/, async (route) => {
    await rest;
    await route.continue();
  });

  const filter = await openFilter(page, "Status");
  const inSight = recordingsTable(page).evaluate(countFirstRows);
  await filter.getByRole("checkbox", { name: "completed" }).click();
  expect(await inSight).toBeGreaterThan(9);
  expect(await inSight).toBeLessThan(50);
  const chosen = still.calls.filter(({ status }) => status === "completed").map(({ id }) => id);
  await expect.poll(() => readIds(page)).toEqual(chosen.slice(0, 50));
  expect(page.url()).toBe(address);
  letOn();
  await expect(page).toHaveURL(/status=completed/);
  expect(await readIds(page)).toEqual(chosen.slice(0, 50));

  await page.keyboard.press("Escape");
  await page.goBack();
  await expect.poll(async () => (await readIds(page)).slice(0, 50)).toEqual(all.slice(0, 50));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrollY);
});

/** How many rows are there in the first frame that has others. */
async function countFirstRows(table: Element): Promise<number> {
  const readRows = () => [...table.querySelectorAll("tr[data-id]")];
  const before = readRows()[0]?.getAttribute("data-id");
  const isSame = () => readRows()[0]?.getAttribute("data-id") === before;
  const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
  do await drawn();
  while (isSame());
  return readRows().length;
}

test("the rows of a choice are asked for when the mouse is pressed, and once", async ({
  page,
  still,
}) => {
  await openList(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === "/api/recordings/page") asked.push(search);
  });
  const box = (await openFilter(page, "Status")).getByRole("checkbox", { name: "failed" });
  // Before the scripts have run, nobody hears a press; where it is let go elsewhere, nothing is chosen.
  await expect(async () => {
    await box.hover();
    await page.mouse.down();
    await expect.poll(() => asked.length, { timeout: 500 }).toBe(1);
  }).toPass();
  await page.getByRole("heading", { level: 1 }).hover();
  await page.mouse.up();
  await expect(box).not.toBeChecked();
  asked.length = 0;
  await page.waitForTimeout(1_000);

  await box.hover();
  await page.mouse.down();
  await expect.poll(() => asked).toEqual(["?status=failed"]);
  await page.mouse.up();
  await expect(page).toHaveURL(/status=failed/);
  const failed = still.calls.filter(({ status }) => status === "failed").map(({ id }) => id);
  await expect.poll(async () => (await readIds(page)).slice(0, 50)).toEqual(failed.slice(0, 50));
  expect(asked).toEqual(["?status=failed"]);
});

test("values are added, and taken off one by one or all at once", async ({ page, still }) => {
  await page.goto("/recordings?limit=200");
  const status = await openFilter(page, "Status");
  await goOn(page, status.getByRole("checkbox", { name: "completed" }));
  await expectCalls(page, still, (call) => call.status === "completed");
  await goOn(page, status.getByRole("checkbox", { name: "voicemail" }));
  const isHeard = ({ status }: SentCall) => status === "completed" || status === "voicemail";
  await expectCalls(page, still, isHeard);
  await page.keyboard.press("Escape");

  const campaign = await openFilter(page, "Campaign");
  await expectCounts(campaign, still.calls.filter(isHeard));
  await goOn(page, campaign.getByRole("checkbox", { name: "No campaign" }));
  await expectCalls(page, still, (call) => isHeard(call) && call.campaign === null);
  await page.keyboard.press("Escape");

  const chips = activeFilters(page);
  await goOn(page, chips.getByRole("link", { name: "Remove Status is completed" }));
  const isLeft = (call: SentCall) => call.status === "voicemail" && call.campaign === null;
  await expectCalls(page, still, isLeft);
  await goOn(page, chips.getByRole("link", { name: "Clear all" }));
  await expectCalls(page, still, () => true);
  await expect(chips).toBeHidden();
  await page.goBack();
  await expectCalls(page, still, isLeft);
});

test("values are excluded, none among them", async ({ page, still }) => {
  await page.goto("/recordings?limit=200");
  const status = await openFilter(page, "Status");
  await goOn(page, status.getByRole("button", { name: "Exclude completed" }));
  await expectCalls(page, still, (call) => call.status !== "completed");
  await page.keyboard.press("Escape");
  const campaign = await openFilter(page, "Campaign");
  await goOn(page, campaign.getByRole("button", { name: "Exclude No campaign" }));
  await expectCalls(page, still, (call) => call.status !== "completed" && call.campaign !== null);
  await expect(activeFilters(page)).toContainText("Status is not completed");
  await goOn(page, campaign.getByRole("button", { name: "Clear" }));
  await expectCalls(page, still, (call) => call.status !== "completed");
});

test("a search finds names, also without their accents", async ({ page, still }) => {
  const call = still.calls.find(({ customer }) => /[é-ü]/.test(customer.details.first_name));
  const { first_name = "", last_name = "" } = call?.customer.details ?? {};
  const plain = first_name.normalize("NFD").replaceAll(/\p{M}/gu, "").toUpperCase();
  await page.goto("/recordings?limit=200");
  await search(page, `${last_name} ${plain}`);
  await expectCalls(page, still, ({ customer: { details } }) => {
    return details.first_name === first_name && details.last_name === last_name;
  });
  await expect(activeFilters(page)).toContainText(`Search for ${last_name} ${plain}`);
  await page.getByRole("button", { name: "Clear search" }).click();
  await expectCalls(page, still, () => true);
});

test("a search finds part of a phone number, however it is spelt", async ({ page, still }) => {
  const numbers = still.calls.map(({ customer }) => customer.details.phone_number);
  const number = numbers.find((one) => one.startsWith("+1")) ?? "";
  const [area, exchange, start] = [number.slice(2, 5), number.slice(5, 8), number.slice(8, 10)];
  await page.goto("/recordings");
  await search(page, `(${area}) ${exchange}-${start}`);
  await expectCalls(page, still, ({ customer }) =>
    customer.details.phone_number.includes(`${area}${exchange}${start}`),
  );
});

test("nothing found is said, with the way out", async ({ page, still }) => {
  await page.goto("/recordings?limit=200&status=busy");
  await search(page, "nobody is called this");
  await expect(page.getByRole("heading", { name: "No calls match" })).toBeVisible();
  await expect(recordingsTable(page)).toBeHidden();
  await expect(page.getByText("0 calls", { exact: true })).toBeVisible();
  await goOn(page, page.getByRole("link", { name: "Clear filters" }));
  await expectCalls(page, still, () => true);
  await expect(page.getByRole("combobox", { name: "Search recordings" })).toHaveValue("");
});

test("where nothing is found, what one filter alone hides is offered", async ({ page, still }) => {
  await page.goto("/recordings?limit=200&status=completed&q=nobody+is+called+this");
  const completed = still.calls.filter(({ status }) => status === "completed").length;
  const offers = page.getByRole("list", { name: "Calls without a filter" }).getByRole("link");
  await expect(offers).toHaveText([
    new RegExp(`^Without “.*nobody is called this”: ${completed} calls$`),
  ]);
  expect(await findBarriers(page)).toEqual([]);
  await goOn(page, offers);
  await expect(page).toHaveURL("/recordings?status=completed&limit=200");
  await expectCalls(page, still, ({ status }) => status === "completed");
});

test("a range of minutes, usual or one's own", async ({ page, still }) => {
  await page.goto("/recordings?limit=200");
  const minutes = await openFilter(page, "Minutes");
  await goOn(page, minutes.getByRole("link", { name: "2 to 5 minutes" }));
  await expectCalls(page, still, ({ minutes_used: used }) => used >= 2 && used <= 5);
  await openFilter(page, "Minutes");
  await minutes.getByRole("spinbutton", { name: "At least" }).fill("3");
  await minutes.getByRole("spinbutton", { name: "At most" }).fill("");
  await goOn(page, minutes.getByRole("button", { name: "Apply" }));
  await expectCalls(page, still, ({ minutes_used: used }) => used >= 3);
  await expect(activeFilters(page)).toContainText("Minutes at least 3");
});

test("yes and no", async ({ page, still }) => {
  await page.goto("/recordings?limit=200");
  const more = await openFilter(page, "More");
  const confirmed = more.getByRole("list", { name: "Customer confirmed" });
  const withTranscript = still.calls.filter(({ has_transcript }) => has_transcript).length;
  await expect(more.getByRole("list", { name: "Transcript" })).toHaveText(
    `AnyYes${withTranscript}No${still.calls.length - withTranscript}`,
  );
  await goOn(page, confirmed.getByRole("link", { name: "No", exact: true }));
  const isUnconfirmed = ({ customer }: SentCall) => !customer.details.is_confirmed;
  await expectCalls(page, still, isUnconfirmed);
  const transcript = more.getByRole("list", { name: "Transcript" });
  await goOn(page, transcript.getByRole("link", { name: "Yes" }));
  await expectCalls(page, still, (call) => isUnconfirmed(call) && call.has_transcript);
});

test.describe("far from Greenwich", () => {
  test.use({ timezoneId: "Pacific/Auckland" });

  test("a day is the viewer's day", async ({ page, still }) => {
    const dayOf = ({ created_at }: SentCall) =>
      Temporal.Instant.from(created_at)
        .toZonedDateTimeISO("Pacific/Auckland")
        .toPlainDate()
        .toString();
    const days = [...new Set(still.calls.map(dayOf))];
    const [to = "", , from = ""] = days.slice(2);
    await page.goto("/recordings?limit=200");
    await expect(recordingsTable(page)).toContainText("Auckland");
    const date = await openFilter(page, "Date");
    await date.getByLabel("From", { exact: true }).fill(from);
    await date.getByLabel("To", { exact: true }).fill(to);
    await goOn(page, date.getByRole("button", { name: "Apply" }));
    await expectCalls(page, still, (call) => dayOf(call) >= from && dayOf(call) <= to);
    await openFilter(page, "Date");
    await goOn(page, date.getByRole("link", { name: "Any date" }));
    await expectCalls(page, still, () => true);
  });
});

async function search(page: Page, words: string): Promise<void> {
  const box = page.getByRole("combobox", { name: "Search recordings" });
  await box.fill(words);
  await box.press("Enter");
}

/** The list holds those calls and no other, newest first, and its total says so. */
async function expectCalls(
  page: Page,
  { calls }: StaticDataset,
  matches: (call: SentCall) => boolean,
): Promise<void> {
  const wanted = calls.filter(matches).map(({ id }) => id);
  expect(wanted.length).toBeGreaterThan(0);
  await expect.poll(() => readIds(page)).toEqual(wanted.slice(0, 200));
  const total = `${wanted.length} ${wanted.length === 1 ? "call" : "calls"}`;
  await expect(page.getByText(total, { exact: true })).toBeVisible();
}

/** The counts beside the campaigns are those of these calls. */
async function expectCounts(campaignFilter: Locator, calls: SentCall[]): Promise<void> {
  for (const campaign of new Set(calls.map((call) => call.campaign))) {
    const count = calls.filter((call) => call.campaign === campaign).length;
    const label = campaign ?? "No campaign";
    const box = campaignFilter.getByRole("checkbox", { name: label, exact: true });
    await expect(box).toHaveAccessibleDescription(String(count));
  }
}
