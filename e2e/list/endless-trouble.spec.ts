import { expect, test } from "@playwright/test";
import { readIds } from "../support/page/recordings-list";
import { type OwnPostgres, startOwnPostgres } from "../support/postgres/own-postgres";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { startCalls } from "../support/server/sandbox-run";

test.use({ viewport: { width: 1100, height: 800 } });

/** More than are fetched ahead, also where the button moves down a few times before it is pressed. */
const calls = 150;
const fault = "Couldn’t load the next calls.";

let postgres: OwnPostgres;
let earshot: Earshot;

test.beforeAll(async () => {
  postgres = await startOwnPostgres();
  earshot = await startEarshot({ env: { DATABASE_URL: postgres.url } });
  const sandbox = await startCalls(earshot.webhookUrl, [
    "--calls",
    String(calls),
    "--rate",
    "max",
    "--seed",
    "7",
  ]);
  await sandbox.finish();
  await sandbox.stop();
});
test.afterAll(async () => {
  await earshot?.dispose();
  await postgres?.stop();
});

test("a list whose database is stopped says that it can't go on, and goes on when it is back", async ({
  page,
}) => {
  await page.request.post(`${earshot.url}/api/auth/sign-in/email`, { data: administrator });
  const journal = async () => (await (await fetch(`${earshot.url}/api/ready`)).json()).journal;
  await expect.poll(async () => (await journal())?.depth).toBe(0);
  await page.goto(`${earshot.url}/recordings?limit=10`);
  const more = page.getByRole("button", { name: "Load more" });
  await more.click();
  await expect.poll(async () => (await readIds(page)).length).toBeGreaterThanOrEqual(20);
  const shown = await readIds(page);

  await postgres.halt();
  await page.mouse.move(500, 500);
  await page.mouse.wheel(0, 20_000);
  // A database that is about to go may leave a question without an answer.
  await expect(page.getByRole("alert").filter({ hasText: fault })).toBeVisible();
  await expect(page.getByText("Live updates paused")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert").filter({ hasText: fault })).toBeVisible();
  expect((await readIds(page)).slice(0, shown.length)).toEqual(shown);

  await postgres.resume();
  // By itself, though nobody asks again; how far depends on what was there when it stopped.
  const countShown = async () => (await readIds(page)).length;
  await expect.poll(countShown, { timeout: 60_000 }).toBeGreaterThan(shown.length);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 20_000);
      return countShown();
    })
    .toBe(calls);
  const ids = await readIds(page);
  expect(new Set(ids).size).toBe(calls);
  expect(ids.slice(0, shown.length)).toEqual(shown);
  await expect(page.getByText(fault)).toBeHidden();
  await expect(page.getByText("End of the list")).toBeVisible();
  await expect(page.getByText("Live updates paused")).toBeHidden({ timeout: 60_000 });
});
