import { test as base, expect, type Page } from "@playwright/test";
import { listPages } from "../support/page/pages";
import { makeEvent } from "../support/requests/recording-event";
import { type Earshot, openSignedIn, startEarshot } from "../support/server/earshot";

/** What no script, no space and no limit of taste holds together. */
const hard = [
  "x".repeat(200),
  "W".repeat(200),
  "Aufnahmeprüfungswiedervorlage".repeat(7),
  `${"محمد عبد الرحمن ".repeat(12)}`.trim(),
  "שלום".repeat(50),
  "顧客電話応対記録要約".repeat(20),
  "ขอบคุณสำหรับการติดต่อกลับ".repeat(8),
  "👩🏽‍🚒👨‍👩‍👧‍👦🏳️‍🌈".repeat(12),
  "Z͑ͫ̓a̵͑ͫl̓͋g̶o̷".repeat(20),
  "a\u202eb".repeat(60),
  "<b>&amp;\"'".repeat(20),
  "word ".repeat(40).trim(),
];
const hardOf = (n: number) => hard[n % hard.length] ?? "";

type Strange = { earshot: Earshot; paths: string[]; storageState: string };

/** An Earshot of 240 campaigns, 100 statuses and people whose names nobody could pronounce. */
const test = base.extend<object, { strange: Strange }>({
  strange: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
    async ({}, use, { workerIndex }) => {
      const earshot = await startEarshot();
      const events = Array.from({ length: 300 }, (_, n) => {
        const event = makeEvent({
          campaign: `${n % 240} ${hardOf(n)}`,
          status: `${n % 100} ${hardOf(n + 3)}`,
          summary: hardOf(n + 5).repeat(10),
          created_at: new Date(Date.now() - n * 7_200_000).toISOString(),
          minutes_used: n % 50 === 0 ? 2_147_483_647 : n % 9,
          [hardOf(n)]: hardOf(n + 1),
        });
        Object.assign(event.data.attributes.customer.details, {
          first_name: hardOf(n),
          last_name: hardOf(n + 7),
          email: `${"x".repeat(180)}@example.com`,
          phone_number: `+1202555${String(n).padStart(4, "0")}${"0".repeat(40)}`,
          type: `${n % 60} ${hardOf(n + 2)}`,
          gender: hardOf(n + 4),
          is_phone_number_correct: n % 3 === 0,
        });
        return event;
      });
      const body = JSON.stringify({ data: events.map(({ data }) => data) });
      const sent = await fetch(earshot.webhookUrl, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
      });
      const { deliveryId } = await sent.json();
      const context = await openSignedIn(earshot.url);
      const outcome = async () =>
        (await (await context.get(`/api/deliveries/${deliveryId}`)).json()).outcome;
      await expect.poll(outcome, { timeout: 60_000 }).toBe("stored");
      const { id, attributes } = events[0]?.data ?? { id: "" };
      const segments: Record<string, string> = {
        "recordings/[id]": id,
        "customers/[id]": attributes?.customer.details.id ?? "",
        "deliveries/[id]": deliveryId,
      };
      const paths = listPages()
        .filter((route) => !/^\/(sign-in|set-up\/.*)?$/.test(route))
        .map((route) =>
          route.replace(/[\w-]+\/\[id\]$/, (key) => key.replace("[id]", segments[key] ?? key)),
        );
      const storageState = test.info().outputPath(`strange-${workerIndex}.json`);
      await context.storageState({ path: storageState });
      await context.dispose();
      await use({ earshot, paths, storageState });
      await earshot.dispose();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ strange }, use) => use(strange.earshot.url),
  storageState: async ({ strange }, use) => use(strange.storageState),
});

const widths = [1440, 390];

test(`every page of strange values stays in its frame at ${widths.join(" and at ")} px`, async ({
  page,
  strange,
}) => {
  test.setTimeout(240_000);
  const found: string[] = [];
  for (const [index, path] of strange.paths.entries()) {
    expect(path).not.toContain("[");
    // Half of them come at one width and are drawn anew at the other.
    const inTurn = index % 2 === 0 ? widths : widths.toReversed();
    for (const [turn, width] of inTurn.entries()) {
      await page.setViewportSize({ width, height: 900 });
      if (turn === 0) await page.goto(path);
      await page.waitForTimeout(300);
      found.push(...(await findFaults(page)).map((fault) => `${path} at ${width} px: ${fault}`));
    }
  }
  expect(found).toEqual([]);
});

for (const width of widths) {
  test(`what opens over strange values stays in its frame at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const chosen = [0, 3, 5].map((n) => `campaign=${encodeURIComponent(`${n} ${hardOf(n)}`)}`);
    await page.goto(`/recordings?${chosen.join("&")}&q=${encodeURIComponent(hardOf(0))}`);
    await page.waitForTimeout(300);
    const found = (await findFaults(page)).map((fault) => `chips: ${fault}`);
    await page.goto("/recordings?limit=20");
    const names = ["Status", "Campaign", "Customer type", "Date", "Minutes", "More", "Views"];
    names.push("Columns", "Sort", "Export");
    let opened = 0;
    for (const name of names) {
      const opener = page.getByRole("button", { name, exact: true });
      if (!(await opener.isVisible())) continue;
      await opener.click();
      await page.waitForTimeout(500);
      found.push(...(await findFaults(page)).map((fault) => `${name}: ${fault}`));
      opened++;
      await page.keyboard.press("Escape");
    }
    expect(opened).toBeGreaterThan(4);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("campaign");
    await page.waitForTimeout(700);
    found.push(...(await findFaults(page)).map((fault) => `palette: ${fault}`));
    await page.keyboard.press("Escape");
    await page.locator("#recordings-table tbody tr").first().click();
    await page.waitForTimeout(1_500);
    found.push(...(await findFaults(page)).map((fault) => `open call: ${fault}`));
    const two = chosen.slice(0, 2).join("&");
    await page.goto(`/campaigns/compare?${two}`);
    await expect(page.getByRole("table", { name: "Figures" })).toBeVisible();
    found.push(...(await findFaults(page)).map((fault) => `comparison: ${fault}`));
    expect(found).toEqual([]);
  });
}

/** What sticks out of the window, and controls that lie on one another. */
function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults = new Set<string>();
    const root = document.scrollingElement;
    if (root && root.scrollWidth > root.clientWidth)
      faults.add(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);

    const name = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}"`;
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest("[inert], .sr-only, [aria-hidden=true]");
    type Edges = { left: number; right: number; top: number; bottom: number };
    const within = (one: Edges, other: Edges): Edges => ({
      left: Math.max(one.left, other.left),
      right: Math.min(one.right, other.right),
      top: Math.max(one.top, other.top),
      bottom: Math.min(one.bottom, other.bottom),
    });
    const everywhere: Edges = {
      left: -Infinity,
      right: Infinity,
      top: -Infinity,
      bottom: Infinity,
    };
    const openings = new Map<Element, Edges>();
    /** Where what stands in an element may be seen: where all that clip or scroll it leave it. */
    const openingOf = (parent: Element | null): Edges => {
      if (!parent || parent === document.documentElement) return everywhere;
      const known = openings.get(parent);
      if (known) return known;
      const { overflowX, overflowY, position } = getComputedStyle(parent);
      const outer = position === "fixed" ? everywhere : openingOf(parent.parentElement);
      const isClipping = /auto|scroll|hidden|clip/.test(overflowX + overflowY);
      const opening = isClipping ? within(outer, parent.getBoundingClientRect()) : outer;
      openings.set(parent, opening);
      return opening;
    };
    /** What is left of an element when all that clip or scroll it have done so. */
    const visibleBox = (element: Element) => {
      const box = within(element.getBoundingClientRect(), openingOf(element.parentElement));
      return { ...box, width: box.right - box.left, height: box.bottom - box.top };
    };

    /** What scrolls goes under an end that stays. */
    const isSticky = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).position === "sticky" || isSticky(element.parentElement));

    for (const element of document.body.querySelectorAll("*")) {
      if (!isShown(element)) continue;
      const hasText = [...element.childNodes].some(
        (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim(),
      );
      if (!hasText && !element.matches("button, a[href], input, select, summary")) continue;
      const box = visibleBox(element);
      if (box.width <= 0 || box.height <= 0) continue;
      if (box.right > innerWidth + 1 || box.left < -1) faults.add(`${name(element)} sticks out`);
    }

    const scope = document.querySelector("dialog[open], [popover]:popover-open") ?? document.body;
    const controls = [...scope.querySelectorAll("button, a[href], input, select, summary")]
      .filter((element) => isShown(element) && !element.closest("thead, [role=separator]"))
      .map((element) => ({ element, box: visibleBox(element) }))
      .filter(
        ({ box }) => box.width > 4 && box.height > 4 && box.top >= 0 && box.bottom <= innerHeight,
      );
    for (const { element, box } of controls) {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const there = document.elementFromPoint(x, y);
      if (!there || element.contains(there) || there.contains(element)) continue;
      if (there.closest("label")?.contains(element)) continue;
      const over = there.closest("button, a[href], input, select, summary");
      if (over && !isSticky(over)) faults.add(`${name(element)} lies under ${name(over)}`);
    }
    return [...faults];
  });
}
