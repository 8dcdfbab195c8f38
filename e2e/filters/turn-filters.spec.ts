import { expect, type Page } from "@playwright/test";
import { activeFilters, goOn, openFilter, readIds } from "../support/page/recordings-list";
import {
  deliver,
  makeCampaign,
  makeEvent,
  type RecordingEvent,
} from "../support/requests/recording-event";
import { test } from "../support/test";

test("what is empty can be chosen, turned into what isn't, and back", async ({
  page,
  earshot: { webhookUrl },
  request,
}) => {
  const campaign = makeCampaign();
  const [named, empty] = [makeCall(campaign, "female"), makeCall(campaign, "")];
  for (const event of [named, empty]) await deliver({ webhookUrl, request }, event);
  await page.goto(`/recordings?campaign=${campaign}`);
  const more = await openFilter(page, "More");
  const box = more.getByRole("checkbox", { name: "No gender" });
  await expect(box).toHaveAccessibleDescription("1");
  await goOn(page, box);
  await expectIds(page, [empty]);
  await page.keyboard.press("Escape");

  const chips = activeFilters(page);
  await expect(chips).toContainText("Gender is empty");
  await goOn(page, chips.getByRole("link", { name: "Turn Gender is empty into is not" }));
  await expectIds(page, [named]);
  const back = chips.getByRole("link", { name: "Turn Gender is not empty into is" });
  await expect(back).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(chips).toContainText("Gender is empty");
  await expectIds(page, [empty]);
  await openFilter(page, "More");
  await goOn(page, more.getByRole("button", { name: "Exclude No gender" }));
  await expectIds(page, [named]);
  await page.keyboard.press("Escape");
  await goOn(page, chips.getByRole("link", { name: "Remove Gender is not empty" }));
  await expectIds(page, [empty, named]);
});

test("a chip is turned into its opposite", async ({ page, earshot: { webhookUrl }, request }) => {
  const campaign = makeCampaign();
  const done = makeCall(campaign, "male", { status: "completed", minutes_used: 4 });
  const missed = makeCall(campaign, "male", { status: "no-answer", has_transcript: true });
  for (const event of [done, missed]) await deliver({ webhookUrl, request }, event);
  const chips = activeFilters(page);

  await page.goto(`/recordings?campaign=${campaign}&status=completed`);
  await expectIds(page, [done]);
  await goOn(page, chips.getByRole("link", { name: "Turn Status is completed into is not" }));
  await expectIds(page, [missed]);
  await expect(chips).toContainText("Status is not completed");

  await page.goto(`/recordings?campaign=${campaign}&transcript=true`);
  await goOn(page, chips.getByRole("link", { name: "Turn Transcript is yes into no" }));
  await expectIds(page, [done]);

  await page.goto(`/recordings?campaign=${campaign}&minutes=4..`);
  await expectIds(page, [done]);
  await goOn(page, chips.getByRole("link", { name: "Turn Minutes at least 4 into at most 3" }));
  await expectIds(page, [missed]);

  // A date and a closed range have no opposite that the address could say.
  await page.goto("/recordings?from=2026-11-01&minutes=2..5&q=refund");
  await expect(chips.getByRole("listitem")).toHaveCount(4);
  await expect(chips.getByRole("link", { name: /^Turn/ })).toHaveCount(0);
});

test("wrong numbers are two clicks away, and counted", async ({ page, earshot, request }) => {
  const campaign = makeCampaign();
  const [right, wrong] = [makeCall(campaign, "female"), makeCall(campaign, "male")];
  wrong.data.attributes.customer.details.is_phone_number_correct = false;
  for (const event of [right, wrong]) await deliver({ ...earshot, request }, event);
  await page.goto(`/recordings?campaign=${campaign}`);
  const phone = await openFilter(page, "Phone number");
  await expect(phone).toHaveText("AnyCorrect1Wrong1");
  await goOn(page, phone.getByRole("link", { name: "Wrong" }));
  await expect(phone).toBeHidden();
  await expect(page).toHaveURL(`/recordings?campaign=${campaign}&phone_ok=false`);
  await expectIds(page, [wrong]);
  await goOn(page, activeFilters(page).getByRole("link", { name: "Remove Phone number is wrong" }));
  await expectIds(page, [right, wrong]);
});

test("no answer is honestly nothing, and can be taken back where it was asked for", async ({
  page,
}) => {
  await page.goto(`/recordings?campaign=${makeCampaign()}&transcript=~`);
  await expect(page.getByRole("heading", { name: "No calls match" })).toBeVisible();
  await expect(activeFilters(page)).toContainText("Transcript is empty");
  const more = await openFilter(page, "More");
  const transcript = more.getByRole("list", { name: "Transcript" });
  await expect(transcript.getByRole("listitem").filter({ hasText: "Empty" })).toHaveText("Empty");
  await goOn(page, transcript.getByRole("link", { name: "Any" }));
  await expect(activeFilters(page)).not.toContainText("Transcript");
});

function makeCall(campaign: string, gender: string, rest: Record<string, unknown> = {}) {
  const event = makeEvent({ campaign, ...rest });
  event.data.attributes.customer.details.gender = gender;
  return event;
}

async function expectIds(page: Page, events: RecordingEvent[]): Promise<void> {
  const wanted = events.map(({ data }) => data.id).sort();
  await expect.poll(async () => (await readIds(page)).sort()).toEqual(wanted);
}
