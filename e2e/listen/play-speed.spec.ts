import { expect, type Locator, type Page } from "@playwright/test";
import { openList } from "../support/page/recordings-list";
import { bottomPlayer, playIn, rowOf, test, untilSound } from "./listening";

const rounds = 3;
const goals = { firstMs: 200, nextMs: 100 };

test("kept audio sounds 200 ms after a click, the next one of the list after 100 ms", async ({
  page,
  listening: { calls },
}) => {
  test.setTimeout(180_000);
  await openList(page, "/recordings?campaign=heard");
  const heard = calls.filter(({ name }) => name !== "Cleo");
  const [ada] = heard;
  if (!ada) throw new Error("no calls");
  // A page may play by itself once somebody has clicked in it.
  await playIn(page, ada).click({ force: true });
  await untilSound(page);
  await page.keyboard.press("Space");

  const paths = heard.map(({ id }) => `/api/recordings/${id}/audio`);
  const bare = () => timeBareElement(page, [paths, paths, paths, paths, paths].flat());
  await expectFast("first", goals.firstMs, bare, async () => {
    const times: number[] = [];
    for (const call of [heard, heard, heard, heard, heard].flat()) {
      await bottomPlayer(page).getByRole("button", { name: "Close player" }).click();
      times.push(await timeToSound(rowOf(page, call).locator(".call-play")));
    }
    return times;
  });
  // The one after it is fetched while it plays.
  await openList(page, "/recordings?campaign=heard");
  const next = page.waitForEvent("requestfinished", {
    predicate: (request) => request.url().endsWith(`${heard[1]?.id}/audio`),
  });
  await playIn(page, ada).click({ force: true });
  await next;
  const bareFromHere = async () => {
    const urls = await Promise.all(paths.slice(0, 2).map((path) => toBlobUrl(page, path)));
    return timeBareElement(page, [urls, urls, urls, urls, urls].flat());
  };
  await expectFast("next", goals.nextMs, bareFromHere, async () => {
    const times: number[] = [];
    for (let n = 0; n < 10; n++) {
      await bottomPlayer(page).getByRole("button", { name: "Close player" }).click();
      await timeToSound(rowOf(page, ada).locator(".call-play"));
      const button = bottomPlayer(page).getByRole("button", { name: "Next call" });
      await expect(button).toBeEnabled();
      times.push(await timeToSound(button));
    }
    return times;
  });
});

/**
 * The best of some rounds. Where even a bare element takes long, because the machine has other things to
 * do, half as long again and no more.
 */
async function expectFast(
  name: string,
  goalMs: number,
  measureBare: () => Promise<number[]>,
  measure: () => Promise<number[]>,
): Promise<void> {
  const told: string[] = [];
  let isFast = false;
  for (let round = 0; round < rounds && !isFast; round++) {
    const [bareMs, ms] = [toP95(await measureBare()), toP95(await measure())];
    told.push(`${ms} ms (a bare element: ${bareMs} ms)`);
    isFast = ms <= Math.max(goalMs, 1.5 * bareMs);
  }
  const description = `p95 ${told.join(", ")}`;
  test.info().annotations.push({ type: name, description });
  expect(isFast, `${name}: ${description}`).toBe(true);
}

function toP95(times: number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY);
}

/** What the browser and the server need by themselves, without the product's page. */
function timeBareElement(page: Page, urls: string[]): Promise<number[]> {
  return page.evaluate(async (sources) => {
    const times: number[] = [];
    for (const source of sources) {
      const from = performance.now();
      const audio = new Audio(source);
      const playing = new Promise((resolve) => {
        audio.addEventListener("playing", resolve, { once: true });
      });
      await audio.play();
      await playing;
      times.push(performance.now() - from);
      audio.pause();
      audio.removeAttribute("src");
      audio.load();
    }
    return times;
  }, urls);
}

function toBlobUrl(page: Page, path: string): Promise<string> {
  return page.evaluate(async (from) => URL.createObjectURL(await (await fetch(from)).blob()), path);
}

/** From a click in the page itself to the moment that the element says it plays. */
function timeToSound(button: Locator): Promise<number> {
  return button.evaluate(async (element) => {
    const playing = new Promise((resolve) => {
      document.querySelector("audio")?.addEventListener("playing", resolve, { once: true });
    });
    const from = performance.now();
    if (element instanceof HTMLElement) element.click();
    await playing;
    return performance.now() - from;
  });
}
