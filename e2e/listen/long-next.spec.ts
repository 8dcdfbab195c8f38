import { expect, test as playwright } from "@playwright/test";
import { openList } from "../support/page/recordings-list";
import { bottomPlayer, playIn, startListening, untilSound } from "./listening";
import { makeWav } from "./made-audio";

/** Half an hour in stereo: 58 MB. */
const long = makeWav(1_800, [[[0, 8]], [[0, 8]]]);

const test = playwright.extend<object, { long: Awaited<ReturnType<typeof startListening>> }>({
  long: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
    async ({}, use) => {
      const started = await startListening({ Abe: makeWav(60, [[[0, 60]]]), Bea: long }, "long");
      await use(started);
      await started.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ long }, use) => use(long.earshot.url),
  storageState: ({ long }, use) => use(long.storageState),
});

test("of a long file that comes next the beginning is here: it sounds at once, even offline", async ({
  page,
  context,
  long: { calls },
}) => {
  const [abe, bea] = calls;
  if (!abe || !bea) throw new Error("no calls");
  await openList(page, "/recordings?campaign=long");
  const parts: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(`${bea.id}/audio`)) parts.push(request.headers().range);
  });
  await playIn(page, abe).click({ force: true });
  await untilSound(page);
  // Whole at first, of which only the length is read; then its beginning, by what plays media.
  await expect.poll(() => parts).toEqual([undefined, "bytes=0-"]);
  await page.waitForTimeout(1_000);
  await context.setOffline(true);
  const player = bottomPlayer(page);
  await player.getByRole("button", { name: "Next call" }).click();
  await expect(player.getByRole("link", { name: "Bea" })).toBeVisible();
  await untilSound(page);
  await context.setOffline(false);
  // Goes on beyond what was here.
  await player.getByRole("slider", { name: "Seek" }).fill("1700");
  await untilSound(page);
  expect(await page.locator("audio").count()).toBe(1);
});
