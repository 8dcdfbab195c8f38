import { expect, type Page, type Route } from "@playwright/test";
import pg from "pg";
import { openFilter, readIds } from "../support/page/recordings-list";
import { signIn } from "../support/page/sign-in";
import { signInRaw } from "../support/requests/raw-request";
import { administrator, startEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";
import { test } from "../support/server/static-dataset";

test("rows wait for no counts; those of a filter left behind are given up", async ({
  page,
  still,
}) => {
  const release = await holdCounts(page);
  await page.goto("/recordings?minutes=2..");
  const long = still.calls.filter((call) => call.minutes_used >= 2);
  expect(await readIds(page)).toEqual(long.slice(0, 50).map(({ id }) => id));
  await expect(page.getByText(/^[\d,]+ calls?$/)).toHaveCount(0);

  const givenUp = page.waitForEvent("requestfailed", {
    predicate: (request) => request.url().includes("/api/recordings/counts?"),
  });
  const heard = long.filter((call) => call.has_transcript);
  const more = await openFilter(page, "More");
  await more.getByRole("list", { name: "Transcript" }).getByText("Yes").click();
  await expect.poll(() => readIds(page)).toEqual(heard.slice(0, 50).map(({ id }) => id));
  expect((await givenUp).url()).not.toContain("transcript");
  await release();
  await expectTotal(page, heard.length);
  await expect(
    page.getByRole("region", { name: "Timeline" }).getByRole("img").first(),
  ).toBeVisible();
});

test("a filter that is counted at once after one that isn't, and back", async ({ page, still }) => {
  await page.goto("/recordings?minutes=2..");
  await expectTotal(page, still.calls.filter((call) => call.minutes_used >= 2).length);
  await page
    .getByRole("link", { name: /^Remove/ })
    .first()
    .click();
  await expectTotal(page, still.calls.length);
  await page.goBack();
  await expectTotal(page, still.calls.filter((call) => call.minutes_used >= 2).length);
});

test("who no longer waits for counts ends them in the database, too", async () => {
  const earshot = await startEarshot();
  const url = await embeddedDatabaseUrl(earshot.dataDir);
  const [blocker, observer] = [new pg.Client(url), new pg.Client(url)];
  try {
    await Promise.all([blocker.connect(), observer.connect()]);
    const cookie = await signInRaw(earshot.url, administrator.email, administrator.password);
    const ask = (signal: AbortSignal) =>
      fetch(`${earshot.url}/api/recordings/counts?minutes=2..`, {
        headers: { cookie },
        signal,
      });
    const { signal } = new AbortController();
    expect(await (await ask(signal)).json()).toMatchObject({ options: { total: 0 } });

    await blocker.query("BEGIN");
    await blocker.query("LOCK TABLE recording IN ACCESS EXCLUSIVE MODE");
    const leaving = new AbortController();
    const asking = ask(leaving.signal).catch((error: Error) => error.name);
    await expect.poll(() => countCounting(observer)).toBeGreaterThan(0);
    leaving.abort();
    expect(await asking).toBe("AbortError");
    await expect.poll(() => countCounting(observer)).toBe(0);
    await blocker.query("COMMIT");
    expect((await ask(signal)).status).toBe(200);
  } finally {
    await Promise.all([blocker.end(), observer.end()]);
    await earshot.dispose();
  }
});

test("of more calls than are counted one by one, it says so and about how many there are", async ({
  page,
}) => {
  const earshot = await startEarshot();
  const client = new pg.Client(await embeddedDatabaseUrl(earshot.dataDir));
  try {
    await client.connect();
    await page.goto(`${earshot.url}/recordings`);
    await signIn(page, administrator);
    await expect(page.getByText("0 calls", { exact: true })).toBeVisible({ timeout: 60_000 });
    await client.query(manyCalls);
    await client.query("VACUUM ANALYZE recording");
    // What was put there by hand is in no kept count, of which the days would be made.
    const from = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
    const days = `from=${from}&to=${new Date().toISOString().slice(0, 10)}`;
    await page.goto(`${earshot.url}/recordings?minutes=0..&${days}`);
    await expect(page.getByText(/^more than 10,000 calls, about 1[0-4],000$/)).toBeVisible();
    await expect(page.getByText("More than 10,000 calls are too many to draw.")).toBeVisible();
    const status = await openFilter(page, "Status");
    await expect(status.getByText("10,000+")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.goto(`${earshot.url}/recordings?minutes=4..4`);
    await expect(page.getByText("2,400 calls", { exact: true })).toBeVisible();

    await client.query("UPDATE upkeep SET finished_at = NULL WHERE task = 'count-anew'");
    const bars = page.getByRole("region", { name: "Timeline" }).getByRole("img");
    await expect(async () => {
      await page.goto(`${earshot.url}/recordings?minutes=0..`);
      const isAbout = /: about 12,000 calls, at most about 1,400 per day$/;
      await expect(bars).toHaveAccessibleName(isAbout, { timeout: 3_000 });
    }).toPass();
    await expect(page.getByText("more than 10,000 calls, about 12,000")).toBeVisible();
    await expect(page.getByText("Estimate from a sample")).toBeVisible();
    const slider = page.getByRole("slider", { name: "Timeline bars" });
    await slider.press("End");
    await slider.press("ArrowLeft");
    await expect(slider).toHaveAttribute(
      "aria-valuetext",
      /: about 1,400 calls · completed 1,400$/,
    );
    await slider.press("Enter");
    await expect(page.getByText("1,440 calls", { exact: true })).toBeVisible();
    await expect(bars).toHaveAccessibleName(/: 1,440 calls, at most 1,440 per day$/);
  } finally {
    await client.end();
    await earshot.dispose();
  }
});

/** 12,000 calls of up to four minutes. */
const manyCalls = `
  INSERT INTO recording (id, minutes_used, call_sid, recording_attachment, campaign, has_transcript,
    summary, created_at, status, customer_id, customer_first_name, customer_last_name,
    customer_phone_number, customer_gender, customer_type, customer_is_confirmed,
    customer_is_phone_number_correct, search_text, phone_digits, accepted_seq, first_seq,
    content_hash, received_at, changed_at)
  SELECT 'rec-' || n, n % 5, 'CA', 'https://files.example.com/a.mp3', 'spring', true, 'parcels',
    now() - interval '1 minute' * n, 'completed', 'cus', 'Ada', 'Example', '', 'female', NULL, true,
    true, 'parcels', '', n, n, sha256(n::text::bytea), now(), now()
  FROM generate_series(1, 12000) AS n`;

/** @returns lets them go, those that come later too */
async function holdCounts(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route("**/api/recordings/counts?*", async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  return async () => {
    isHeld = false;
    // One that was given up can't go on.
    await Promise.all(held.map((route) => route.continue().catch(() => undefined)));
  };
}

async function expectTotal(page: Page, count: number): Promise<void> {
  await expect(page.getByText(`${count} calls`, { exact: true })).toBeVisible();
}

/** Queries of counts that are under way. */
async function countCounting(observer: pg.Client): Promise<number> {
  const { rows } = await observer.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE state = 'active' AND application_name ~ '^earshot [0-9a-f]{8}-'`,
  );
  return rows[0]?.count ?? 0;
}
