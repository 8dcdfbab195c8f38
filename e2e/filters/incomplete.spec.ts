import { expect, type Locator, type Page } from "@playwright/test";
import {
  activeFilters,
  goOn,
  openFilter,
  readIds,
  recordingsTable,
} from "../support/page/recordings-list";
import {
  deliver,
  makeCampaign,
  makeEvent,
  type RecordingEvent,
} from "../support/requests/recording-event";
import { test } from "../support/test";

test.use({ viewport: { width: 1440, height: 900 } });

test("an incomplete call is in the list, marked, and its page says what is missing", async ({
  page,
  request,
  earshot,
}) => {
  const campaign = makeCampaign();
  const event = makeIncomplete(campaign);
  const whole = makeEvent({ campaign });
  const deliveryId = await deliver({ ...earshot, request }, event);
  await deliver({ ...earshot, request }, whole);

  await page.goto(`/recordings?campaign=${campaign}`);
  expect((await readIds(page)).sort()).toEqual([event.data.id, whole.data.id].sort());
  const row = rowOf(page, event.data.id);
  await expect(row).toContainText("Incomplete: 4 fields are missing or can’t be read");
  await expect(row).toContainText("(arrival time)");
  await expect(rowOf(page, whole.data.id)).not.toContainText("Incomplete");

  const more = await openFilter(page, "More");
  const answers = more.getByRole("list", { name: "Incomplete" });
  await expect(answers).toHaveText("AnyYes1No1");
  await goOn(page, answers.getByRole("link", { name: "Yes" }));
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`/recordings?campaign=${campaign}&incomplete=true`);
  await expect(activeFilters(page)).toContainText("Incomplete is yes");
  await expect(page.getByText("1 call", { exact: true })).toBeVisible();
  expect(await readIds(page)).toEqual([event.data.id]);

  await rowOf(page, event.data.id).getByRole("link").click();
  await expectProblems(page.getByRole("complementary", { name: "Open call" }));
  await page.goto(`/recordings/${event.data.id}`);
  await expectProblems(page.getByRole("main"));
  await expect(page.getByRole("main").getByRole("link", { name: /Journey/ })).toHaveCount(0);

  await page.goto(`/settings/webhooks/deliveries/${deliveryId}`);
  const problems = page.getByRole("list", { name: "Problems" });
  await expect(problems).toContainText("data.attributes.minutes_used must be a whole number");
  await expect(problems).toContainText("data.attributes.created_at is missing");
});

test("what comes later and is complete takes the mark away, and the history tells both", async ({
  page,
  request,
  earshot,
}) => {
  const event = makeIncomplete(makeCampaign());
  await deliver({ ...earshot, request }, event);
  const { attributes } = makeEvent({ summary: "All of it this time." }).data;
  await deliver({ ...earshot, request }, { data: { ...event.data, attributes } });
  await page.goto(`/recordings/${event.data.id}`);
  await expect(page.getByText("All of it this time.").first()).toBeVisible();
  await expect(page.getByText("Incomplete", { exact: true })).toHaveCount(0);
  const history = page.getByRole("region", { name: "History" });
  await expect(history).toContainText("Minutes used");
  await expect(history).toContainText("All of it this time.");
});

test("a record of an id alone is held back, beside one that is stored", async ({
  request,
  earshot,
}) => {
  const { data } = makeIncomplete(makeCampaign());
  const response = await fetch(earshot.webhookUrl, {
    method: "POST",
    body: JSON.stringify({ data: [data, { type: "recordings", id: "alone", attributes: {} }] }),
  });
  const { deliveryId } = await response.json();
  const read = async () => (await request.get(`/api/deliveries/${deliveryId}`)).json();
  await expect.poll(async () => (await read()).outcome).toBe("quarantined");
  const { records } = await read();
  expect(records.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    "stored",
    "quarantined",
  ]);
  expect(records[0].problems).toHaveLength(4);
});

/** Without its time and its customer's id, and with minutes and an answer that mean nothing. */
function makeIncomplete(campaign: string): RecordingEvent {
  const event = makeEvent({ campaign, minutes_used: "about three", has_transcript: "perhaps" });
  const { created_at: _, customer, ...attributes } = event.data.attributes;
  const { id: __, ...details } = customer.details;
  const told = { ...attributes, customer: { ...customer, details } };
  return { data: { ...event.data, attributes: told as RecordingEvent["data"]["attributes"] } };
}

async function expectProblems(call: Locator): Promise<void> {
  await expect(call.getByText("Incomplete", { exact: true })).toBeVisible();
  await expect(factOf(call, "Created")).toContainText(
    "Arrival time, because the call’s own is missing",
  );
  await expect(factOf(call, "Minutes used")).toContainText("Can’t be read: must be a whole number");
  await expect(factOf(call, "Transcript")).toHaveText("Can’t be read: must be true or false");
  await expect(factOf(call, "Customer id")).toHaveText("Missing");
  await expect(factOf(call, "minutes_used")).toHaveText('"about three"');
  await expect(call.getByRole("link", { name: "All calls" })).toHaveCount(0);
}

/** The value beside a name. */
function factOf(call: Locator, name: string): Locator {
  const term = call.page().locator("dt").getByText(name, { exact: true });
  return call.locator("dl > div").filter({ has: term }).locator("dd");
}

function rowOf(page: Page, id: string): Locator {
  const link = page.locator(`a[href="/recordings/${id}"]`);
  return recordingsTable(page).getByRole("row").filter({ has: link });
}
