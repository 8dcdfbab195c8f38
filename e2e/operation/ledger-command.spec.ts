import { expect, test } from "@playwright/test";
import pg from "pg";
import { signIn } from "../support/page/sign-in";
import { startSteadyLoad } from "../support/requests/steady-load";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";
import { runCommand } from "../support/server/run-command";

let earshot: Earshot;
let client: pg.Client;

test.beforeAll(async () => {
  earshot = await startEarshot();
  client = new pg.Client(await embeddedDatabaseUrl(earshot.dataDir));
  await client.connect();
});
test.afterAll(async () => {
  await client?.end();
  await earshot?.dispose();
});

const command = (name: string) => runCommand("ledger", name, { DATA_DIR: earshot.dataDir });

test("counts that differ from the calls are found, and mended while events come", async () => {
  const load = await startSteadyLoad();
  await load.send(earshot.webhookUrl, { perSecond: 100, until: { events: 200 } });
  await load.expectKept(earshot.url, await embeddedDatabaseUrl(earshot.dataDir));
  const sending = load.start(earshot.webhookUrl, { perSecond: 50, until: {} });
  expect(await command("verify")).toMatchObject({ code: 0 });

  await client.query("UPDATE rollup_quarter SET calls = calls + 1");
  await client.query("UPDATE customer_calls SET calls = calls + 1");
  const found = await command("verify");
  expect(found.code).toBe(1);
  expect(found.output).toMatch(/calls of quarters: \d+ rows differ from the calls, for example 2/);
  expect(found.output).toMatch(/calls of customers: \d+ rows differ/);

  expect(await command("repair")).toMatchObject({ code: 0 });
  expect(await command("verify")).toMatchObject({ code: 0 });
  const { issued, answers } = await sending.stop();
  expect(answers).toEqual({ 202: issued });
  await load.close();
  expect((await command("mend")).code).toBe(2);
  expect((await command("")).code).toBe(2);
});

test("what differs is found by the nightly look too, told to administrators, and counted anew", async ({
  page,
}) => {
  await client.query("UPDATE customer_calls SET calls = calls + 1");
  await client.query("UPDATE upkeep SET finished_at = NULL WHERE task = 'verify-counts'");
  const fault = async () =>
    (await client.query("SELECT fault FROM upkeep WHERE task = 'verify-counts'")).rows[0]?.fault;
  await expect.poll(fault).toContain("all was counted anew");
  await page.goto(`${earshot.url}/settings/webhooks`);
  await signIn(page, administrator);
  await expect(
    page.getByText(/calls of customers: \d+ differ; all was counted anew/),
  ).toBeVisible();
  expect(await command("verify")).toMatchObject({ code: 0 });
});
