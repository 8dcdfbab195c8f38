import { Agent, request } from "node:http";
import { expect, type Page } from "@playwright/test";
import { activeFilters, readIds, recordingsTable } from "../support/page/recordings-list";
import { expectSignInPage, signIn } from "../support/page/sign-in";
import { administrator } from "../support/server/earshot";
import { test } from "../support/test";

test.use({ signedIn: false });

for (const [what, email] of [
  ["a wrong password", administrator.email],
  ["an unknown address", "nobody@example.com"],
] as const) {
  test(`${what} is told in one message that tells no more, and the address stays`, async ({
    page,
  }) => {
    await page.goto("/sign-in");
    await signIn(page, { email, password: "not the password" });
    const message = page.getByRole("main").getByRole("alert");
    await expect(message).toHaveText("Incorrect email or password.");
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Password")).toHaveValue("");
    await expect(page.getByLabel("Password")).toBeFocused();
    await expect(page.getByLabel("Password")).toHaveAccessibleDescription(/Incorrect/);
    await page.goto("/recordings");
    await expectSignInPage(page);
  });
}

test("signing in leads to the page that was asked for", async ({ page }) => {
  await page.goto("/recordings?status=voicemail&sort=created_at");
  await expectSignInPage(page);
  await signIn(page, administrator);
  await expect(page).toHaveURL("/recordings?status=voicemail&sort=created_at");
  await expect(recordingsTable(page)).toBeVisible();
  await expect(activeFilters(page)).toContainText("Status is voicemail");
  await page.goto("/sign-in");
  await expect(page).toHaveURL("/recordings");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("signing in works all the same", async ({ page }) => {
    await page.goto("/settings/members");
    await signIn(page, { ...administrator, password: "not the password" });
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(administrator.email);
    await signIn(page, administrator);
    await expect(page).toHaveURL("/settings/members");
    await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  });
});

test("no address leads away from here", async ({ page, baseURL }) => {
  await page.goto("/sign-in?next=https://elsewhere.example.com//");
  await signIn(page, administrator);
  await expect(recordingsTable(page)).toBeVisible();
  expect(page.url()).toBe(`${baseURL}/recordings`);
});

test("what is too large or too long is refused, and the connection's next request is answered", async ({
  baseURL,
}) => {
  const { hostname, port } = new URL(baseURL ?? "");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (method: string, path: string, body = "") =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { "Content-Type": "application/json" };
      const options = { hostname, port, agent, method, path, headers, maxHeaderSize: 65_536 };
      const sent = request(options, (answer) =>
        answer.resume().once("end", () => resolve(answer.statusCode)),
      );
      sent.setTimeout(10_000, () => sent.destroy(new Error("no answer within ten seconds")));
      sent.once("error", reject).end(body);
    });
  for (let round = 0; round < 4; round++) {
    expect(await ask("POST", "/api/auth/sign-in/email", "[".repeat(200_000))).toBe(413);
    expect(await ask("GET", `/recordings?q=${"x".repeat(30_000)}`)).toBe(307);
  }
  agent.destroy();
});

test("signing out ends it: no page is shown any more, not even by going back", async ({ page }) => {
  await page.goto("/sign-in");
  await signIn(page, administrator);
  await expect(recordingsTable(page)).toBeVisible();
  const cookies = await page.context().cookies();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expectSignInPage(page);
  await expect(page.getByText("Your session has ended")).toBeHidden();
  await page.goBack();
  await page.reload();
  await expectSignInPage(page);
  await page.context().addCookies(cookies);
  await page.goto("/recordings");
  await expectSignInPage(page);
});

test("a click after the session has ended leads to sign-in, and then on", async ({ page }) => {
  await page.goto("/sign-in");
  await signIn(page, administrator);
  const [id = ""] = await readIds(page);
  await page.context().clearCookies();
  await recordingsTable(page).getByRole("row").nth(1).getByRole("link").click();
  await expectSignInPage(page);
  await signIn(page, administrator);
  await expect(page).toHaveURL(`/recordings?open=${encodeURIComponent(id)}`);
  await expect(page.getByRole("region", { name: "Call", exact: true })).toBeVisible();
});

test("all of it by keyboard: sign in, filter, open a call", async ({ page }) => {
  const press = (key: string) => page.keyboard.press(key);
  await page.goto("/recordings");
  await expectSignInPage(page);
  await tabTo(page, "textbox", "Email");
  await page.keyboard.type(administrator.email);
  await press("Tab");
  await page.keyboard.type(administrator.password);
  await press("Enter");
  await expect(recordingsTable(page)).toBeVisible();

  await tabTo(page, "combobox", "Search recordings");
  await tabTo(page, "button", "Status");
  await press("Enter");
  const voicemail = await tabTo(page, "checkbox", "voicemail");
  await press("Space");
  await expect(page).toHaveURL(/status=voicemail/);
  await expect(voicemail).toBeChecked();
  await press("Escape");
  await expect(page.getByRole("button", { name: "Status", exact: true })).toBeFocused();

  const [id = ""] = await readIds(page);
  const first = recordingsTable(page).getByRole("row").nth(1).getByRole("link");
  await tabTo(page, "link", (await first.textContent()) ?? "no name");
  await press("Enter");
  await expect(page).toHaveURL(`/recordings?status=voicemail&open=${encodeURIComponent(id)}`);
  await tabTo(page, "button", "Play");
});

test("people see where they are signed in, and sign out what they don't know", async ({
  page,
  browser,
  baseURL,
}) => {
  const userAgent =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const other = await browser.newContext({ baseURL, userAgent });
  const elsewhere = await other.newPage();
  await elsewhere.goto("/recordings");
  await signIn(elsewhere, administrator);
  await expect(recordingsTable(elsewhere)).toBeVisible();

  await page.goto("/settings/sessions");
  await signIn(page, administrator);
  const sessions = page.getByRole("list", { name: "Active sessions" }).getByRole("listitem");
  await expect(sessions.filter({ hasText: "This device" })).toHaveCount(1);
  const theirs = sessions.filter({ hasText: "Firefox, Windows" });
  await theirs.first().getByRole("button", { name: "Sign out: Firefox, Windows" }).click();
  await expect(theirs).toHaveCount(0);
  await elsewhere.reload();
  await expectSignInPage(elsewhere);
  await other.close();

  const own = sessions.filter({ hasText: "This device" });
  await own.getByRole("button", { name: /^Sign out: / }).click();
  await expectSignInPage(page);
});

/** Presses Tab until the control has the focus, as many times as a patient person would. */
async function tabTo(page: Page, role: Parameters<Page["getByRole"]>[0], name: string) {
  const control = page.getByRole(role, { name, exact: true }).first();
  await expect(control).toBeAttached();
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40 && !(await hasFocus()); presses += 1) {
    await page.keyboard.press("Tab");
  }
  await expect(control).toBeFocused();
  return control;
}
