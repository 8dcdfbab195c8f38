import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { readFacts, section } from "../support/page/read-facts";
import { deliver, makeEvent, sendEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";

test.describe.configure({ mode: "serial" });

const address = "/settings/webhooks/first-contact";
let earshot: Earshot;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  earshot = await startEarshot();
  context = await browser.newContext({ baseURL: earshot.url });
  page = await context.newPage();
  await page.request.post("/api/auth/sign-in/email", { data: administrator });
});
test.afterAll(async () => {
  await context?.close();
  await earshot?.dispose();
});

test("a member is told to ask, an administrator is led to the first contact", async ({
  browser,
}) => {
  await page.goto("/recordings");
  await expect(page.getByRole("link", { name: "Connect your calling service" })).toBeVisible();

  const link = await makeInvitation();
  const visit = await browser.newContext({ baseURL: earshot.url });
  const member = await visit.newPage();
  await member.goto(link);
  await member.getByLabel("Name").fill("Mina Member");
  await member.getByLabel("Email").fill("mina@example.com");
  await member.getByLabel("Password").fill("a password of a member");
  await member.getByRole("main").getByRole("button").click();
  await expect(member.getByRole("heading", { name: "No recordings yet" })).toBeVisible();
  const main = member.getByRole("main");
  await expect(main).toContainText("ask an administrator");
  await expect(main.getByRole("link")).toHaveCount(0);
  expect((await member.goto(address))?.status()).toBe(403);
  await visit.close();
});

test("a rehearsal is no first contact", async () => {
  await page.goto("/settings/webhooks/rehearsal");
  await page.getByRole("button", { name: "Start test run" }).click();
  await expect(page.getByRole("status")).toContainText("The webhook works", { timeout: 60_000 });
  await page.goto(address);
  await expect(page.getByText("Waiting for the first delivery")).toBeVisible();
});

test("it waits, tells of a wrong secret, and shows how the first delivery was understood", async () => {
  await page.goto("/settings/webhooks");
  await page.getByRole("link", { name: "Connect your calling service" }).click();
  await expect(page.getByText("Waiting for the first delivery")).toBeVisible();
  const secret = earshot.webhookUrl.split("/").at(-1) ?? "";
  const main = page.getByRole("main");
  await expect(main).not.toContainText(secret);
  await page.getByRole("button", { name: "Show the secret of First secret" }).click();
  await expect(main).toContainText(earshot.webhookUrl);

  expect((await fetch(`${earshot.webhookUrl}x`, { method: "POST", body: "{}" })).status).toBe(401);
  await expect(main).toContainText("1 request with a wrong secret in the last hour");

  const event = makeEvent({ has_transcript: "true", accent: "soft" });
  const { minutes_used: _, ...attributes } = event.data.attributes;
  const sent = { data: { ...event.data, attributes: { ...attributes, minutesUsed: 3 } } };
  await fetch(earshot.webhookUrl, { method: "POST", body: JSON.stringify(sent) });
  await expect(main).toContainText("Connected, with notices");

  const facts = await readFacts(section(page, "The delivery"));
  expect(facts.Outcome).toBe("Stored");
  expect(facts.Format).toContain("data.attributes");
  expect(facts.Recording).toBe(event.data.id);
  const fields = page.getByRole("list", { name: "Fields" }).getByRole("listitem");
  await expect(fields).toHaveCount(19);
  await expect(fields.nth(1)).toContainText("minutes_used3from data.attributes.minutesUsedRead");
  await expect(fields.filter({ hasText: "has_transcript" })).toContainText(
    'It is "true"; read as true.',
  );
  expect(await readFacts(section(page, "Other keys"))).toEqual({ accent: '"soft"' });
});

test("it stays at its address, and leads to the recording and the delivery", async () => {
  await sendEvent(earshot.webhookUrl, makeEvent());
  await page.goto("/settings/webhooks");
  await expect(page.getByRole("link", { name: "Connect your calling service" })).toHaveCount(0);
  await page.getByRole("link", { name: "Connection setup" }).click();
  await expect(page.getByRole("main")).toContainText("Connected, with notices");
  await page.getByRole("link", { name: "Show the delivery" }).click();
  await expect(page).toHaveURL(/\/deliveries\/[\w-]+$/);
  await expect(section(page, "Body")).toContainText("minutesUsed");
  await page.goBack();
  await page.getByRole("link", { name: "Show the recording" }).click();
  await expect(section(page, "Call")).toBeVisible();
});

// Here, where nobody else's deliveries come under it.
test("the same payload counts as a retry for as long as the setting says", async () => {
  const ringing = makeEvent({ status: "ringing" });
  const completed = makeEvent({ ...ringing.data.attributes, status: "completed" });
  completed.data.id = ringing.data.id;
  const sendAll = async () => {
    for (const event of [ringing, completed, ringing]) {
      await deliver({ webhookUrl: earshot.webhookUrl, request: page.request }, event);
    }
    await page.goto(`/recordings/${ringing.data.id}`);
    return (await readFacts(section(page, "Call"))).Status;
  };
  expect(await sendAll()).toBe("completed");

  await page.goto("/settings/webhooks");
  const retries = section(page, "Retries");
  const minutes = retries.getByLabel("Minutes");
  await expect(minutes).toHaveValue("5");
  await minutes.fill("half an hour");
  await retries.getByRole("button", { name: "Save" }).click();
  await expect(retries).toContainText("Enter a whole number of minutes from 0 to 1440.");
  await expect(minutes).toHaveValue("half an hour");
  await minutes.fill("0");
  await retries.getByRole("button", { name: "Save" }).click();
  await expect(retries.getByRole("status")).toHaveText("Saved.");
  await page.reload();
  await expect(minutes).toHaveValue("0");
  expect(await sendAll()).toBe("ringing");
});

async function makeInvitation(): Promise<string> {
  await page.goto("/settings/members");
  const invite = section(page, "Invite");
  await invite.getByRole("button", { name: "Create invite link" }).click();
  const made = invite.getByRole("status").filter({ hasText: "/set-up/" });
  return /http\S+\/set-up\/\S+/.exec((await made.textContent()) ?? "")?.[0] ?? "no link";
}
