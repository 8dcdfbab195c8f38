import { expect } from "@playwright/test";
import { administrator, startEarshot } from "./support/earshot";
import { makeCampaign, makeEvent, sendEvent } from "./support/recording-event";
import { goOn, readIds, recordingsTable } from "./support/recordings-list";
import { test } from "./support/test";

test("new calls wait behind a pill; nothing moves until it is pressed", async ({
  page,
  earshot,
}) => {
  const campaign = makeCampaign();
  const [older, newer] = [makeEvent({ campaign }), makeEvent({ campaign })];
  await sendEvent(earshot.webhookUrl, older);
  await sendEvent(earshot.webhookUrl, newer);
  const address = `/recordings?campaign=${campaign}`;
  await expect
    .poll(async () => (await page.request.get(`/recordings/${newer.data.id}`)).status())
    .toBe(200);
  await page.goto(address);
  const ids = await readIds(page);
  expect(ids).toEqual([newer.data.id, older.data.id]);

  const [elsewhere, first, second] = [
    makeEvent(),
    makeEvent({ campaign }),
    makeEvent({ campaign }),
  ];
  for (const event of [elsewhere, newer, first]) await sendEvent(earshot.webhookUrl, event);
  await expect(page.getByRole("button", { name: "1 new call" })).toBeVisible();
  await sendEvent(earshot.webhookUrl, second);
  const pill = page.getByRole("button", { name: "2 new calls" });
  await expect(pill).toBeVisible();
  expect(await readIds(page)).toEqual(ids);

  await pill.click();
  await expect.poll(() => readIds(page)).toEqual([second.data.id, first.data.id, ...ids]);
  await expect(page.getByRole("button", { name: /new calls?/ })).toBeHidden();
  await expect(page).toHaveURL(address);
});

test("from a later page, the pill leads to the first", async ({ page, earshot }) => {
  const campaign = makeCampaign();
  const [older, newer, newest] = [1, 2, 3].map(() => makeEvent({ campaign }));
  if (!older || !newer || !newest) throw new Error("Three events are needed");
  await sendEvent(earshot.webhookUrl, older);
  await sendEvent(earshot.webhookUrl, newer);
  await expect
    .poll(async () => (await page.request.get(`/recordings/${newer.data.id}`)).status())
    .toBe(200);
  await page.goto(`/recordings?campaign=${campaign}&limit=1`);
  await goOn(page, page.getByRole("link", { name: "Older" }));
  expect(await readIds(page)).toEqual([older.data.id]);
  await sendEvent(earshot.webhookUrl, newest);
  await goOn(page, page.getByRole("button", { name: "1 new call" }));
  await expect.poll(() => readIds(page)).toEqual([newest.data.id]);
});

test("an empty list fills by itself", async ({ page }) => {
  const earshot = await startEarshot();
  await page.request.post(`${earshot.url}/api/auth/sign-in/email`, { data: administrator });
  await page.goto(earshot.url);
  await expect(page.getByRole("heading", { name: "No recordings yet" })).toBeVisible();
  const event = makeEvent();
  await sendEvent(earshot.webhookUrl, event);
  await expect(recordingsTable(page)).toBeVisible();
  expect(await readIds(page)).toEqual([event.data.id]);
  await expect(page.getByText("1 call", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No recordings yet" })).toBeHidden();
  await earshot.dispose();
});
