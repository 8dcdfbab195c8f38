import { expect, type Locator, type Page } from "@playwright/test";
import { activeFilters, readIds, recordingsTable } from "../support/page/recordings-list";
import type { SentCall } from "../support/server/sent-calls";
import { type StaticDataset, test } from "../support/server/static-dataset";

test("filters written in the search become filters on Enter, and the words remain", async ({
  page,
  still,
}) => {
  await page.goto("/recordings?limit=200");
  const box = searchBox(page);
  const wanted = still.calls.find(
    ({ status, minutes_used: used }) => status === "completed" && used,
  );
  const id = wanted?.id ?? "";
  await box.click();
  await box.pressSequentially(`status:completed,busy ${id} minutes:1..`);
  await page.keyboard.press("Enter");
  await expectCalls(page, still, (call) => call.id === id);
  await expect(box).toHaveValue(id);
  await expect(activeFilters(page)).toContainText("Status is completed");
  await expect(activeFilters(page)).toContainText("Minutes at least 1");
  expect([...new URL(page.url()).searchParams].sort()).toEqual([
    ["limit", "200"],
    ["minutes", "1.."],
    ["q", id],
    ["status", "busy"],
    ["status", "completed"],
  ]);
});

test("a pause searches for words at once, for a filter only when it is behind the caret", async ({
  page,
  still,
}) => {
  await page.goto("/recordings?limit=200");
  const box = searchBox(page);
  await box.click();
  await box.pressSequentially("-status:completed");
  // Longer than the pause after which words are searched for.
  await page.waitForTimeout(1_000);
  expect(new URL(page.url()).searchParams.get("q")).toBeNull();
  await expect(activeFilters(page)).toBeHidden();
  await box.press("Space");
  await expectCalls(page, still, ({ status }) => status !== "completed");
  await expect(box).toHaveValue("");
  await expect(box).toBeFocused();
});

test("names and values are completed by the keyboard, with their counts", async ({
  page,
  still,
}) => {
  await page.goto("/recordings?limit=200");
  const box = searchBox(page);
  const list = page.getByRole("listbox", { name: "Suggestions" });
  await expect(box).toHaveAttribute("aria-expanded", "false");
  await box.click();
  await openAll(box, list);
  await expect(box).toHaveAttribute("aria-expanded", "true");
  await expect(list.getByRole("option")).toHaveCount(21);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(box).toBeFocused();

  await box.pressSequentially("sta");
  await expect(list.getByRole("option")).toHaveText([/^status:/]);
  await page.keyboard.press("ArrowDown");
  const option = list.getByRole("option", { selected: true });
  await expect(box).toHaveAttribute(
    "aria-activedescendant",
    (await option.getAttribute("id")) ?? "?",
  );
  await page.keyboard.press("Enter");
  await expect(box).toHaveValue("status:");
  for (const [status, count] of Object.entries(still.tally.byStatus)) {
    await expect(list.getByRole("option", { name: `${status} ${count}` })).toBeVisible();
  }
  await box.pressSequentially("voice");
  await expect(list.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expectCalls(page, still, ({ status }) => status === "voicemail");
  await expect(box).toBeFocused();
  await expect(box).toHaveValue("");

  // Without a choice Enter searches, and Tab leads on.
  await box.pressSequentially("ty");
  await expect(list).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(box).not.toBeFocused();
  await expect(list).toBeHidden();
});

test("a filter that is being written is searched for neither whole nor in part", async ({
  page,
  still,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const q = new URL(request.url()).searchParams.get("q");
    if (q) asked.push(q);
  });
  await page.goto("/recordings?limit=200");
  const box = searchBox(page);
  await box.click();
  const word = still.calls[0]?.customer.details.last_name ?? "";
  // Slower than the pause after which words are searched for.
  await box.pressSequentially(`${word} status:comp`, { delay: 450 });
  await expect.poll(() => asked.at(-1)).toBe(word);
  const isPartOfTheWord = (q: string) => word.startsWith(q);
  expect(asked.filter((q) => !isPartOfTheWord(q))).toEqual([]);
  await expect(box).toHaveValue(`${word} status:comp`);
  await expect(activeFilters(page)).not.toContainText("Status");
  const count = still.calls.filter(
    ({ status, customer }) => status === "completed" && JSON.stringify(customer).includes(word),
  ).length;
  if (count > 0) {
    await expect(page.getByRole("option", { name: `completed ${count}` })).toBeVisible();
  }
  await page.keyboard.press("Enter");
  await expect(activeFilters(page)).toContainText("Status is completed");
  await expect(box).toHaveValue(word);
});

test("Enter takes a lone suggestion, even before it is shown", async ({ page, still }) => {
  await page.goto("/recordings?limit=200");
  const box = searchBox(page);
  await box.fill("status:voicem");
  await box.press("Enter");
  await expectCalls(page, still, ({ status }) => status === "voicemail");
  await expect(box).toHaveValue("");
  expect(new URL(page.url()).searchParams.getAll("status")).toEqual(["voicemail"]);
});

test("a row shows why it is found, in the HTML of the server already", async ({ page, still }) => {
  const marksOf = async (q: string) => {
    const answer = await page.request.get(`/recordings?${new URLSearchParams({ q })}`);
    return [...(await answer.text()).matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, text]) => text);
  };
  const call = still.calls.find(({ summary }) => summary.length > 120);
  const word = call?.summary.split(" ").findLast((one) => /^[a-z]{6,}$/.test(one)) ?? "?";
  expect((await marksOf(word.toUpperCase())).map((mark) => mark?.toLowerCase())).toContain(word);

  const rows = recordingsTable(page)
    .getByRole("row")
    .filter({ has: page.locator("mark") });
  const digits = call?.customer.details.phone_number.replaceAll(/\D/g, "").slice(-4) ?? "?";
  await page.goto(`/recordings?q=${digits}`);
  await expect(rows.first().locator("mark").first()).toBeVisible();
  for (const mark of await rows.first().locator("mark").allTextContents()) {
    expect(mark.replaceAll(/\D/g, "")).toBe(digits);
  }

  const email = call?.customer.details.email ?? "?";
  await page.goto(`/recordings?q=${encodeURIComponent(email)}`);
  await expect(rows.first()).toContainText(`Email: ${email}`);
  await page.goto(`/recordings?q=${encodeURIComponent(email)}&show=customer,email`);
  await expect(rows.first().locator("mark").first()).toHaveText(email);
  await expect(rows.first()).not.toContainText("Email:");
  await page.goto(`/recordings?q=${call?.id}&show=customer,status`);
  await expect(rows.first()).toContainText(`Call id: ${call?.id}`);

  // The call beside the list has marks, too, without an element for them.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/recordings?q=${encodeURIComponent(email)}&open=${call?.id}`);
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get("search") ?? [])].map((range) => `${range}`));
  await expect.poll(marked).toContain(email);
});

test("a click takes a value, quotes and all", async ({ page, still }) => {
  await page.goto("/recordings?limit=200");
  const box = searchBox(page);
  await box.click();
  await box.pressSequentially("-campaign:");
  const count = still.calls.filter(({ campaign }) => campaign === null).length;
  await page.getByRole("option", { name: `No campaign ${count}` }).click();
  await expectCalls(page, still, ({ campaign }) => campaign !== null);
  await expect(activeFilters(page)).toContainText("Campaign is not empty");
  await box.pressSequentially("phone:wr");
  await page.getByRole("option", { name: /^wrong/ }).click();
  await expectCalls(
    page,
    still,
    ({ campaign, customer }) => campaign !== null && !customer.details.is_phone_number_correct,
  );
});

test("an address with filters in its search leads to the one with parameters", async ({
  page,
  still,
}) => {
  await page.goto(
    `/recordings?limit=200&q=${encodeURIComponent("status:busy,failed minutes:..0")}`,
  );
  await expectCalls(
    page,
    still,
    ({ status, minutes_used: used }) => ["busy", "failed"].includes(status) && used === 0,
  );
  const { searchParams } = new URL(page.url());
  expect(searchParams.getAll("status")).toEqual(["busy", "failed"]);
  expect(searchParams.get("q")).toBeNull();
});

for (const [kind, text] of [
  ["a filter without a value", "status:"],
  ["a filter that can't be read", "minutes:a..b from:2026-02-30"],
  ["an open quote", 'campaign:"never closed'],
  ["quotes and operators", `"a' OR 1=1; -- "(x|y)* && !z ~ \\ % _ [`],
  ["emoji", "👩‍👩‍👧 status:🎧 🇳🇵"],
  ["right to left", "مكالمة campaign:“חורף” \u202eabc"],
  ["10 KB of words and filters", `${"status:a,b campaign:“ ".repeat(450)}end`],
  ["10 KB of quotes", '"'.repeat(10_240)],
  ["10 KB of emoji", "🎧".repeat(2_560)],
]) {
  test(`a search of ${kind} gives calls or none, in time`, async ({ page }) => {
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("response", (response) => {
      if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`);
    });
    await page.goto("/recordings");
    const box = searchBox(page);
    await box.click();
    await box.fill(text ?? "");
    await box.press("Enter");
    const noList = page.getByRole("heading", { name: "No calls match" });
    await expect(page).toHaveURL(/\?/);
    await expect(recordingsTable(page).or(noList)).toBeVisible({ timeout: 5_000 });

    const started = Date.now();
    const answer = await page.request.get(`/recordings?${new URLSearchParams({ q: text ?? "" })}`);
    expect(answer.status()).toBe(200);
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(faults).toEqual([]);
  });
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("filters written in the search become filters, too", async ({ page, still }) => {
    await page.goto("/recordings?limit=200&transcript=true");
    await searchBox(page).fill("status:completed");
    await searchBox(page).press("Enter");
    await expectCalls(page, still, (call) => call.status === "completed" && call.has_transcript);
    expect(new URL(page.url()).searchParams.get("status")).toBe("completed");
  });
});

function searchBox(page: Page): Locator {
  return page.getByRole("combobox", { name: "Search recordings" });
}

/** What completes is loaded when the box is first entered. */
async function openAll(box: Locator, list: Locator): Promise<void> {
  await expect(async () => {
    await box.press("ArrowDown");
    await expect(list).toBeVisible({ timeout: 200 });
  }).toPass();
}

async function expectCalls(
  page: Page,
  { calls }: StaticDataset,
  matches: (call: SentCall) => boolean,
): Promise<void> {
  const wanted = calls.filter(matches).map(({ id }) => id);
  expect(wanted.length).toBeGreaterThan(0);
  await expect.poll(() => readIds(page)).toEqual(wanted.slice(0, 200));
}
