import { setTimeout as sleep } from "node:timers/promises";
import { expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { findBarriers } from "../support/page/find-barriers";
import { signIn } from "../support/page/sign-in";
import { holdDatabaseDown } from "../support/postgres/hold-database-down";
import { makeCampaign, makeEvent, sendEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";

/** Longer than what counts as a gap. */
const awayMs = 16_000;
/** The list tells of it here, and would elsewhere of one of two minutes only. */
const settings = { GAP_NOTICE_SECONDS: "15" };
const hourMs = 3_600_000;
const weekMs = 168 * hourMs;

const campaign = makeCampaign();

test.describe.configure({ mode: "serial" });

let first: Earshot;
let second: Earshot | undefined;
test.beforeAll(async () => {
  first = await startEarshot();
});
test.afterAll(async () => {
  await second?.dispose();
  await first.dispose();
});

test("while PostgreSQL is away nothing is missed, and nothing is said to be", async ({ page }) => {
  const outage = await holdDatabaseDown(first);
  await sleep(awayMs);
  await outage.end();
  const ready = async () => (await fetch(`${first.url}/api/ready`)).status;
  await expect.poll(ready).toBe(200);

  await enter(page, first, "/settings/webhooks");
  const missed = page.getByRole("region", { name: "Possible gaps" });
  await expect(missed).toContainText("No known gaps. Watched since");
  await page.goto(`${first.url}/recordings`);
  await expect(page.getByRole("heading", { name: "Recordings", exact: true })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test("what nobody listened to, and an unusual silence, stand above the list", async ({ page }) => {
  await sendHistory(first);
  await forgetSearch(first);
  await killEverything(first);
  await sleep(awayMs);
  second = await startEarshot({ dataDir: first.dataDir, env: settings });

  await enter(page, second, "/recordings");
  await expect(async () => {
    await page.reload();
    await expect(notice(page)).toContainText("2 gaps in the last 7 days", { timeout: 2_000 });
  }).toPass();
  await notice(page).getByText("Calls may be missing").click();
  await expect(notice(page)).toContainText(/Earshot was offline for (\d\d s|1 min) (at|on) /);
  await expect(notice(page)).toContainText(`No calls in “${campaign}” for 3 h on`);
  await expect(notice(page)).toContainText("; at least 18 were expected");
  await expect(notice(page)).toContainText("Time zone: Berlin.");
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByRole("img")).toHaveAccessibleName(
    /Calls may be missing: Earshot was offline: .*/,
  );
  await expect(timeline.getByRole("img")).not.toHaveAccessibleName(new RegExp(campaign));
  await expect(timeline).toContainText("Gap: calls may be missing");
  await timeline.getByRole("slider").focus();
  await page.keyboard.press("End");
  await expect(timeline.getByRole("slider")).toHaveAttribute(
    "aria-valuetext",
    /Earshot was offline/,
  );
  expect(await findBarriers(page)).toEqual([]);
});

test("it leads to the days and the campaign that are meant", async ({ page }) => {
  const { url } = requireSecond();
  await enter(page, requireSecond(), "/recordings");
  await notice(page).getByText("Calls may be missing").click();
  await notice(page).getByRole("listitem").filter({ hasText: campaign }).getByRole("link").click();
  const filters = page.getByRole("list", { name: "Active filters" });
  await expect(filters).toContainText(`Campaign is ${campaign}`);
  await expect(filters).toContainText("Date");
  await expect(notice(page)).toContainText(campaign);
  await expect(
    page.getByRole("region", { name: "Timeline" }).getByRole("img"),
  ).toHaveAccessibleName(new RegExp(`Calls may be missing: .*No calls in “${campaign}”: `));

  await page.goto(`${url}/recordings?campaign=another`);
  await expect(notice(page)).toContainText("Earshot was offline");
  await expect(notice(page)).not.toContainText(campaign);
  await page.goto(`${url}/recordings?to=2020-01-01`);
  await expect(page.getByRole("heading", { name: "No calls match" })).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test("the webhook's page lists each gap with how it ended", async ({ page }) => {
  await enter(page, requireSecond(), "/settings/webhooks");
  const rows = page.getByRole("table", { name: "Gaps" }).getByRole("row");
  // One, although PostgreSQL was away just as long.
  await expect(rows.filter({ hasText: "Offline" })).toHaveCount(1);
  await expect(rows.filter({ hasText: "Earshot was interrupted" })).toHaveCount(1);
  await expect(rows.filter({ hasText: `${campaign}: at least 18 expected` })).toHaveCount(1);
  await page.getByRole("link", { name: "All gaps" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Gaps" })).toBeVisible();
  await expect(rows.filter({ hasText: "Offline" })).toHaveCount(1);
});

test("who knows about a gap acknowledges it, and the list tells of it no more", async ({
  page,
}) => {
  await enter(page, requireSecond(), "/recordings");
  await notice(page).getByRole("button", { name: "Acknowledge all" }).click();
  await expect(notice(page)).toHaveCount(0);
  await page.goto(`${requireSecond().url}/settings/webhooks/gaps`);
  await expect(page.getByRole("cell", { name: "Yes Undo" })).toHaveCount(2);
  expect(await findBarriers(page)).toEqual([]);
  const silent = page.getByRole("row").filter({ hasText: campaign });
  await silent.getByRole("button", { name: /^Undo: / }).click();
  await expect(silent.getByRole("button", { name: /^Acknowledge: / })).toBeVisible();
  await page.goto(`${requireSecond().url}/recordings`);
  await expect(notice(page)).toContainText(`No calls in “${campaign}” for 3 h on`);
});

test("an export carries it along", async ({ page }) => {
  await enter(page, requireSecond(), "/recordings");
  const answer = await page.request.get(
    `${requireSecond().url}/api/recordings/export?campaign=${campaign}&coverage=1`,
  );
  const coverage = answer.headers()["earshot-coverage"];
  expect(coverage).toMatch(/^gaps=2, since="[^"]+", not-listening=\("[^"]+"\), silence=\(/);
  expect(coverage).toContain(`;campaign="${campaign}";expected=18)`);
  expect(await answer.text()).toMatch(/\n"Earshot-Coverage: gaps=2, .*"\n$/);
});

function notice(page: Page) {
  return page.getByRole("region", { name: "Possible gaps" });
}

async function enter(page: Page, { url }: Earshot, path: string): Promise<void> {
  await page.goto(`${url}/sign-in?next=${encodeURIComponent(path)}`);
  await signIn(page, administrator);
  await page.waitForURL(`${url}${path}`);
}

function requireSecond(): Earshot {
  if (!second) throw new Error("Earshot was not started again");
  return second;
}

/** Gateway and supervisor at once, so that nobody says farewell. */
async function killEverything(earshot: Earshot): Promise<void> {
  process.kill(await earshot.gatewayPid(), "SIGKILL");
  await earshot.kill("SIGKILL");
}

/**
 * Calls of the campaign at the same three hours of four weeks, yesterday one, and none at these hours
 * of today, when another campaign called, and does still: just after midnight, too, the timeline has today.
 */
async function sendHistory({ webhookUrl }: Earshot): Promise<void> {
  const thisHourMs = Math.floor(Date.now() / hourMs) * hourMs;
  const hours = [4, 3, 2].map((hour) => thisHourMs - hour * hourMs);
  const weeks = [1, 2, 3, 4].flatMap((week) => hours.map((ms) => ms - week * weekMs));
  const calls = weeks.flatMap((ms) => [0, 1, 2, 3, 4, 5].map((minute) => ms + minute * 60_000));
  const send = (of: string, ms: number) =>
    sendEvent(webhookUrl, makeEvent({ campaign: of, created_at: new Date(ms).toISOString() }));
  for (const ms of [...calls, Date.now() - 24 * hourMs]) await send(campaign, ms);
  for (const ms of [...hours, Date.now()]) await send("another", ms);
}

/** The next start looks for silences then, and not a few minutes later. */
async function forgetSearch({ dataDir }: Earshot): Promise<void> {
  const client = new pg.Client(await embeddedDatabaseUrl(dataDir));
  await client.connect();
  const countCalls = async () => {
    const { rows } = await client.query("SELECT count(*)::int AS count FROM recording");
    return rows[0]?.count;
  };
  await expect.poll(countCalls).toBe(77);
  await client.query("DELETE FROM upkeep WHERE task = 'silence-search'");
  await client.end();
}
