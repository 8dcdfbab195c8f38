import { type Browser, expect, type Page } from "@playwright/test";
import { german } from "@/app/german";
import { englishTexts, productFiles } from "@/lib/walls/test-imports";
import { addressOf, findRecording, listPages } from "../support/page/pages";
import { deliver, makeEvent } from "../support/requests/recording-event";
import { test } from "../support/test";

test.use({ locale: "de-DE" });

for (const route of listPages()) {
  test(`${route} is German from end to end`, async ({ page, browser, earshot }) => {
    const address = await findAddress(browser, earshot, route);
    if (route === "/sign-in") await page.context().clearCookies();
    const response = await page.goto(address);
    expect(response?.status()).toBe(200);
    if (response?.request().redirectedFrom()) return;
    await expect(page.locator("html")).toHaveAttribute("lang", "de-DE");
    await expectGerman(page);
  });
}

test("what opens over the list is German", async ({ page }) => {
  await page.goto("/recordings?limit=8&status=!~&minutes=1..&confirmed=true&days=last-7-days");
  await expectGerman(page);
  const bar = page.getByRole("search").or(page.locator("[data-filter-bar]"));
  await expect(page.getByRole("table", { name: "Aufnahmen" })).toBeVisible();
  await expect(bar.first()).toBeVisible();
  expect(await openEach(page)).toBeGreaterThan(6);
  await page.locator("body").press("?");
  await expect(page.getByRole("dialog", { name: "Tastenkürzel" })).toBeVisible();
  await expectGerman(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
  await expectGerman(page);
});

test("what opens on other pages is German", async ({ page, browser, earshot }) => {
  const addresses = await inEnglish(browser, earshot, async (english) => [
    await addressOf("/customers/[id]", english),
    await addressOf("/settings/webhooks/deliveries/[id]", english),
  ]);
  let opened = 0;
  for (const address of [
    ...addresses,
    "/customers?limit=8",
    "/campaigns",
    "/campaigns/compare",
    "/audit",
    "/settings/vocabulary",
    "/settings/tags",
    "/settings/members",
    "/settings/sessions",
    "/settings/webhooks/deliveries",
    "/settings/webhooks/secrets",
  ]) {
    await page.goto(address);
    await expect(page.locator("html")).toHaveAttribute("lang", "de-DE");
    for (const summary of await page.locator("main summary:visible").all()) await summary.click();
    await expectGerman(page);
    opened += await openEach(page, 4);
  }
  expect(opened).toBeGreaterThan(6);
  await page.goto("/settings/members");
  await page.getByRole("button", { name: "Einladungslink erstellen" }).click();
  await expect(page.getByRole("status").filter({ hasText: "/set-up/" })).toBeVisible();
  await expectGerman(page);
});

test("an open call is German, and so is what is said of a fault in it", async ({
  page,
  browser,
  earshot,
}) => {
  const event = makeEvent({ minutes_used: "soon", summary: "Rückruf erbeten", created_at: null });
  await deliver({ ...earshot, request: page.request }, event);
  const address = await inEnglish(browser, earshot, findRecording);
  await page.goto(`/recordings?limit=8&open=${address.split("/").at(-1)}`);
  await expect(page.getByRole("complementary")).toBeVisible();
  await expectGerman(page);
  await page.goto(`/recordings/${event.data.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const summary of await page.locator("summary:visible").all()) await summary.click();
  await expectGerman(page);
});

test("a narrow list, a refusal and an empty result are German", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/recordings?limit=8");
  await expectGerman(page);
  for (const path of ["/no/such/page", "/recordings/never", "/customers/never", "/set-up/never"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectGerman(page);
  }
  await page.goto("/recordings?q=zzqqzz");
  await expect(page.getByRole("heading", { name: /Keine passenden Anrufe/ })).toBeVisible();
  await expectGerman(page);
});

test("a person's choice goes before their browser's, on every device", async ({
  page,
  browser,
  earshot,
}) => {
  await page.goto("/settings/tags");
  const choice = page.getByRole("combobox", { name: /Sprache|Language/ });
  await choice.selectOption("en-US");
  await expect(page.locator("html")).toHaveAttribute("lang", "en-US");
  try {
    const elsewhere = await browser.newContext({
      baseURL: earshot.url,
      storageState: earshot.storageState,
      locale: "de-DE",
    });
    const other = await elsewhere.newPage();
    await other.goto("/settings/tags");
    await expect(other.locator("html")).toHaveAttribute("lang", "en-US");
    await elsewhere.close();
  } finally {
    await choice.selectOption("");
    await expect(page.locator("html")).toHaveAttribute("lang", "de-DE");
  }
});

test("hours are counted to twelve where people do so", async ({ browser, earshot }) => {
  for (const [locale, form] of [
    ["en-US", /\d{1,2}:\d{2} [AP]M/],
    ["de-DE", /\d{2}:\d{2}/],
  ] as const) {
    const context = await browser.newContext({
      baseURL: earshot.url,
      storageState: earshot.storageState,
      locale,
    });
    const page = await context.newPage();
    await page.goto("/recordings?limit=8");
    await expect(page.locator("tbody time").first()).toHaveText(form);
    await context.close();
  }
});

/** Every text that a person sees or hears, but for data and code. */
function readTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const data =
      "[dir=auto], bdi, noscript, [translate=no], code, pre, .font-mono, script, style, mark, [lang]:not(html)";
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!parent || parent.closest(data)) continue;
      found.add(walker.currentNode.textContent?.trim() ?? "");
    }
    for (const element of document.body.querySelectorAll("*")) {
      if (element.closest(data)) continue;
      for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"])
        found.add(element.getAttribute(name)?.trim() ?? "");
    }
    return [document.title, ...found].filter((text) => /\p{L}{2}/u.test(text));
  });
}

/** Opens what buttons of the page open, one after the other. @returns how many these were */
async function openEach(page: Page, most = 20): Promise<number> {
  const openers = page.locator(
    "main button[popovertarget]:visible, main button[aria-haspopup]:visible",
  );
  const count = Math.min(most, await openers.count());
  for (let index = 0; index < count; index++) {
    await openers.nth(index).click();
    await page.waitForTimeout(400);
    await expectGerman(page);
    await page.keyboard.press("Escape");
  }
  return count;
}

async function expectGerman(page: Page): Promise<void> {
  const texts = await readTexts(page);
  const stayed = texts.filter((text) => saidInEnglish.has(text) || englishWords.test(text));
  expect(stayed, `${page.url()} says in English`).toEqual([]);
}

/** Words that are in most English sentences, and in no German one. */
const englishWords =
  /(?<![-\w])(the|of|and|with|is|are|isn’t|can’t|not|your|this|that|from|calls?|yet|has|have|been|were|for|its?|you|more|last|first|days|nothing|other|after|before|when)(?![-\w])/;

/** What is said in English otherwise than in German. */
const saidInEnglish = readEnglish();

function readEnglish(): Set<string> {
  const texts = productFiles.flatMap(({ source }) => source.match(englishTexts) ?? []);
  const values = texts.flatMap((text) => [
    ...text.matchAll(/(?:^|[{,])\s*(?:"[^"\n]+"|\w+):\s+("(?:[^"\\\n]|\\.)*")/gm),
  ]);
  const own = new Set(listTexts(Object.values(german)));
  expect(own.size).toBeGreaterThan(500);
  expect(values.length).toBeGreaterThan(own.size);
  // A lone word may be a value of a call, too.
  return new Set(
    values
      .map(([, text = '""']): string => JSON.parse(text))
      .filter((text) => !own.has(text) && !/^\p{Ll}+$/u.test(text)),
  );
}

function listTexts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

type Home = { url: string; storageState: string };

function findAddress(browser: Browser, home: Home, route: string): Promise<string> {
  return inEnglish(browser, home, (page) => addressOf(route, page));
}

async function inEnglish<Found>(
  browser: Browser,
  { url, storageState }: Home,
  find: (page: Page) => Promise<Found>,
): Promise<Found> {
  const context = await browser.newContext({ baseURL: url, storageState, locale: "en-GB" });
  try {
    return await find(await context.newPage());
  } finally {
    await context.close();
  }
}
