import { expect } from "@playwright/test";
import { findBarriers } from "../support/page/find-barriers";
import { openList, recordingsTable, waitForScripts } from "../support/page/recordings-list";
import { signIn } from "../support/page/sign-in";
import { administrator } from "../support/server/earshot";
import { bottomPlayer, playIn, readAudio, rowOf, secondsOf, test, untilSound } from "./listening";

const list = "/recordings?campaign=heard";

test("a row plays at once, and the player goes on while one browses, filters and opens calls", async ({
  page,
  listening: { calls },
}) => {
  const [ada, ben] = calls;
  if (!ada || !ben) throw new Error("no calls");
  await openList(page, list);
  const top = () => rowOf(page, ben).evaluate((row) => row.getBoundingClientRect().top);
  const before = await top();
  await rowOf(page, ada).hover();
  await playIn(page, ada).click();
  await untilSound(page);
  expect(await top()).toBe(before);
  const player = bottomPlayer(page);
  await expect(player.getByRole("link", { name: "Ada" })).toBeVisible();
  await expect(rowOf(page, ada).getByRole("button", { name: "Pause Ada" })).toBeVisible();
  await expect(page).toHaveURL(list);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(`${ada.id}/audio`)) asked.push(request.url());
  });
  let last = await secondsOf(page);
  const goesOn = async () => {
    await expect.poll(() => secondsOf(page)).toBeGreaterThan(last + 0.3);
    last = await secondsOf(page);
    expect(await readAudio(page)).toMatchObject({ plays: true, count: 1 });
  };

  await rowOf(page, ben).getByRole("link").click();
  const panel = page.getByRole("complementary", { name: "Open call" });
  await expect(panel).toContainText(ben.id);
  await goesOn();
  // The panel's is another call: its button would play that one.
  await expect(panel.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(page).toHaveURL("/recordings");
  await goesOn();
  await page.getByRole("link", { name: "Campaigns", exact: true }).first().click();
  await expect(page).toHaveURL(/\/campaigns/);
  await goesOn();
  await player.getByRole("link", { name: "Ada" }).click();
  await expect(page).toHaveURL(`/recordings/${ada.id}`);
  const card = page.getByRole("region", { name: "Listen" });
  await expect(card.getByRole("button", { name: "Pause" })).toBeVisible();
  await goesOn();
  expect(asked).toEqual([]);
  await card.getByRole("button", { name: "Pause" }).click();
  await expect(player.getByRole("button", { name: "Play", exact: true })).toBeVisible();

  const left = await secondsOf(page);
  await page.goto("/customers");
  await expect(player.getByRole("link", { name: "Ada" })).toBeVisible();
  await expect.poll(() => secondsOf(page)).toBeCloseTo(left, 0);
  expect((await readAudio(page)).plays).toBe(false);
  await player.getByRole("button", { name: "Play", exact: true }).click();
  await untilSound(page);
  expect(await secondsOf(page)).toBeGreaterThan(left - 0.5);
  await expect(player.getByRole("button", { name: "Next call" })).toBeEnabled();

  await player.getByRole("button", { name: "Close player" }).click();
  await expect(player).toBeHidden();
  expect((await readAudio(page)).plays).toBe(false);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(player).toBeHidden();
});

test("who signs out is played nothing any more", async ({ page, listening: { calls } }) => {
  // Others use the session that is there.
  await page.context().clearCookies();
  await page.goto(list);
  const scriptsRun = waitForScripts(page);
  await signIn(page, administrator);
  await page.waitForURL(`**${list}`);
  await scriptsRun;
  const [ada] = calls;
  if (!ada) throw new Error("no calls");
  await playIn(page, ada).click({ force: true });
  await untilSound(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(bottomPlayer(page)).toBeHidden();
  expect((await readAudio(page)).plays).toBe(false);
});

for (const width of [1440, 768, 390]) {
  test(`at ${width} px nothing lies under the player, and it has no barrier`, async ({
    page,
    listening: { calls },
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openList(page, "/recordings");
    const [ada] = calls;
    const row = recordingsTable(page).getByRole("row").nth(1);
    await row.scrollIntoViewIfNeeded();
    await openList(page, list);
    if (ada) await playIn(page, ada).click({ force: width === 1440 });
    await untilSound(page);
    await page.getByRole("link", { name: "Clear all" }).click();
    await expect(page).toHaveURL("/recordings");
    const more = page.getByRole("button", { name: "Load more" });
    while (await more.isVisible()) {
      // The list goes on by itself, too, and takes the button away.
      await more.click({ timeout: 2_000 }).catch(() => undefined);
      await page.waitForTimeout(200);
    }
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const edges = () =>
      page.evaluate(() => ({
        last: [...document.querySelectorAll("tr[data-id]")].at(-1)?.getBoundingClientRect().bottom,
        player: document.querySelector(".player-dock")?.getBoundingClientRect().top,
        sideways: document.documentElement.scrollWidth - window.innerWidth,
      }));
    const { last = 0, player = 0, sideways } = await edges();
    expect(last).toBeLessThanOrEqual(player);
    expect(sideways).toBeLessThanOrEqual(0);
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      expect(await findBarriers(page)).toEqual([]);
    }
    await page.emulateMedia({ media: "print" });
    await expect(bottomPlayer(page)).toBeHidden();
  });
}

test("keys alone play a row, seek, change the speed and go on", async ({
  page,
  listening: { calls },
}) => {
  const [ada, ben] = calls;
  if (!ada || !ben) throw new Error("no calls");
  await openList(page, list);
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowRight");
  await expect(playIn(page, ada)).toBeFocused();
  await page.keyboard.press("Enter");
  await untilSound(page);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Space");
  await expect.poll(async () => (await readAudio(page)).plays).toBe(false);
  const slider = bottomPlayer(page).getByRole("slider", { name: "Seek" });
  await slider.focus();
  const from = await secondsOf(page);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => secondsOf(page)).toBeCloseTo(from + 5, 0);
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => secondsOf(page)).toBeCloseTo(from + 20, 0);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => secondsOf(page)).toBeCloseTo(from + 15, 0);
  await expect(slider).toHaveAttribute("aria-valuetext", /^\d+ seconds of 40 seconds$/);
  for (const key of [">", ">", ">", ">", ">", ">", ">"]) await page.keyboard.press(key);
  const speed = bottomPlayer(page).getByRole("combobox", { name: "Speed" });
  await expect(speed).toHaveValue("3");
  await speed.selectOption("0.5");
  await page.keyboard.press("Escape");
  await page.locator("h1").first().click();
  await page.keyboard.press("}");
  await expect(bottomPlayer(page).getByRole("link", { name: "Ben" })).toBeVisible();
  await untilSound(page);
  expect(await page.evaluate(() => document.querySelector("audio")?.playbackRate)).toBe(0.5);
  expect(await page.evaluate(() => document.querySelector("audio")?.preservesPitch)).toBe(true);
  await page.reload();
  await expect(speed).toHaveValue("0.5");
});
