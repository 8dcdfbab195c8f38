import { expect, test as playwright } from "@playwright/test";
import { openList } from "../support/page/recordings-list";
import { bottomPlayer, startListening, untilSound } from "./listening";
import { makeWav } from "./made-audio";

const test = playwright.extend<object, { next: Awaited<ReturnType<typeof startListening>> }>({
  next: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
    async ({}, use) => {
      const next = await startListening(
        {
          Page: Buffer.from("<!doctype html><title>Not here</title>"),
          Abe: null,
          Bea: null,
          Cem: makeWav(20, [[[0, 20]]]),
          Dov: null,
        },
        "next",
      );
      await use(next);
      await next.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: ({ next }, use) => use(next.earshot.url),
  storageState: ({ next }, use) => use(next.storageState),
});

test("the next unheard call plays over dead files with a word, and none of them comes back", async ({
  page,
  next: { calls },
}) => {
  const stateOf = async ({ id = "" } = {}) => {
    const answer = await page.request.get(`/api/recordings/page?campaign=next`);
    const { rows } = (await answer.json()) as { rows: { id: string; audio: { sign: string } }[] };
    return rows.find((row) => row.id === id)?.audio?.sign;
  };
  await expect.poll(() => stateOf(calls[0]), { timeout: 60_000 }).toBe("failed");
  await openList(page, "/recordings?campaign=next");
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
  const isHeard = async () => {
    const answer = await page.request.get(`/api/recordings/${calls[3]?.id}/heard`);
    return ((await answer.json()) as { mine: [number, number][] }).mine.some(([, to]) => to >= 3);
  };
  await expect.poll(isHeard, { timeout: 15_000 }).toBe(true);
  asked.length = 0;
  await page.keyboard.press("u");
  const none = page.getByRole("status").filter({ hasText: "No unheard calls in this list" });
  await expect(none).toBeVisible();
  await expect(word).toContainText("Skipped");
  // What is known to be dead is asked for no more.
  expect(asked.filter((name) => name === "Abe" || name === "Bea")).toEqual([]);
});
