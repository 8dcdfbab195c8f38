import { expect, test as playwright } from "@playwright/test";
import { openList } from "../support/page/recordings-list";
import { bottomPlayer, playIn, rowOf, startListening, untilSound } from "./listening";
import { makeWav } from "./made-audio";

const html = Buffer.from("<!doctype html><title>Not here</title>");

const test = playwright.extend<object, { next: Awaited<ReturnType<typeof startListening>> }>({
  next: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
    async ({}, use) => {
      const next = await startListening(
        {
          Page: html,
          Abe: null,
          Bea: null,
          Cem: makeWav(20, [[[0, 20]]]),
          Web: html,
          Dov: makeWav(30, [[[0, 30]]]),
        },
        "next",
      );
      await use(next);
      await next.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ next }, use) => use(next.earshot.url),
  storageState: ({ next }, use) => use(next.storageState),
});

test("the next unheard call plays over dead files with a word, and none of them comes back", async ({
  page,
  next: { calls },
}) => {
  await openList(page, "/recordings?campaign=next");
  const failed = page.locator("[data-audio=failed]").filter({ visible: true });
  await expect(failed).toHaveCount(2, { timeout: 60_000 });
  const asked: string[] = [];
  page.on("request", (request) => {
    const [, id] = /recordings\/([^/]+)\/audio$/.exec(request.url()) ?? [];
    if (id) asked.push(calls.find((call) => call.id === id)?.name ?? id);
  });
  const player = bottomPlayer(page);
  const word = player.getByRole("status").first();
  await page.keyboard.press("u");
  await untilSound(page);
  await expect(player.getByRole("link", { name: "Cem" })).toBeVisible();
  await expect(word).toContainText("Skipped 2 calls that can’t be played");
  expect(asked).not.toContain("Page");
  expect(new Set(asked.filter((name) => name !== "Dov"))).toEqual(new Set(["Abe", "Bea", "Cem"]));

  // Three seconds make it heard.
  const untilHeard = (name: string) => {
    const id = calls.find((call) => call.name === name)?.id;
    const isHeard = async () => {
      const answer = await page.request.get(`/api/recordings/${id}/heard`);
      return ((await answer.json()) as { mine: [number, number][] }).mine.some(([, to]) => to >= 3);
    };
    return expect.poll(isHeard).toBe(true);
  };
  await untilHeard("Cem");
  asked.length = 0;
  await page.keyboard.press("u");
  await expect(player.getByRole("link", { name: "Dov" })).toBeVisible();
  await untilHeard("Dov");
  await page.keyboard.press("u");
  const none = page.getByRole("status").filter({ hasText: "No unheard calls in this list" });
  await expect(none).toBeVisible();
  await expect(word).toContainText("Skipped");
  // What is known to be dead is asked for no more.
  expect(asked.filter((name) => name === "Abe" || name === "Bea")).toEqual([]);
});

test("the list says of each call whether it can be heard, whatever columns it has, and offers to play it then", async ({
  page,
  next: { calls },
}) => {
  const [ofPage, , , cem, web, dov] = calls;
  if (!ofPage || !cem || !web || !dov) throw new Error("no calls");
  const failed = page.locator("[data-audio=failed]").filter({ visible: true });
  for (const [width, show] of [
    [1440, "created_at,customer,has_transcript"],
    [1440, "created_at,customer,status"],
    [800, "created_at,customer,status"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await openList(page, `/recordings?campaign=next&show=${show}`);
    const signs = async (call: typeof cem, sign: string) =>
      rowOf(page, call).locator(`[data-audio=${sign}]`).filter({ visible: true }).count();
    await expect(failed).toHaveCount(2, { timeout: 60_000 });
    expect([await signs(ofPage, "failed"), await signs(cem, "kept")]).toEqual([1, 1]);
    await expect(playIn(page, ofPage)).toHaveCount(0);
    await expect(playIn(page, cem)).toHaveCount(1);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await playIn(page, cem).click({ force: true });
  await untilSound(page);
  const player = bottomPlayer(page);
  await player.getByRole("slider", { name: "Seek" }).fill("19");
  await expect(player.getByRole("link", { name: "Dov" })).toBeVisible();
  await expect(player.getByRole("status").first()).toContainText(
    "Skipped Web: Audio is another kind of file",
  );
});
