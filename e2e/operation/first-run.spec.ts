import { expect, test } from "@playwright/test";
import { recordingsTable } from "../support/page/recordings-list";
import { makeEvent, sendEvent } from "../support/requests/recording-event";
import { administrator, startEarshot } from "../support/server/earshot";
import { runCommand } from "../support/server/run-command";

test("the demo's link signs in once, and its calls can be taken away", async ({ browser }) => {
  const demo = await startEarshot({ parameters: ["demo"] });
  try {
    const [link = ""] = /^http:\S+\/sign-in\?link=\S+/.exec(demo.signIn) ?? [];
    const context = await browser.newContext({ baseURL: demo.url });
    const page = await context.newPage();
    await page.goto(link);
    // Nobody comes too early: the first calls are there before the link is.
    await expect(recordingsTable(page).getByRole("row").nth(40)).toBeAttached();
    const samples = page.getByRole("region", { name: "Sample data" });
    await expect(samples).toContainText("made-up calls");

    const other = await (await browser.newContext({ baseURL: demo.url })).newPage();
    await other.goto(link);
    await expect(other.getByRole("main").getByRole("alert")).toContainText("has been used");
    await expect(other.getByLabel("Password")).toBeVisible();
    expect(demo.output().match(/link=/g)).toHaveLength(1);

    const event = makeEvent();
    await sendEvent(demo.webhookUrl, event);
    await samples.getByRole("button", { name: "Remove sample data" }).click();
    await expect(samples).toBeHidden({ timeout: 60_000 });
    await expect(page.getByRole("main").getByText("1 call", { exact: true })).toBeVisible();
    expect(await verifyLedger(demo.dataDir, demo.url)).toBe("");
  } finally {
    await demo.dispose();
  }
});

test("an empty list shows the way, loads sample calls and removes them", async ({ browser }) => {
  const earshot = await startEarshot();
  try {
    const context = await browser.newContext({ baseURL: earshot.url });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    await page.goto("/sign-in");
    await expect(page.getByRole("main")).toContainText("No account yet?");
    await page.request.post("/api/auth/sign-in/email", { data: administrator });
    await page.goto("/recordings");
    const main = page.getByRole("main");
    await page.getByRole("button", { name: "Show the secret of First secret" }).click();
    await expect(main).toContainText(earshot.webhookUrl);

    await page.getByRole("button", { name: "Copy curl command" }).click();
    await expect(main.getByText("Copied", { exact: true })).toBeAttached();
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    const [, url = "", body = ""] = /^curl (\S+) -d '(.*)'$/.exec(curl) ?? [];
    expect(url).not.toBe(earshot.webhookUrl);
    expect((await fetch(url, { method: "POST", body })).status).toBe(202);
    await expect(main.getByText("1 call", { exact: true })).toBeVisible();
    await removeSamples();

    await page.getByRole("button", { name: "Load sample calls" }).click();
    await expect(main.getByText("48 calls", { exact: true })).toBeVisible();
    // They tell nothing of the calling service.
    await page.goto("/settings/webhooks/first-contact");
    await expect(page.getByText("Waiting for the first delivery")).toBeVisible();
    await expect(main.getByRole("link", { name: "Start a test run" })).toBeVisible();
    await page.goto("/recordings");
    await removeSamples();
    expect(await verifyLedger(earshot.dataDir, earshot.url)).toBe("");

    async function removeSamples() {
      await page.getByRole("button", { name: "Remove sample data" }).click();
      await expect(page.getByRole("heading", { name: "No recordings yet" })).toBeVisible({
        timeout: 60_000,
      });
    }
  } finally {
    await earshot.dispose();
  }
});

test("an account is set up without the browser's own complaints", async ({ page }) => {
  const earshot = await startEarshot({ env: { ADMIN_EMAIL: "", ADMIN_PASSWORD: "" } });
  try {
    await page.goto(/http:\S+\/set-up\/\S+/.exec(earshot.signIn)?.[0] ?? "no link");
    await expect(page.getByLabel("Name")).toBeFocused();
    const password = page.getByLabel("Password");
    await password.fill("long enough for me");
    await page.getByLabel("Show what I type").check();
    await expect(password).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Enter your name.");
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Enter an email address.");
    await expect(password).toHaveValue("long enough for me");
    await page.getByLabel("Name").fill("Ada Example");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { name: "No recordings yet" })).toBeVisible();
  } finally {
    await earshot.dispose();
  }
});

/** What `npm run ledger -- verify` finds wrong, once what was removed is added up. */
async function verifyLedger(dataDir: string, url: string): Promise<string> {
  const { code, output } = await runCommand("ledger", "verify", {
    DATA_DIR: dataDir,
    PORT: new URL(url).port,
  });
  return code === 0 ? "" : output;
}
