import { expect, type Page, test } from "@playwright/test";
import { dragByMouse } from "../support/page/drag";
import { findBarriers } from "../support/page/find-barriers";
import { openPalette } from "../support/page/pages";
import {
  activeFilters,
  openFilter,
  readIds,
  recordingsTable,
} from "../support/page/recordings-list";
import { signIn } from "../support/page/sign-in";
import { characterise, gripOf, join, rename, terms } from "../support/page/vocabulary-page";
import { makeEvent, type RecordingEvent, sendEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";

test.describe.configure({ mode: "serial" });

const statuses = ["completed", "completed", "completed", "cb_req", "cb_req", "failed"];
const events = statuses.map((status) => makeEvent({ status, campaign: "spr_26" }));
const ofStatus = (status: string) =>
  events.filter(({ data }) => data.attributes.status === status).map(({ data }) => data.id);

/** Sent later, and spelled otherwise. */
const misspelled = ["complted", "complted", "Completed"].map((status) =>
  makeEvent({ status, campaign: "spr_26" }),
);
const idsOf = (some: RecordingEvent[]) => some.map(({ data }) => data.id).sort();

let earshot: Earshot;
test.beforeAll(async () => {
  earshot = await startEarshot();
  for (const event of events) await sendEvent(earshot.webhookUrl, event);
});
test.afterAll(() => earshot?.dispose());

test("an administrator names a status and a campaign, and the list and a call show it", async ({
  page,
}) => {
  await enter(page);
  await expect(async () => {
    await page.reload();
    const first = terms(page, "Statuses").first();
    await expect(first).toContainText(/^completed3 calls/, { timeout: 1_000 });
    await expect(terms(page, "Statuses")).toHaveCount(3, { timeout: 1_000 });
  }, "calls are counted once somebody looks at them").toPass();
  await rename(page, "cb_req", "Wants a call back");
  await characterise(page, "Wants a call back", { group: "Open", colour: "Lime" });
  await characterise(page, "failed", { group: "Open" });
  await rename(page, "spr_26", "Spring 2026");
  await characterise(page, "Spring 2026", { colour: "Pink" });
  await expect(terms(page, "Statuses").nth(1)).toContainText(/^Wants a call backOpencb_req2 calls/);

  await page.goto(`${earshot.url}/recordings`);
  const [id = ""] = ofStatus("cb_req");
  const row = rowOf(page, id);
  await expect(row.getByRole("cell", { name: "Wants a call back (cb_req)" })).toBeVisible();
  await expect(row.getByRole("cell", { name: "Spring 2026 (spr_26)" })).toBeVisible();
  await expect(row.getByRole("link")).toHaveAttribute("title", /\(cb_req\), .+ \(spr_26\)/);

  await page.goto(`${earshot.url}/recordings/${id}`);
  const call = page.getByRole("region", { name: "Call", exact: true });
  await expect(call).toContainText("Wants a call backcb_req");
  await expect(call).toContainText("Spring 2026spr_26");
});

test("facets, chips and the palette find it by both, and addresses keep it as it came, and files have both", async ({
  page,
}) => {
  await enter(page, "/recordings");
  const options = await openFilter(page, "Status");
  await expect(options.getByRole("checkbox")).toHaveCount(4);
  await expect(options).toContainText(/completed3.*Open.*Wants a call backcb_req2.*failed1/);
  await options.getByRole("checkbox", { name: "Wants a call back" }).check();
  await expect(page).toHaveURL(/\?status=cb_req$/);
  await expect(activeFilters(page)).toContainText("Status is Wants a call back cb_req");
  expect((await readIds(page)).sort()).toEqual(ofStatus("cb_req").sort());
  const search = new URL(page.url()).search;
  const file = await page.request.get(`${earshot.url}/api/recordings/export${search}&format=csv`);
  const named = /,"spr_26",.*,"cb_req",.*,"Wants a call back","Spring 2026",/g;
  expect((await file.text()).match(named)).toHaveLength(2);

  await options.getByRole("checkbox", { name: "All of Open" }).check();
  await expect(page).toHaveURL(/\?status=cb_req&status=failed$/);
  await options.getByRole("checkbox", { name: "All of Open" }).uncheck();
  await expect(page).toHaveURL(/\/recordings$/);

  await page.keyboard.press("Escape");
  for (const words of ["wants back", "cb_req"]) {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Find a page/ }).fill(words);
    const option = page.getByRole("option", { name: "Status is Wants a call back cb_req" });
    await expect(option).toBeVisible();
    await page.keyboard.press("Escape");
  }
  await page.goto(`${earshot.url}/campaigns?q=spring`);
  await expect(page.getByRole("row", { name: /Spring 2026 ?spr_26/ })).toBeVisible();
});

test("the order is chosen by buttons and by dragging, and holds everywhere", async ({ page }) => {
  await enter(page);
  const list = terms(page, "Statuses");
  await list.filter({ hasText: "failed" }).getByRole("button", { name: "Move failed up" }).click();
  await expect(list.nth(1)).toContainText("failed");
  await expect(page.getByText("failed is number 2 of 3.")).toBeVisible();
  const up = list.nth(1).getByRole("button", { name: "Move failed up" });
  await expect(up).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("failed is number 1 of 3.")).toBeVisible();
  await page.reload();
  await expect(list.first()).toContainText("failed");

  const grip = gripOf(page, "Wants a call back");
  await expect(grip, "what moves rows has come").toHaveAttribute("aria-describedby", /./);
  await dragByMouse(page, grip, gripOf(page, "completed"));
  await expect(page.getByText("Wants a call back is number 2 of 3.")).toBeVisible();

  await page.goto(`${earshot.url}/recordings`);
  const options = await openFilter(page, "Status");
  await expect(options).toContainText(/Open.*failed1.*Wants a call back.*Others.*completed3/);
});

test("what is wrong is said beside its box, Esc leaves it, and a reset can be undone", async ({
  page,
}) => {
  await enter(page);
  const called = "Wants a call back";
  await page.getByRole("button", { name: `Rename ${called}` }).click();
  const box = page.getByRole("textbox", { name: `Name of ${called}` });
  await expect(box).toBeFocused();
  await box.fill("x".repeat(81));
  await page.keyboard.press("Enter");
  await expect(page.getByText("The name can have at most 80 characters.")).toBeVisible();
  await expect(box).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(box).toBeHidden();
  await expect(page.getByRole("button", { name: `Rename ${called}` })).toBeFocused();

  await page.getByRole("button", { name: `Change ${called}` }).click();
  const form = page.getByRole("form", { name: `Change ${called}` });
  await expect(form.getByRole("radio", { name: "Lime" })).toBeChecked();
  expect(await findBarriers(page)).toEqual([]);
  await form.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByText(`Reset ${called}.`)).toBeVisible();
  await expect(terms(page, "Statuses")).toContainText(["cb_req"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(terms(page, "Statuses").filter({ hasText: `${called}Opencb_req` })).toBeVisible();

  await rename(page, called, "");
  await expect(page.getByText(`Renamed ${called} to cb_req.`)).toBeVisible();
  await page.getByRole("button", { name: "Reset order" }).click();
  await expect(terms(page, "Statuses").first()).toContainText("completed");
  await page.goto(`${earshot.url}/recordings?status=cb_req`);
  await expect(activeFilters(page)).toContainText("Status is cb_req");
});

test("a suggestion can be dismissed and taken up, and every merge is undone at once", async ({
  page,
}) => {
  for (const event of misspelled) await sendEvent(earshot.webhookUrl, event);
  await enter(page);
  const likeness = "complted, Completed";
  const merge = page.getByRole("button", { name: `Merge ${likeness} into completed` });
  await expect(async () => {
    await page.reload();
    await expect(merge).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.getByRole("button", { name: `Dismiss: ${likeness} and completed differ` }).click();
  await expect(merge).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(merge).toBeVisible();

  await merge.click();
  await expect(page.getByText(`Merged ${likeness} into completed.`)).toBeVisible();
  await expect(terms(page, "Statuses").first()).toContainText(/^completed.*6 calls/);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(merge).toBeVisible();
  await expect(terms(page, "Statuses").first()).toContainText(/^completed3 calls/);

  await merge.click();
  await page.getByRole("button", { name: "Split Completed from completed" }).click();
  await expect(page.getByText("Completed is separate from completed.")).toBeVisible();
  await expect(terms(page, "Statuses").first()).toContainText(/^completed.*5 calls/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(terms(page, "Statuses").first()).toContainText(/^completed.*6 calls/);
});

test("a name that others have merges only when it is meant, and so do those that are selected", async ({
  page,
}) => {
  await enter(page);
  await page.getByRole("button", { name: "Rename failed" }).click();
  await page.getByRole("textbox", { name: "Name of failed" }).fill("cb_req");
  await page.keyboard.press("Enter");
  const asks = page.getByRole("alertdialog", { name: "Merge into cb_req?" });
  await expect(asks.getByRole("button", { name: "Merge" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(asks).toBeHidden();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Merged failed into cb_req.")).toBeVisible();
  await expect(terms(page, "Statuses").filter({ hasText: "3 calls" })).toContainText(["cb_req"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(terms(page, "Statuses").filter({ hasText: "failedOpen1 call" })).toBeVisible();

  for (const one of ["cb_req", "failed"]) {
    await page.getByRole("checkbox", { name: `Select ${one}` }).check();
  }
  const selected = page.getByRole("group", { name: "Selected" });
  await selected.getByLabel("Merge into").selectOption("failed");
  await selected.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByText("Merged cb_req into failed.")).toBeVisible();
  await expect(terms(page, "Statuses").filter({ hasText: "failedOpen" })).toContainText("3 calls");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone.")).toBeVisible();
  await expect(terms(page, "Statuses").filter({ hasText: "failedOpen1 call" })).toBeVisible();

  const search = page.getByRole("searchbox", { name: "Search in Statuses" });
  await search.fill("complt");
  await expect(terms(page, "Statuses")).toHaveCount(1 + 3);
  await expect(page.getByRole("button", { name: "Rename completed" })).toBeVisible();
});

test("what is merged is one in facets, chips, campaigns and the palette, and each value can be had alone", async ({
  page,
}) => {
  await enter(page, "/recordings");
  const all = [...ofStatus("completed"), ...idsOf(misspelled)].sort();
  const options = await openFilter(page, "Status");
  const whole = options.getByRole("checkbox", { name: "completed", exact: true });
  await expect(whole).toHaveCount(1);
  await whole.check();
  await expect(page).toHaveURL(/\?status=completed&status=Completed&status=complted$/);
  const chips = activeFilters(page).getByRole("listitem").filter({ hasText: "Status is" });
  await expect(chips).toHaveCount(1);
  await expect(chips).toContainText("Status is completed");
  await expect.poll(async () => (await readIds(page)).sort()).toEqual(all);
  const search = new URL(page.url()).search;
  const columns = "columns=status,status_name";
  const file = await page.request.get(`${earshot.url}/api/recordings/export${search}&${columns}`);
  expect((await file.text()).match(/"(completed|Completed|complted)","completed"/g)).toHaveLength(
    6,
  );

  await options.getByRole("button", { name: "Raw values of completed" }).click();
  const raw = options.getByRole("list", { name: "Raw values of completed" });
  for (const one of ["completed", "Completed"]) {
    await raw.getByRole("checkbox", { name: one, exact: true }).uncheck();
  }
  await expect(page).toHaveURL(/\?status=complted$/);
  await expect(activeFilters(page)).toContainText("Status is complted (raw)");
  const alone = idsOf(misspelled.filter(({ data }) => data.attributes.status === "complted"));
  await expect.poll(async () => (await readIds(page)).sort()).toEqual(alone);
  await page.keyboard.press("Escape");
  const widen = "Widen Status is complted (raw) to all of completed";
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("link", { name: widen }).click();
  await expect.poll(async () => (await readIds(page)).sort()).toEqual(all);

  await page.goto(`${earshot.url}/recordings/${alone[0]}`);
  const call = page.getByRole("region", { name: "Call", exact: true });
  await expect(call).toContainText("completedcomplted");

  await (await openPalette(page)).fill("status complted");
  await expect(page.getByRole("option", { name: /^Status is completed/ })).toBeVisible();
  await expect(page.getByRole("option", { name: "Status is complted (raw)" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto(`${earshot.url}/campaigns`);
  const row = page.getByRole("row", { name: /Spring 2026/ });
  await expect(row.getByRole("listitem").first()).toHaveText(/^completed\s*67%$/);
});

test("a member may look and change nothing", async ({ page, browser }) => {
  await enter(page, "/settings/members");
  await page.getByRole("button", { name: "Create invite link" }).click();
  const made = page.getByRole("status").filter({ hasText: "/set-up/" });
  const link = /http\S+\/set-up\/[\w-]+/.exec((await made.textContent()) ?? "")?.[0] ?? "no link";
  const theirs = await join(browser, link);
  await theirs.getByRole("link", { name: "Statuses & campaigns" }).click();
  await expect(terms(theirs, "Campaigns")).toContainText(["Spring 2026spr_26"]);
  await expect(theirs.getByRole("main").getByRole("button")).toHaveCount(0);
  await theirs.context().close();
});

async function enter(page: Page, path = "/settings/vocabulary"): Promise<void> {
  await page.goto(`${earshot.url}${path}`);
  await signIn(page, administrator);
  // The first page of a server that has just begun takes long on a busy machine.
  await expect(page).toHaveURL(`${earshot.url}${path}`, { timeout: 40_000 });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

function rowOf(page: Page, id: RecordingEvent["data"]["id"]) {
  const link = page.locator(`a[href="/recordings/${id}"]`);
  return recordingsTable(page).getByRole("row").filter({ has: link });
}
