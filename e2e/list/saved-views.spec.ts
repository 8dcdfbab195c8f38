import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { openPalette } from "../support/page/pages";
import { goOn, openFilter, recordingsTable } from "../support/page/recordings-list";
import { deliver, makeEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { callAction } from "../support/sweep/server-actions";

test.describe.configure({ mode: "serial" });

let earshot: Earshot;
let chief: Page;
let member: Page;
const contexts: BrowserContext[] = [];

test.beforeAll(async ({ browser }) => {
  earshot = await startEarshot();
  const open = async () => {
    contexts.push(await browser.newContext({ baseURL: earshot.url }));
    return (contexts.at(-1) as BrowserContext).newPage();
  };
  [chief, member] = [await open(), await open()];
  await chief.request.post("/api/auth/sign-in/email", { data: administrator });
  const webhook = { webhookUrl: earshot.webhookUrl, request: chief.request };
  for (const status of ["completed", "failed", "busy"])
    await deliver(webhook, makeEvent({ status }));
  await join(chief, member);
});
test.afterAll(async () => {
  for (const context of contexts) await context.close();
  await earshot?.dispose();
});

test("a member keeps a list under a name, and it is theirs alone", async () => {
  await member.goto("/recordings?days=last-7-days&status=failed");
  const menu = await openViews(member);
  await expect(menu.getByRole("link", { name: "All calls" })).toBeVisible();
  await save(menu, "Failed lately");
  await expect(views(menu, "Mine")).toHaveText(["Failed lately"]);
  await expect(trigger(member)).toHaveText("View: Failed lately");

  const others = await openViews(chief, "/recordings");
  await expect(views(others, "Mine")).toHaveCount(0);
  await expect(views(others, "Team")).toHaveCount(0);
});

test("a name that is taken is refused kindly, and what was typed stays", async () => {
  const menu = await openViews(member, "/recordings?status=busy");
  await save(menu, "Failed lately");
  const name = menu.getByRole("textbox", { name: /Save this list/ });
  await expect(name).toHaveAccessibleDescription(/already exists. Choose another/);
  await expect(name).toHaveValue("Failed lately");
});

test("a view that was changed says so, and is updated or taken back", async () => {
  await member.goto("/recordings");
  let menu = await openViews(member);
  await goOn(member, menu.getByRole("link", { name: "Failed lately" }));
  await expect(menu).toBeHidden();
  await expect(member).toHaveURL("/recordings?status=failed&days=last-7-days");
  const status = await openFilter(member, "Status");
  await goOn(member, status.getByRole("checkbox", { name: "busy" }));
  await member.keyboard.press("Escape");
  await expect(trigger(member)).toHaveText("View: Failed lately · changed");

  menu = await openViews(member);
  await goOn(member, menu.getByRole("link", { name: "Undo changes" }));
  await expect(trigger(member)).toHaveText("View: Failed lately");
  await member.goBack();
  menu = await openViews(member);
  await menu.getByRole("button", { name: "Update view" }).click();
  await expect(trigger(member)).toHaveText("View: Failed lately");
  await expect(menu.getByRole("link", { name: "Failed lately" })).toHaveAttribute(
    "href",
    /status=failed&status=busy&days=last-7-days$/,
  );
});

test("a default is where the rail, the front page and a sign-in lead", async () => {
  let menu = await openViews(chief, "/recordings?status=completed");
  await menu.getByText("The team", { exact: true }).click();
  await save(menu, "Good calls");
  await tool(menu, "Good calls", "Make the team’s default");
  await expect(views(menu, "Team")).toContainText(["Team’s default"]);

  await member.goto("/");
  await expect(member).toHaveURL("/recordings?status=completed");
  menu = await openViews(member);
  await expect(menu.getByRole("button", { name: "Options of Good calls" })).toBeVisible();
  await tool(menu, "Failed lately", "Make my default");
  await expect(views(menu, "Mine")).toContainText(["My default"]);
  await member.goto("/customers");
  const rail = member.getByRole("navigation", { name: "Main" });
  await rail.getByRole("link", { name: "Recordings" }).click();
  await expect(member).toHaveURL("/recordings?status=failed&status=busy&days=last-7-days");
  await expect(rail.getByRole("link", { name: "Recordings" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await member.goto("/recordings");
  await expect(recordingsTable(member).getByRole("row")).toHaveCount(4);
});

test("what is the team's is changed by who made it or an administrator alone", async () => {
  const menu = await openViews(member, "/recordings");
  await menu.getByRole("button", { name: "Options of Good calls" }).click();
  await expect(menu).toContainText("Only they or an administrator can change it.");
  await expect(menu.getByRole("button", { name: "Delete" })).toBeHidden();
  await expect(menu.getByRole("button", { name: "Make the team’s default" })).toBeHidden();

  const chiefs = await openViews(chief, "/recordings?status=busy");
  await save(chiefs, "The chief’s own");
  await expect(views(chiefs, "Mine")).toHaveText(["The chief’s own"]);
  const id = async (page: Page, name: string) => {
    const list: { id: string; name: string }[] = await (
      await page.request.get("/api/saved-views")
    ).json();
    return list.find((view) => view.name === name)?.id ?? "";
  };
  const [own, team] = [await id(chief, "The chief’s own"), await id(chief, "Good calls")];
  expect(own).not.toBe("");
  expect(await id(member, "The chief’s own")).toBe("");
  const before = await chief.request.get("/api/saved-views");
  for (const view of [own, team]) {
    for (const name of [
      "renameSavedView",
      "replaceSavedView",
      "shareSavedView",
      "deleteSavedView",
      "chooseTeamDefaultView",
    ]) {
      const action = { name: `lib/saved-views/actions.ts ${name}`, page: "/recordings" };
      const given = [null, { view, name: "Taken over", query: "" }];
      await callAction(earshot.url, await cookieOf(member), { ...action, given });
    }
  }
  const after = await chief.request.get("/api/saved-views");
  expect(await after.json()).toEqual(await before.json());
});

test("a view is renamed, shared and deleted; the palette knows it", async () => {
  const menu = await openViews(member, "/recordings");
  await menu.getByRole("button", { name: "Options of Failed lately" }).click();
  await menu.getByRole("textbox", { name: "Name", exact: true }).fill("Trouble");
  await menu.getByRole("button", { name: "Rename" }).click();
  await expect(views(menu, "Mine")).toContainText(["Trouble"]);
  await menu.getByRole("button", { name: "Share with the team" }).click();
  await expect(views(menu, "Team")).toContainText(["Good calls", "Trouble"]);

  await chief.goto("/customers");
  await (await openPalette(chief)).fill("trouble");
  await chief.getByRole("option", { name: "Trouble (team)" }).click();
  await expect(chief).toHaveURL("/recordings?status=failed&status=busy&days=last-7-days");

  const theirs = await openViews(chief);
  await tool(theirs, "Trouble", "Delete");
  await theirs.getByRole("button", { name: "Delete view" }).click();
  await expect(views(theirs, "Team")).toHaveCount(1);
  await member.goto("/");
  await expect(member).toHaveURL("/recordings?status=completed");
});

function trigger(page: Page): Locator {
  return page.getByRole("button", { name: /^View/ });
}

async function openViews(page: Page, address?: string): Promise<Locator> {
  if (address) await page.goto(address);
  await trigger(page).click();
  const menu = page.getByRole("dialog", { name: /^View/ });
  await expect(menu.getByRole("button", { name: "Save" })).toBeVisible();
  return menu;
}

function views(menu: Locator, group: string): Locator {
  return menu.getByRole("region", { name: group }).getByRole("listitem");
}

async function save(menu: Locator, name: string): Promise<void> {
  await menu.getByRole("textbox", { name: /Save this list/ }).fill(name);
  await menu.getByRole("button", { name: "Save" }).click();
}

async function tool(menu: Locator, view: string, name: string): Promise<void> {
  await menu.getByRole("button", { name: `Options of ${view}` }).click();
  await menu.getByRole("button", { name, exact: true }).click();
}

async function cookieOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** By an invitation, as a member. */
async function join(chiefs: Page, theirs: Page): Promise<void> {
  const invited = await callAction(earshot.url, await cookieOf(chiefs), {
    name: "lib/access/members/actions.ts inviteMember",
    page: "/settings/members",
    given: [null, { role: "member" }],
  });
  await theirs.goto(/\/set-up\/[\w-]+/.exec(invited.text)?.[0] ?? "/no-invitation");
  await theirs.getByLabel("Name").fill("Ben Member");
  await theirs.getByLabel("Email").fill("ben@example.com");
  await theirs.getByLabel("Password").fill("long enough for a member");
  await theirs.getByRole("button", { name: "Create account" }).click();
  await expect(recordingsTable(theirs)).toBeVisible();
}
