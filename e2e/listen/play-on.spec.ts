import { expect, type Page } from "@playwright/test";
import { openList } from "../support/page/recordings-list";
import { bottomPlayer, playIn, readAudio, rowOf, secondsOf, test, untilSound } from "./listening";

const list = "/recordings?campaign=heard";

test("one call follows another along the list, over a dead file with a word about it", async ({
  page,
  listening: { calls },
}) => {
  const [, ben, cleo] = calls;
  if (!ben || !cleo) throw new Error("no calls");
  await openList(page, list);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/audio")) asked.push(request.url());
  });
  await playIn(page, ben).click({ force: true });
  await untilSound(page);
  const player = bottomPlayer(page);
  // The next one that can be heard is here before it is wanted.
  await expect.poll(() => asked.filter((url) => url.includes(calls[3]?.id ?? "?")).length).toBe(1);
  await player.getByRole("slider", { name: "Seek" }).fill("11");
  await expect(player.getByRole("link", { name: "دانا" })).toBeVisible();
  await expect(player.getByRole("status").first()).toContainText("Skipped Cleo: Audio not found");
  await untilSound(page);
  expect(asked.filter((url) => url.includes(calls[3]?.id ?? "?"))).toHaveLength(1);
  await expect(player.getByRole("link", { name: "Eve" })).toBeVisible();
  await expect(player.getByRole("status").first()).toHaveText("");
  await untilSound(page);

  await player.getByRole("button", { name: "Previous call" }).click();
  await expect(player.getByRole("link", { name: "دانا" })).toBeVisible();
  await player.getByRole("button", { name: "Player options" }).click();
  await page.getByRole("switch", { name: "Stop after this call" }).check();
  await page.keyboard.press("Escape");
  await player.getByRole("slider", { name: "Seek" }).fill("5");
  await expect.poll(async () => (await readAudio(page)).plays).toBe(false);
  await page.waitForTimeout(500);
  await expect(player.getByRole("link", { name: "دانا" })).toBeVisible();
  expect((await readAudio(page)).plays).toBe(false);
  await player.getByRole("button", { name: "Play", exact: true }).click();
  await expect(player.getByRole("link", { name: "Eve" })).toBeVisible();
});

test("the focus of a row goes along with what plays, so that Space means that", async ({
  page,
  listening: { calls },
}) => {
  const [, ben, , dana] = calls;
  if (!ben || !dana) throw new Error("no calls");
  await openList(page, list);
  const toEnd = () =>
    page.evaluate(() => {
      const audio = document.querySelector("audio");
      if (audio) audio.currentTime = audio.duration - 0.5;
    });
  for (const isByMouse of [false, true]) {
    if (isByMouse) await playIn(page, ben).click({ force: true });
    else for (const key of ["j", "j", "Space"]) await page.keyboard.press(key);
    await expect(bottomPlayer(page).getByRole("link", { name: "Ben" })).toBeVisible();
    await untilSound(page);
    await toEnd();
    await expect(bottomPlayer(page).getByRole("link", { name: "دانا" })).toBeVisible();
    await untilSound(page);
    await expect(rowOf(page, dana).locator(".call-link")).toBeFocused();
    await page.keyboard.press("Space");
    await expect.poll(async () => (await readAudio(page)).plays).toBe(false);
    await expect(bottomPlayer(page).getByRole("link", { name: "دانا" })).toBeVisible();
  }
});

test("silence is skipped where one wants it, and what is heard has none of it", async ({
  page,
  listening: { calls },
}) => {
  const [, ben] = calls;
  if (!ben) throw new Error("no calls");
  await openList(page, list);
  await playIn(page, ben).click({ force: true });
  await untilSound(page);
  const player = bottomPlayer(page);
  await player.getByRole("button", { name: "Player options" }).click();
  await page.getByRole("switch", { name: "Skip silence" }).check();
  await page.keyboard.press("Escape");
  const seen: number[] = [];
  await expect
    .poll(
      async () => {
        const at = await secondsOf(page);
        seen.push(at);
        return at;
      },
      { timeout: 10_000, intervals: [100] },
    )
    .toBeGreaterThan(9);
  expect(seen.filter((at) => at > 4.2 && at < 8.5)).toEqual([]);
  await page.reload();
  await player.getByRole("button", { name: "Player options" }).click();
  await expect(page.getByRole("switch", { name: "Skip silence" })).toBeChecked();
});

test("the waveform has a lane for each channel, is small to fetch, and grows under the eye", async ({
  page,
  listening: { calls },
}) => {
  const [ada, ben] = calls;
  if (!ada || !ben) throw new Error("no calls");
  const answer = page.waitForResponse(/audio\/peaks$/);
  await page.goto(`/recordings/${ada.id}`);
  expect((await (await answer).body()).length).toBeLessThan(4_000);
  const card = page.getByRole("region", { name: "Listen" });
  const wave = card.locator("[data-waveform]");
  await expect(wave).toHaveAttribute("data-waveform", "2");
  const slider = card.getByRole("slider", { name: "Seek" });
  await expect(slider).toHaveAttribute("aria-valuetext", "0 seconds of 40 seconds");
  const length = () => wave.evaluate(({ scrollWidth, clientWidth }) => scrollWidth / clientWidth);
  await card.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(length).toBeCloseTo(2, 1);
  await slider.focus();
  await page.keyboard.press("+");
  await expect.poll(length).toBeCloseTo(4, 1);
  await slider.fill("38");
  const isInSight = () =>
    wave.evaluate(
      ({ scrollLeft, scrollWidth, clientWidth }) =>
        scrollLeft + clientWidth >= (38 / 40) * scrollWidth,
    );
  await card.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(isInSight).toBe(true);
  expect(await secondsOf(page)).toBeGreaterThan(37);
  for (let n = 0; n < 2; n++) await card.getByRole("button", { name: "Zoom out" }).click();
  await expect.poll(length).toBeCloseTo(1, 1);
  await page.goto(`/recordings/${ben.id}`);
  await expect(wave).toHaveAttribute("data-waveform", "1");
});

test("a link leads to a moment, and one beyond the end says so", async ({
  page,
  context,
  listening: { calls, earshot },
}) => {
  const [ada] = calls;
  if (!ada) throw new Error("no calls");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/recordings/${ada.id}?t=25`);
  const card = page.getByRole("region", { name: "Listen" });
  await expect(card).toContainText("0:25 / 0:40");
  await card.getByRole("button", { name: "Copy a link to this moment" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${earshot.url}/recordings/${ada.id}?t=25`,
  );
  await card.getByRole("button", { name: "Play", exact: true }).click();
  await untilSound(page);
  expect(await secondsOf(page)).toBeGreaterThan(24.9);
  await bottomPlayer(page).getByRole("button", { name: "Close player" }).click();

  await page.goto(`/recordings/${ada.id}?t=0:31`);
  await expect(card).toContainText("0:31 / 0:40");
  await page.goto(`/recordings/${ada.id}?t=400`);
  await expect(card.getByRole("status").filter({ hasText: "6:40" })).toHaveText(
    "The link points to 6:40, but this recording is only 0:40 long. It plays from the start.",
  );
  await expect(card).toContainText("0:00 / 0:40");
  await card.getByRole("button", { name: "Play", exact: true }).click();
  await untilSound(page);
  expect(await secondsOf(page)).toBeLessThan(10);
  await bottomPlayer(page).getByRole("button", { name: "Close player" }).click();
  for (const t of ["1000000", "99999999999", "123456789012345:00:00"]) {
    await page.goto(`/recordings/${ada.id}?t=${t}`);
    await expect(card).toContainText(
      /The link points to \d+:\d\d:\d\d, but this recording is only 0:40/,
    );
    await expect(card).toContainText("0:00 / 0:40");
  }
  for (const t of ["", "x", "-4", "1e9", "NaN"]) {
    await page.goto(`/recordings/${ada.id}?t=${t}`);
    await expect(card).toContainText("0:00 / 0:40");
  }
});

test("the lock screen's keys know the call and its neighbours", async ({
  page,
  listening: { calls },
}) => {
  const [ada, ben] = calls;
  if (!ada || !ben) throw new Error("no calls");
  await page.addInitScript(() => {
    const handlers = new Map<string, unknown>();
    Object.assign(window, { handlers });
    const session = navigator.mediaSession;
    const set = session.setActionHandler.bind(session);
    session.setActionHandler = (action, handler) => {
      handlers.set(action, handler);
      set(action, handler);
    };
  });
  await openList(page, list);
  await playIn(page, ada).click({ force: true });
  await untilSound(page);
  const title = () => page.evaluate(() => navigator.mediaSession.metadata?.title);
  await expect.poll(title).toBe("Ada");
  expect(await press(page, "previoustrack")).toBe(false);
  expect(await press(page, "seekto", { seekTime: 30 })).toBe(true);
  await expect.poll(() => secondsOf(page)).toBeGreaterThan(29.9);
  expect(await press(page, "seekbackward")).toBe(true);
  await expect.poll(() => secondsOf(page)).toBeLessThan(17);
  expect(await press(page, "pause")).toBe(true);
  await expect.poll(async () => (await readAudio(page)).plays).toBe(false);
  expect(await press(page, "nexttrack")).toBe(true);
  await untilSound(page);
  await expect.poll(title).toBe("Ben");
  expect(await press(page, "previoustrack")).toBe(true);
  await expect(bottomPlayer(page).getByRole("link", { name: "Ada" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("one call follows another with the screen off, in the element that has the leave to play", async ({
    page,
    listening: { calls },
  }) => {
    const [, ben, , dana] = calls;
    if (!ben || !dana) throw new Error("no calls");
    await page.addInitScript(() => {
      const followed: boolean[] = [];
      let isEnding = false;
      document.addEventListener(
        "ended",
        () => {
          isEnding = true;
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            isEnding = false;
          };
          port2.postMessage(null);
        },
        true,
      );
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = function () {
        followed.push(isEnding);
        return play.call(this);
      };
      Object.assign(window, { followed });
    });
    await openList(page, list);
    await rowOf(page, ben).tap();
    await page.getByRole("button", { name: "Play", exact: true }).first().tap();
    await untilSound(page);
    const isAsked = page.waitForResponse((answer) => answer.url().includes(`${dana.id}/audio`));
    await isAsked;
    await page.evaluate(() => {
      // What a phone leaves of a page that nobody sees: its sound, and what that tells.
      window.requestAnimationFrame = () => 0;
      window.setTimeout = (() => 0) as unknown as typeof window.setTimeout;
      window.setInterval = (() => 0) as unknown as typeof window.setInterval;
      Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
      Object.assign(window, { audio: document.querySelector("audio") });
      const audio = document.querySelector("audio");
      if (audio) audio.currentTime = audio.duration - 1;
    });
    const title = () => page.evaluate(() => navigator.mediaSession.metadata?.title);
    await expect.poll(title).toBe("دانا");
    await untilSound(page);
    const seen = await page.evaluate(() => {
      const { followed, audio } = window as unknown as { followed: boolean[]; audio: Element };
      return [followed.at(-1), document.querySelector("audio") === audio];
    });
    expect(seen).toEqual([true, true]);
  });
});

/** As a headset or a lock screen would; false: nobody listens. */
function press(page: Page, action: string, details: object = {}): Promise<boolean> {
  return page.evaluate(
    ([name, given]) => {
      const { handlers } = window as unknown as {
        handlers: Map<string, ((details: object) => void) | null>;
      };
      const handle = handlers.get(name);
      handle?.({ action: name, ...given });
      return typeof handle === "function";
    },
    [action, details] as const,
  );
}
