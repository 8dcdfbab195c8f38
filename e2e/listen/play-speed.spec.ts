import { expect, type Locator } from "@playwright/test";
import { openList } from "../support/page/recordings-list";
import { bottomPlayer, playIn, rowOf, test, untilSound } from "./listening";

const rounds = 3;
const goals = { firstMs: 200, nextMs: 100 };

test("kept audio sounds 200 ms after a click, and the next one of the list after 100 ms", async ({
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

  await expectFast("first", goals.firstMs, async () => {
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
  await expectFast("next", goals.nextMs, async () => {
    const times: number[] = [];
    for (let n = 0; n < 10; n++) {
      await bottomPlayer(page).getByRole("button", { name: "Close player" }).click();
      await timeToSound(rowOf(page, ada).locator(".call-play"));
      const button = bottomPlayer(page).getByRole("button", { name: "Next recording" });
      await expect(button).toBeEnabled();
      times.push(await timeToSound(button));
    }
    return times;
  });
});

/** The best of some rounds, for shared machines. */
async function expectFast(
  name: string,
  goalMs: number,
  measure: () => Promise<number[]>,
): Promise<void> {
  const p95s: number[] = [];
  for (let round = 0; round < rounds && !p95s.some((ms) => ms <= goalMs); round++) {
    const times = (await measure()).toSorted((one, other) => one - other);
    p95s.push(Math.round(times[Math.ceil(times.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY));
  }
  const description = `p95 ${p95s.join(", ")} ms`;
  test.info().annotations.push({ type: name, description });
  expect(Math.min(...p95s), `${name}: ${description}`).toBeLessThanOrEqual(goalMs);
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
