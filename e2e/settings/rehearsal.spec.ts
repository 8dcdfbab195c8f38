import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { findBarriers } from "../support/page/find-barriers";
import { type LedgerReader, readLedger } from "../support/page/ledger-rows";
import { readFacts, section } from "../support/page/read-facts";
import { readIds, recordingsTable } from "../support/page/recordings-list";
import { holdDatabaseDown } from "../support/postgres/hold-database-down";
import { deliver, makeEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";

test.describe.configure({ mode: "serial" });

const address = "/settings/webhooks/rehearsal";
const steps = 11;

let earshot: Earshot;
let ledger: LedgerReader;
let context: BrowserContext;
let page: Page;
let before: Awaited<ReturnType<LedgerReader["rows"]>>;

test.beforeAll(async ({ browser }) => {
  earshot = await startEarshot();
  ledger = readLedger(earshot);
  context = await browser.newContext({ baseURL: earshot.url });
  page = await context.newPage();
  await page.request.post("/api/auth/sign-in/email", { data: administrator });
  const webhook = { webhookUrl: earshot.webhookUrl, request: page.request };
  for (let call = 0; call < 3; call++) await deliver(webhook, makeEvent());
  before = await ledger.rows();
});
test.afterAll(async () => {
  await context?.close();
  await earshot?.dispose();
});

test("an administrator runs it: each step passes, and nothing of it is left", async () => {
  const list = await context.newPage();
  await list.goto("/recordings");
  const ids = await readIds(list);
  const watching = await context.newPage();
  await watching.goto(address);

  await page.goto("/settings/webhooks");
  await page.getByRole("link", { name: "Test run" }).click();
  await page.getByRole("button", { name: "Start test run" }).click();
  await expectPassed(page);
  // Who only looked has seen the same.
  await expectPassed(watching);

  const results = page.getByRole("list", { name: "Steps" }).getByRole("listitem");
  for (const result of await results.all()) {
    await expect(result).toContainText(/Durable after [\d.]+ m?s \(HTTP 202\)/);
    await expect(result).toContainText(/In the ledger after [\d.]+ m?s/);
  }
  const step = (title: string) => results.filter({ hasText: title });
  await expect(step("An exact repeat")).toContainText("Superseded");
  await expect(step("Out-of-order duplicate")).toContainText("Superseded");
  await expect(step("A dead audio link")).toContainText("The audio can’t be reached.");
  await expect(step("Invalid minutes")).toContainText("Stored");
  await expect(step("An unreadable call")).toContainText("Quarantined");
  for (const result of await results.all()) {
    await expect(result.getByText(/^Durable after/)).toBeHidden();
    expect((await result.boundingBox())?.height).toBeLessThan(44);
  }
  await step("A flat body").getByRole("heading").click();
  await expect(step("A flat body").getByText(/^Durable after/)).toBeVisible();
  await step("A flat body").getByText("What is sent").click();
  await expect(step("A flat body").getByText('"minutes_used": 4')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);

  const facts = await readFacts(section(page, "Cleanup"));
  expect(facts.Removed).toContain("11 deliveries, 6 recordings, 6 customers");
  expect(facts["Left among the real calls"]).toBe("Nothing: none of its ids was found.");
  expect(facts["Real ledger after"]).toBe(facts["Real ledger before"]);
  expect(await ledger.rows()).toEqual(before);
  expect(await ledger.rehearsed()).toBeNull();

  await expect(list.getByRole("button", { name: /new calls?/ })).toHaveCount(0);
  await list.reload();
  expect(await readIds(list)).toEqual(ids);
  await list.goto("/recordings?q=rehearsal");
  await expect(recordingsTable(list)).toHaveCount(0);
  await Promise.all([list.close(), watching.close()]);
});

test("PostgreSQL is killed in the middle: it waits, and goes on when it is back", async () => {
  await startAndReach(2);
  const outage = await holdDatabaseDown(earshot);
  await expect(page.getByRole("status")).toContainText("Waiting for the database");
  await outage.end();
  await expectPassed(page);
  await expect(page.getByText("The database was down for a while.")).toHaveCount(1);
  expect(await ledger.rows()).toEqual(before);
});

test("the server is killed in the middle: the next one removes what is left", async () => {
  await startAndReach(3);
  const killed = await earshot.webPid();
  process.kill(killed, "SIGKILL");
  expect(await ledger.rehearsed()).not.toBeNull();
  await expect(page.getByRole("status")).toContainText("Test run interrupted", { timeout: 60_000 });
  expect(await ledger.rehearsed()).toBeNull();
  expect(await ledger.rows()).toEqual(before);
  await expect.poll(() => readDepth(earshot)).toBe(0);
  await page.goto("/recordings?q=rehearsal");
  await expect(recordingsTable(page)).toHaveCount(0);
  await page.goto(address);
  await page.getByRole("button", { name: "Run again" }).click();
  await expectPassed(page);
});

test("with its journal in the database, too", async ({ browser }) => {
  const other = await startEarshot({ env: { JOURNAL: "database" } });
  const visit = await browser.newContext({ baseURL: other.url });
  const there = await visit.newPage();
  await there.request.post("/api/auth/sign-in/email", { data: administrator });
  await there.goto(address);
  await there.getByRole("button", { name: "Start test run" }).click();
  await expectPassed(there);
  const left = Object.entries(await readLedger(other).rows()).filter(([, rows]) => rows.length > 0);
  expect(left.map(([table]) => table)).toEqual(["webhook_secret"]);
  await visit.close();
  await other.dispose();
});

/** Begins one and resolves while it runs, with so many deliveries stored. */
async function startAndReach(count: number): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: "Run again" }).click();
  await expect.poll(ledger.rehearsed, { intervals: [5] }).toBeGreaterThanOrEqual(count);
}

async function expectPassed(where: Page): Promise<void> {
  await expect(where.getByRole("status")).toContainText("The webhook works", { timeout: 60_000 });
  await expect(where.getByText("As expected", { exact: true })).toHaveCount(steps);
}

async function readDepth({ url }: Earshot): Promise<number> {
  const { journal } = await (await fetch(`${url}/api/ready`)).json();
  return journal?.depth ?? -1;
}
