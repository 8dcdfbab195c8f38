import { expect, type Page } from "@playwright/test";
import { section } from "../support/page/read-facts";
import { recordingsTable } from "../support/page/recordings-list";
import { expectSignInPage } from "../support/page/sign-in";
import { deliver, makeEvent } from "../support/requests/recording-event";
import { test } from "../support/test";

test.describe("webhooks", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  test("the URL is masked, shown when asked for, and copied", async ({ page, earshot }) => {
    const secret = earshot.webhookUrl.split("/").at(-1) ?? "";
    await goTo(page, "Webhooks");
    const main = page.getByRole("main");
    await expect(main).toContainText(earshot.webhookUrl.replace(secret, "•"));
    await expect(main).not.toContainText(secret);
    await main.getByRole("button", { name: /^Copy webhook URL of First secret/ }).click();
    await expect(main.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(earshot.webhookUrl);
    await main.getByRole("button", { name: /^Show the secret of First secret/ }).click();
    await expect(main).toContainText(earshot.webhookUrl);
    await main.getByRole("button", { name: /^Hide the secret of First secret/ }).click();
    await expect(main).not.toContainText(secret);
  });

  test("deliveries say what became of them, understood or not", async ({ page, earshot }) => {
    const understood = makeEvent();
    await deliver({ ...earshot, request: page.request }, understood);
    const response = await fetch(earshot.webhookUrl, { method: "POST", body: '{"data":' });
    const { deliveryId } = await response.json();
    await goTo(page, "Webhooks");
    await expect(page.getByRole("main")).toContainText("Listening");
    const deliveries = section(page, "Recent deliveries").getByRole("listitem");
    const broken = deliveries.filter({
      has: page.locator(`a[href="/settings/webhooks/deliveries/${deliveryId}"]`),
    });
    await expect(async () => {
      await page.reload();
      await expect(broken).toContainText("Quarantined", { timeout: 1_000 });
    }).toPass();
    await expect(broken).toContainText("8 bytes");
    await deliveries.getByRole("link", { name: understood.data.id, exact: true }).click();
    await expect(section(page, "Details")).toContainText(understood.data.id);
    await page.goto(`/settings/webhooks/deliveries/${deliveryId}`);
    await expect(page.getByRole("main")).toContainText('{"data":');
    await page.getByRole("button", { name: "Reprocess" }).click();
    await expect(page.getByRole("main")).toContainText("Reprocessed: still quarantined.");
  });
});

test("the connection is tested for real, and no token is told", async ({ page, earshot }) => {
  const bodies: string[] = [];
  await page.route(/calling-service/, async (route) => {
    const response = await route.fetch();
    bodies.push(await response.text());
    await route.fulfill({ response });
  });
  await goTo(page, "Calling service");
  const connection = section(page, "Connection");
  await expect(connection).toContainText(earshot.sandboxUrl);
  const issued = await countTokens(earshot.sandboxUrl);
  await connection.getByRole("button", { name: "Test connection" }).click();
  await expect(connection.getByRole("status")).toContainText("The connection works");
  await expect(connection).toContainText(/Valid until .+ GMT/);
  expect(await countTokens(earshot.sandboxUrl)).toBeGreaterThan(issued);
  const seen = bodies.join("\n");
  expect(seen.includes("succeeded"), "the answers were read").toBe(true);
  expect(/sbx_[0-9a-f]/.exec(seen)).toBeNull();
});

test("somebody is invited, sees recordings and no settings of others, and leaves", async ({
  page,
  browser,
  baseURL,
}) => {
  await goTo(page, "Members");
  const people = page.getByRole("list", { name: "People with access" }).getByRole("listitem");
  const administrator = people.filter({ hasText: "administrator@example.com" });
  await expect(administrator).toContainText("Administrator");
  await expect(administrator).toContainText("You");
  await section(page, "Invite").getByRole("button", { name: "Create invite link" }).click();
  const made = section(page, "Invite").getByRole("status").filter({ hasText: "/set-up/" });
  const link = /http\S+\/set-up\/\S+/.exec((await made.textContent()) ?? "")?.[0] ?? "no link";

  const context = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  const theirs = await context.newPage();
  const name = `Guest ${Date.now()}`;
  await theirs.goto(link);
  await theirs.getByLabel("Name").fill(name);
  await theirs.getByLabel("Email").fill(`${Date.now()}@example.com`);
  await theirs.getByLabel("Password").fill("short");
  await theirs.getByRole("button", { name: "Create account" }).click();
  await expect(theirs.getByLabel("Password")).toBeFocused();
  await theirs.getByLabel("Password").fill("long enough for a guest");
  await theirs.getByRole("button", { name: "Create account" }).click();
  await expect(recordingsTable(theirs)).toBeVisible();
  const navigation = theirs.getByRole("navigation", { name: "Main" });
  await expect(navigation.getByRole("link", { name: "Recordings" })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Members" })).toBeHidden();
  await expect(navigation.getByRole("link", { name: "Webhooks" })).toBeHidden();
  for (const path of ["/settings/members", "/settings/webhooks"]) {
    const response = await theirs.goto(path);
    expect(response?.status(), path).toBe(403);
    await expect(theirs.getByRole("heading", { name: "Administrators only" })).toBeVisible();
  }
  await theirs.goto("/settings/calling-service");
  await expect(theirs.getByRole("heading", { level: 1, name: "Calling service" })).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Test connection" })).toBeHidden();

  await page.reload();
  await expect(people.filter({ hasText: name })).toContainText("Member");
  await page.getByRole("button", { name: `Change ${name}’s access` }).click();
  await page.getByRole("button", { name: "Remove access" }).click();
  await expect(people.filter({ hasText: name })).toBeHidden();
  await theirs.goto("/recordings");
  await expectSignInPage(theirs);
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();
  await context.close();
});

async function goTo(page: Page, name: string): Promise<void> {
  await page.goto("/");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name, exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

async function countTokens(sandboxUrl: string): Promise<number> {
  const { token } = await (await fetch(`${sandboxUrl}/api/sandbox/requests`)).json();
  return token?.total ?? 0;
}
