import { expect, type Page } from "@playwright/test";
import {
  activeFilters,
  goOn,
  openFilter,
  openList,
  readIds,
  recordingsTable,
} from "../support/page/recordings-list";
import { makeCampaign, makeEvent, sendEvent } from "../support/requests/recording-event";
import { test } from "../support/test";

test.use({ viewport: { width: 1440, height: 900 } });

const hourMs = 60 * 60 * 1_000;

test("what changed last comes first, and what changed since is found", async ({
  page,
  earshot,
}) => {
  const campaign = makeCampaign();
  const [older, newer] = [makeEvent({ campaign }), makeEvent({ campaign })];
  for (const event of [older, newer]) await sendEvent(earshot.webhookUrl, event);
  await expectCall(page, newer.data.id);
  await page.waitForTimeout(50);
  const between = new Date().toISOString();
  await page.waitForTimeout(50);
  older.data.attributes.summary = "It was told anew.";
  await sendEvent(earshot.webhookUrl, older);
  const address = `/recordings?campaign=${campaign}`;
  await openList(page, address);
  await expect.poll(() => readSummaries(page)).toContain("It was told anew.");
  expect(await readIds(page)).toEqual([newer.data.id, older.data.id]);

  await openList(page, `${address}&sort=-changed_at&show=customer,changed_at`);
  expect(await readIds(page)).toEqual([older.data.id, newer.data.id]);
  await goOn(page, page.getByRole("columnheader", { name: "Changed" }).getByRole("link"));
  await expect(page).toHaveURL(/sort=changed_at/);
  await expect.poll(() => readIds(page)).toEqual([newer.data.id, older.data.id]);

  await openList(page, `${address}&changed_since=${between}`);
  expect(await readIds(page)).toEqual([older.data.id]);
  await expect(page.getByText(/^1 call$/)).toBeVisible();
  const exported = await page.request.get(
    `/api/recordings/export?format=jsonl&campaign=${campaign}&changed_since=${between}`,
  );
  expect((await exported.text()).trim().split("\n")).toHaveLength(1);

  await page.goto(address);
  const more = await openFilter(page, "More");
  await goOn(page, more.getByRole("link", { name: "Today" }));
  await expect(page).toHaveURL(`${address}&changed_since=today`);
  await expect(activeFilters(page)).toContainText(/Changed: today \(since \d+ \w+ \d+\)/);
  await expect.poll(() => readIds(page)).toEqual([newer.data.id, older.data.id]);
  await more.getByLabel("Since").fill("2999-01-01");
  await goOn(page, more.getByRole("button", { name: "Apply" }));
  await expect(page).toHaveURL(`${address}&changed_since=2999-01-01`);
  await expect(page.getByRole("heading", { name: "No calls match" })).toBeVisible();
});

test("what came since the last visit stands above a line", async ({ page, earshot }) => {
  const campaign = makeCampaign();
  const createdAt = (agoMs: number) => new Date(Date.now() - agoMs).toISOString();
  const older = makeEvent({ campaign, created_at: createdAt(3 * hourMs) });
  const newer = makeEvent({ campaign, created_at: createdAt(hourMs) });
  for (const event of [older, newer]) await sendEvent(earshot.webhookUrl, event);
  await expectCall(page, newer.data.id);
  await openList(page, `/recordings?campaign=${campaign}`);
  const headed = recordingsTable(page).locator("tr[data-heading]");
  await expect(headed).toHaveCount(0);

  await leaveFor(page, 2 * hourMs);
  await page.reload();
  await expect(headed).toHaveCount(1);
  await expect(headed).toHaveAttribute("data-id", older.data.id);
  await expect(headed).toHaveAttribute("data-heading", /^Before your last visit \(\d+ \w+, \d/);
  await page.reload();
  await expect(headed).toHaveCount(1);
});

/** As if nobody had looked for so long. */
async function leaveFor(page: Page, ms: number): Promise<void> {
  const ofVisit = async () =>
    (await page.context().cookies()).find(({ name }) => name === "earshot-visit");
  await expect.poll(ofVisit).toBeDefined();
  const cookie = await ofVisit();
  // The page would say on its way out that it was looked at.
  await page.goto("about:blank");
  if (!cookie) throw new Error("No visit is kept");
  const [viewer] = cookie.value.split(".");
  const value = `${viewer}.${Date.now() - ms}.`;
  await page.context().addCookies([{ ...cookie, value }]);
  await page.goBack();
}

async function readSummaries(page: Page): Promise<string[]> {
  return recordingsTable(page).locator("tbody tr td.call-summary").allTextContents();
}

async function expectCall(page: Page, id: string): Promise<void> {
  await expect.poll(async () => (await page.request.get(`/recordings/${id}`)).status()).toBe(200);
}
