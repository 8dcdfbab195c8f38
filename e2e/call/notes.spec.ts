import { type BrowserContext, expect, type Locator, type Page, test } from "@playwright/test";
import { findBarriers } from "../support/page/find-barriers";
import { section } from "../support/page/read-facts";
import { openFilter, openList, readIds, recordingsTable } from "../support/page/recordings-list";
import { deliver, makeEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { toSilence } from "../support/server/silence";
import { callAction } from "../support/sweep/server-actions";

test.describe.configure({ mode: "serial" });

let earshot: Earshot;
let chief: Page;
let ben: Page;
const contexts: BrowserContext[] = [];
const calls = [makeEvent(), makeEvent(), makeEvent()];
const [call, other, third] = calls.map(({ data }) => data.id);
const page = `/recordings/${call}`;

test.beforeAll(async ({ browser }) => {
  earshot = await startEarshot();
  const open = async () => {
    const context = await browser.newContext({ baseURL: earshot.url });
    contexts.push(context);
    await context.route("**/audio", (route) => {
      const from = Number(/\d+/.exec(route.request().headers().range ?? "")?.[0] ?? 0);
      const headers = {
        "Accept-Ranges": "bytes",
        "Content-Range": `bytes ${from}-${silence.length - 1}/${silence.length}`,
      };
      const body = silence.subarray(from);
      return route.fulfill({ status: 206, contentType: "audio/wav", headers, body });
    });
    return context.newPage();
  };
  [chief, ben] = [await open(), await open()];
  await chief.request.post("/api/auth/sign-in/email", { data: administrator });
  for (const event of calls) {
    await deliver({ webhookUrl: earshot.webhookUrl, request: chief.request }, event);
  }
  await join(chief, ben, "Ben Member");
});
test.afterAll(async () => {
  for (const context of contexts) await context.close();
  await earshot?.dispose();
});

const silence = toSilence(60);

const notesOf = (where: Page) => section(where, "Notes");
const noteBox = (where: Page) => notesOf(where).getByRole("textbox", { name: "Note", exact: true });
const noteSaying = (where: Page, text: string) =>
  notesOf(where).getByRole("article").filter({ hasText: text });

async function write(where: Page, text: string, moment = ""): Promise<void> {
  await noteBox(where).fill(text);
  await notesOf(where).getByRole("textbox", { name: "At" }).last().fill(moment);
  await notesOf(where).getByRole("button", { name: "Add note" }).click();
}

test("two people see what the other one writes, on the page, beside the list and in it", async () => {
  await chief.goto(page);
  await openList(ben, `/recordings?show=created_at,customer,notes,summary&open=${call}`);
  await expect(noteBox(ben)).toBeVisible();
  await write(ben, "Listen to this", "0:42");
  const seen = noteSaying(chief, "Listen to this");
  await expect(seen).toContainText("Ben Member");
  await expect(recordingsTable(ben).locator(`tr[data-id="${call}"] .call-notes`)).toHaveText("1");
  await expect(noteBox(ben)).toHaveValue("");

  await seen.getByRole("button", { name: "Play from 0:42" }).click();
  await expect
    .poll(() => chief.locator("audio").evaluate((one: HTMLAudioElement) => one.currentTime))
    .toBe(42);

  await seen.getByRole("button", { name: "Reply" }).click();
  const reply = notesOf(chief).getByRole("form", { name: "Reply" });
  await reply.getByRole("textbox", { name: "Reply" }).fill("I did");
  await reply.getByRole("button", { name: "Reply" }).click();
  await expect(noteSaying(ben, "I did")).toBeVisible();
});

test("an edit says when it was, and keeps what there was before", async () => {
  const note = noteSaying(ben, "Listen to this");
  await note.getByRole("button", { name: "Edit" }).click();
  const form = notesOf(ben).getByRole("form", { name: "Edit note" });
  await form.getByRole("textbox", { name: "Edit note" }).fill("Listen to that");
  await form.getByRole("textbox", { name: "At" }).fill("0:99");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("textbox", { name: "At" })).toHaveAccessibleDescription(
    "Enter a time such as 0:42, or leave it empty.",
  );
  await form.getByRole("textbox", { name: "At" }).fill("1:30");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByRole("textbox", { name: "At" }).fill("0:45");
  await form.getByRole("button", { name: "Save" }).click();
  const seen = noteSaying(chief, "Listen to that");
  await expect(seen).toContainText("edited");
  await expect(seen.getByRole("button", { name: "Edit" })).toHaveCount(0);
  await seen.getByRole("button", { name: "History" }).click();
  await expect(seen.getByRole("list", { name: "Note history" })).toContainText("Listen to this");
});

test("a note of 100 KB is refused beside its box, and what is not saved survives", async () => {
  await chief.goto(page);
  const text = "A long story. ".repeat(7_400);
  await write(chief, text);
  await expect(noteBox(chief)).toHaveAccessibleDescription(
    /A note can be up to 10,000 characters long; this one has 103,599\./,
  );
  await expect(noteBox(chief)).toHaveValue(text);
  await chief.reload();
  await expect(noteBox(chief)).toHaveValue(text);

  await noteBox(chief).fill("Short after all");
  await chief.context().setOffline(true);
  await notesOf(chief).getByRole("button", { name: "Add note" }).click();
  await expect(noteBox(chief)).toHaveAccessibleDescription(/isn’t responding/);
  await chief.context().setOffline(false);
  await chief.reload();
  await expect(noteBox(chief)).toHaveValue("Short after all");
  await notesOf(chief).getByRole("button", { name: "Add note" }).click();
  await expect(noteSaying(chief, "Short after all")).toBeVisible();
  await expect(noteBox(chief)).toHaveValue("");
});

test("an administrator deletes another one’s note, which leaves a trace", async () => {
  await write(ben, "Too much");
  const seen = noteSaying(chief, "Too much");
  await seen.getByRole("button", { name: "Delete" }).click();
  await seen.getByRole("button", { name: "Delete note" }).click();
  const trace = notesOf(ben).getByRole("article").filter({ hasText: "Deleted by" });
  await expect(trace).toContainText("administrator");
  await expect(noteSaying(ben, "Too much")).toHaveCount(0);
  await trace.getByRole("button", { name: "History" }).click();
  await expect(trace.getByRole("list")).toContainText("Too much");
});

test("an @ offers people, and whom it names finds the call", async () => {
  await noteBox(chief).pressSequentially("Please look, @be");
  await expect(chief.getByRole("option", { name: "Ben Member" })).toBeVisible();
  expect(await findBarriers(chief)).toEqual([]);
  await noteBox(chief).press("Enter");
  await expect(noteBox(chief)).toHaveValue("Please look, @Ben Member ");
  await noteBox(chief).press("Control+Enter");
  await expect(noteSaying(chief, "Please look").getByText("@Ben Member")).toBeVisible();
});

test("a tag of an emoji is made where it is needed, and seen elsewhere", async () => {
  await notesOf(chief).getByRole("button", { name: "Add tag" }).click();
  const box = chief.getByRole("combobox", { name: "Tag" });
  await box.fill("\u200b");
  await box.fill("x".repeat(51));
  await chief.getByRole("option", { name: /Create/ }).click();
  await expect(box).toHaveAccessibleDescription("Use 50 characters or fewer.");
  await box.fill("🔥");
  await chief.getByRole("radio", { name: "Red" }).check();
  expect(await findBarriers(chief)).toEqual([]);
  await box.press("Enter");
  await expect(tagsOf(chief)).toHaveText(["🔥"]);
  await expect(tagsOf(ben)).toHaveText(["🔥"]);
  await box.fill("🔥");
  await expect(chief.getByRole("listbox").getByRole("option")).toHaveCount(1);
  await expect(chief.getByRole("option", { name: /Create/ })).toHaveCount(0);
  await chief.keyboard.press("Escape");
  await notesOf(ben).getByRole("button", { name: "Tags and review history" }).click();
  await expect(notesOf(ben).getByRole("list", { name: "Tags and review history" })).toContainText(
    "administrator added 🔥",
  );
});

test("a flag needs a reason; who gave it is told", async () => {
  await notesOf(ben).getByRole("button", { name: "Flagged" }).click();
  const why = notesOf(ben).getByRole("textbox", { name: "Reason" });
  await notesOf(ben).getByRole("button", { name: "Flag", exact: true }).click();
  await expect(why).toHaveAccessibleDescription("Say why it is flagged.");
  await why.fill("The agent hangs up");
  await why.press("Enter");
  await expect(notesOf(chief)).toContainText("The agent hangs up");
  await expect(notesOf(chief)).toContainText("Flagged by Ben Member");
  await expect(notesOf(chief).getByRole("button", { name: "Flagged" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

test("selected calls are tagged together", async () => {
  await openList(ben, "/recordings?show=created_at,customer,tags,review,notes,summary");
  for (const id of [other, third]) {
    await recordingsTable(ben).locator(`tr[data-id="${id}"]`).getByRole("checkbox").check();
  }
  const bar = ben.getByRole("region", { name: "Selected calls" });
  await bar.getByRole("button", { name: "Tag", exact: true }).click();
  await ben.getByRole("combobox", { name: "Tag" }).fill("Follow up");
  await ben.getByRole("option", { name: /Create/ }).click();
  await expect(bar.getByRole("status")).toHaveText("2 calls tagged");
  for (const id of [other, third]) {
    await expect(cell(ben, id, "tags")).toHaveText("Follow up");
  }
  await expect(cell(ben, call, "tags")).toHaveText("🔥");
  await expect(cell(ben, call, "review")).toHaveText("Flagged");
});

test("the list is filtered by what was said, and the export has it", async () => {
  const idsOf = async (where: Page, search: string) => {
    await where.goto(`/recordings?${search}`);
    return (await readIds(where)).toSorted();
  };
  const tagged = [other, third].toSorted();
  expect(await idsOf(ben, "tag=follow-up")).toEqual(tagged);
  await expect(ben.getByRole("listitem").filter({ hasText: "Tag is Follow up" })).toBeVisible();
  expect(await idsOf(ben, "tag=!follow-up")).toEqual([call]);
  expect(await idsOf(ben, "review=flagged")).toEqual([call]);
  expect(await idsOf(ben, "notes=true")).toEqual([call]);
  expect(await idsOf(ben, "notes=false")).toEqual(tagged);
  expect(await idsOf(ben, "mentioned=me")).toEqual([call]);
  await chief.goto("/recordings?mentioned=me");
  await expect(chief.getByText(/^No (calls|recordings) match/)).toBeVisible();
  await chief.goto("/recordings");
  const more = await openFilter(chief, "More");
  await more.getByRole("list", { name: "Notes" }).getByRole("link", { name: "Yes" }).click();
  await expect(chief).toHaveURL("/recordings?notes=true");
  await expect.poll(() => readIds(chief)).toEqual([call]);

  const answer = await ben.request.get("/api/recordings/export?format=jsonl&notes=true");
  const [line = ""] = (await answer.text()).split("\n");
  expect(JSON.parse(line)).toMatchObject({
    id: call,
    tags: ["🔥"],
    review: { state: "flagged", reason: "The agent hangs up", by: "Ben Member" },
    notes: expect.arrayContaining([
      expect.objectContaining({ text: "Listen to that", seconds: 45, by: "Ben Member" }),
    ]),
  });
});

for (const width of [1440, 390]) {
  test(`anybody can read and use it at ${width} px`, async () => {
    await ben.setViewportSize({ width, height: 900 });
    for (const address of [page, `/recordings?open=${call}`, "/settings/tags"]) {
      await ben.goto(address);
      await expect(ben.getByText("🔥").first()).toBeVisible();
      expect(await findBarriers(ben)).toEqual([]);
      const overflow = await ben.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await ben.setViewportSize({ width: 1440, height: 900 });
  });
}

test("administrators rename a tag and delete it", async () => {
  await ben.goto("/settings/tags");
  await expect(ben.getByRole("button", { name: "Change Follow up" })).toHaveCount(0);
  await chief.goto("/settings/tags");
  await chief.getByRole("button", { name: "Change Follow up" }).click();
  const form = chief.getByRole("form", { name: "Change Follow up" });
  await form.getByRole("textbox", { name: "Name" }).fill("🔥");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(
    "A tag with this name already exists.",
  );
  await form.getByRole("textbox", { name: "Name" }).fill("Call back");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(chief.getByRole("button", { name: "Change Call back" })).toBeVisible();
  await chief.getByRole("button", { name: "Change 🔥" }).click();
  await chief.getByRole("button", { name: "Delete", exact: true }).click();
  await chief.getByRole("button", { name: "Delete tag" }).click();
  await expect(chief.getByText("🔥")).toHaveCount(0);
  await chief.goto(page);
  await expect(tagsOf(chief)).toHaveCount(0);
});

const tagsOf = (where: Page): Locator =>
  notesOf(where).getByRole("list", { name: "Tags" }).locator("li:has([aria-label^=Remove])");

const cell = (where: Page, id: string | undefined, column: string): Locator =>
  recordingsTable(where).locator(`tr[data-id="${id}"] .call-${column}`);

/** Makes somebody a member by a link of the administrator's. */
async function join(chiefs: Page, theirs: Page, name: string): Promise<void> {
  const cookies = await chiefs.context().cookies(earshot.url);
  const invited = await callAction(
    earshot.url,
    cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join("; "),
    {
      name: "lib/access/members/actions.ts inviteMember",
      page: "/settings/members",
      given: [null, { role: "member" }],
    },
  );
  await theirs.goto(/\/set-up\/[\w-]+/.exec(invited.text)?.[0] ?? "/no-invitation");
  await theirs.getByLabel("Name").fill(name);
  await theirs.getByLabel("Email").fill("ben@example.com");
  await theirs.getByLabel("Password").fill("long enough for a member");
  await theirs.getByRole("button", { name: "Create account" }).click();
  await expect(recordingsTable(theirs)).toBeVisible();
}
