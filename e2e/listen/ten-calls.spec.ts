import { expect, test } from "@playwright/test";
import { countHands } from "../support/page/count-hands";
import { openList } from "../support/page/recordings-list";
import { bottomPlayer, readAudio, startListening, untilSound } from "./listening";
import { makeWav } from "./made-audio";

const sound = makeWav(2, [[[0, 2]]]);
/** One that is still playing when a slow machine has pressed a few keys. */
const longSound = makeWav(6, [[[0, 6]]]);
/** Two of them are dead. */
const dead = new Set(["Cleo", "Gil"]);
const names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida", "Jon"];

let listening: Awaited<ReturnType<typeof startListening>>;
test.beforeAll(async () => {
  const files = Object.fromEntries(names.map((name) => [name, dead.has(name) ? null : sound]));
  listening = await startListening({ ...files, Ada: longSound }, "ten");
});
test.afterAll(() => listening?.stop());
test.beforeEach(async ({ context }) => {
  await context.addCookies(listening.storageState.cookies);
});

test("ten calls in a row take two keys, over dead files too", async ({ page }) => {
  const hands = await countHands(page);
  await openList(page, `${listening.earshot.url}/recordings?campaign=ten`);
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  const player = bottomPlayer(page);
  for (const name of names) {
    if (dead.has(name)) continue;
    await expect(player.getByRole("link", { name })).toBeVisible();
  }
  await untilSound(page);
  expect(await hands()).toBeLessThanOrEqual(2);
});

test("Space plays on after Enter and after a click in the panel, and J leads on", async ({
  page,
}) => {
  const hands = await countHands(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openList(page, `${listening.earshot.url}/recordings?campaign=ten`);
  const plays = async () => (await readAudio(page)).plays;
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Open call" });
  await expect(panel.getByRole("heading", { name: "Ada" })).toBeVisible();
  await page.keyboard.press("Space");
  await untilSound(page);
  await page.keyboard.press("Space");
  await expect.poll(plays).toBe(false);
  await panel.getByRole("heading", { name: "Summary" }).click();
  await page.keyboard.press("Space");
  await untilSound(page);
  await page.keyboard.press("Space");
  await expect.poll(plays).toBe(false);
  // Also where the player has the focus: a letter is the list's.
  await bottomPlayer(page).getByRole("slider", { name: "Seek" }).focus();
  await page.keyboard.press("j");
  await expect(panel.getByRole("heading", { name: "Ben" })).toBeVisible();
  await page.keyboard.press("Space");
  await expect(bottomPlayer(page).getByRole("link", { name: "Ben" })).toBeVisible();
  await untilSound(page);
  expect(await hands()).toBeLessThanOrEqual(9);
});
