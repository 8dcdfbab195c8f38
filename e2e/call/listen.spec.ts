import { expect, type Page } from "@playwright/test";
import { deliver, makeEvent } from "../support/requests/recording-event";
import { readAcknowledged, readSentCalls, type SentCall } from "../support/server/sent-calls";
import type { Shared } from "../support/server/shared-earshot";
import { test } from "../support/test";

for (const format of ["wav", "mp3"]) {
  test(`a ${format} plays, stops, and goes where one wants`, async ({ page, earshot }) => {
    const call = await findCall(page, earshot, (one) => {
      return one.recording_attachment.endsWith(`.${format}`) && one.minutes_used >= 2;
    });
    const ranges: string[] = [];
    page.on("response", (response) => {
      if (!response.url().endsWith("/audio") || response.status() !== 206) return;
      ranges.push(response.headers()["content-range"] ?? "");
    });
    await page.goto(`/recordings/${call.id}`);
    const { play, pause, position, readSeconds } = playerOf(page);
    await expect(position).toHaveAttribute("aria-valuetext", /of 1 minute$/);
    await expect(page.getByRole("region", { name: "Call" })).toContainText(
      `${call.minutes_used} minutes billed · audio 1:00`,
    );
    await position.click();
    await expect.poll(readSeconds).toBeCloseTo(30, 0);
    await play.click();
    await expect(pause).toBeVisible();
    await expect.poll(readSeconds).toBeGreaterThan(31);
    await position.fill("50");
    await expect.poll(readSeconds).toBeGreaterThan(51);
    await pause.click();
    await expect(play).toBeVisible();
    await position.press("Space");
    await expect(pause).toBeVisible();
    await position.press("Shift+ArrowLeft");
    await expect.poll(readSeconds).toBeLessThan(48);
    expect(ranges.filter((range) => /^bytes [1-9]/.test(range))).not.toEqual([]);
  });

  test(`a part of a ${format} is that part of the whole`, async ({ page, earshot }) => {
    const call = await findCall(page, earshot, (one) => {
      return one.recording_attachment.endsWith(`.${format}`) && one.minutes_used === 1;
    });
    const path = `/api/recordings/${call.id}/audio`;
    const whole = await (await page.request.get(path)).body();
    expect(whole.length).toBeGreaterThan(10_000);
    const part = await page.request.get(path, { headers: { Range: "bytes=5000-5999" } });
    expect(part.status()).toBe(206);
    expect(part.headers()["content-range"]).toBe(`bytes 5000-5999/${whole.length}`);
    expect((await part.body()).equals(whole.subarray(5_000, 6_000))).toBe(true);
    const beyond = await page.request.get(path, { headers: { Range: `bytes=${whole.length}-` } });
    expect(beyond.status()).toBe(416);
  });
}

test("the player's parts stand apart, and its seek bar is long, at every width", async ({
  page,
  earshot,
}) => {
  const call = await findCall(page, earshot, ({ minutes_used }) => minutes_used >= 1);
  const player = page.getByRole("region", { name: "Listen" });
  const check = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    const { overlaps, seekPx } = await player.evaluate(readLayout);
    expect(overlaps, `at ${width} px`).toEqual([]);
    expect(seekPx, `at ${width} px`).toBeGreaterThanOrEqual(160);
  };
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/recordings?q=${call.id}&open=${call.id}`);
  await expect(page.getByRole("complementary", { name: "Open call" })).toContainText(call.id);
  await expect(playerOf(page).position).toBeEnabled();
  for (const width of [1280, 1366, 1440, 1536, 1600, 1680, 1760, 1920, 2048, 2240, 2400, 2560]) {
    await check(width);
  }
  await page.goto(`/recordings/${call.id}`);
  await expect(playerOf(page).position).toBeEnabled();
  for (const width of [1440, 1024, 768, 640, 390, 360]) await check(width);
});

test("Space plays and pauses wherever the focus is, unless on a control", async ({
  page,
  earshot,
}) => {
  const call = await findCall(page, earshot, ({ minutes_used }) => minutes_used >= 1);
  const { play, pause } = playerOf(page);
  const pressSpace = () => page.keyboard.press("Space");
  await page.setViewportSize({ width: 1440, height: 500 });
  const scriptsRun = page.waitForRequest(/\/api\/recordings\/events/);
  await page.goto(`/recordings?q=${call.id}`);
  await scriptsRun;
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Open call" });
  await expect(panel).toContainText(call.id);
  await expect(panel).toBeFocused();
  await pressSpace();
  await expect(pause).toBeVisible();
  await panel.getByRole("heading", { name: "Summary" }).click();
  await pressSpace();
  await expect(play).toBeVisible();
  await panel.getByRole("link", { name: "Open as a page" }).focus();
  await pressSpace();
  await expect(pause).toBeVisible();
  expect(await panel.evaluate(({ scrollTop }) => scrollTop)).toBe(0);

  const box = page.getByRole("row").nth(1).getByRole("checkbox");
  await box.focus();
  await pressSpace();
  await expect(box).toBeChecked();
  await page.getByRole("button", { name: "Columns" }).focus();
  await pressSpace();
  await expect(page.getByRole("dialog", { name: "Columns" })).toBeVisible();
  await page.keyboard.press("Escape");
  const search = page.getByRole("combobox", { name: "Search recordings" });
  await search.focus();
  await search.press("End");
  await pressSpace();
  await expect(search).toHaveValue(`${call.id} `);
  await page.getByRole("separator", { name: "Width of Status" }).focus();
  await pressSpace();
  await expect(pause).toBeVisible();

  await page.goto(`/recordings/${call.id}`);
  await expect(play).toBeVisible();
  await page.getByRole("heading", { name: "Summary" }).click();
  await page.keyboard.down("Space");
  await page.keyboard.down("Space");
  await page.keyboard.up("Space");
  await expect(pause).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("of two tabs only the one plays that began last, and media keys know what plays", async ({
  page,
  earshot,
}) => {
  const call = await findCall(page, earshot, ({ minutes_used }) => minutes_used >= 1);
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/recordings/${call.id}`);
    await expect(playerOf(tab).position).toBeEnabled();
  }
  await playerOf(page).play.click();
  await expect(playerOf(page).pause).toBeVisible();
  await playerOf(other).play.click();
  await expect(playerOf(other).pause).toBeVisible();
  await expect(playerOf(page).play).toBeVisible();
  const title = await other.evaluate(() => navigator.mediaSession.metadata?.title);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(title ?? "nothing plays");
  await playerOf(page).play.click();
  await expect(playerOf(other).play).toBeVisible();
  await expect(playerOf(page).pause).toBeVisible();
});

test("audio that is not there is said in words, and can be tried again", async ({
  page,
  earshot,
}) => {
  const event = makeEvent({
    recording_attachment: `${earshot.sandboxUrl}/recordings/CA${"0".repeat(32)}.mp3`,
  });
  await deliver({ ...earshot, request: page.request }, event);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/audio")) asked += 1;
  });
  await page.goto(`/recordings/${event.data.id}`);
  const player = page.getByRole("region", { name: "Listen" });
  await expect(player.getByRole("alert")).toContainText("Audio not found");
  expect(asked).toBe(1);
  await expect(player.getByRole("button", { name: "Play" })).toBeHidden();
  const asking = page.waitForRequest((request) => request.url().endsWith("/audio"));
  await player.getByRole("button", { name: "Try again" }).click();
  await asking;
  const played = page.getByRole("region", { name: "Player" });
  await expect(played.getByRole("alert")).toContainText("Audio not found");
});

test("audio at a private address is never fetched, and that is said", async ({ page, earshot }) => {
  const event = makeEvent({ recording_attachment: `${earshot.url}/api/health` });
  await deliver({ ...earshot, request: page.request }, event);
  await page.goto(`/recordings/${event.data.id}`);
  const alert = page.getByRole("region", { name: "Listen" }).getByRole("alert");
  await expect(alert).toContainText("The audio address isn’t allowed");
});

/** Which parts of a player lie over one another, and how long its seek bar is. */
function readLayout(player: Element): { overlaps: string[]; seekPx: number } {
  const parts = [...player.querySelectorAll("button, a, select, input, span")]
    .filter((part) => part.checkVisibility() && !part.querySelector("button, input, span"))
    .filter((part) => part.getAttribute("role") !== "status")
    .map((part) => ({
      name: part.getAttribute("aria-label") ?? part.textContent,
      box: part.getBoundingClientRect(),
    }));
  const overlaps = parts.flatMap(({ name, box }, index) =>
    parts.slice(index + 1).flatMap((other) => {
      const x = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const y = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      return x > 0 && y > 0 ? [`${name} over ${other.name}`] : [];
    }),
  );
  const seek = parts.find(({ name }) => name === "Seek");
  return { overlaps, seekPx: seek?.box.width ?? 0 };
}

function playerOf(page: Page) {
  const player = page.getByRole("region", { name: "Listen" });
  const position = player.getByRole("slider", { name: "Seek" });
  return {
    play: player.getByRole("button", { name: "Play", exact: true }),
    pause: player.getByRole("button", { name: "Pause" }),
    position,
    readSeconds: async () => Number(await position.inputValue()),
  };
}

async function findCall(
  page: Page,
  { sandboxUrl }: Shared,
  matches: (call: SentCall) => boolean,
): Promise<SentCall> {
  const acknowledged = await readAcknowledged(sandboxUrl);
  const completed = acknowledged.filter(({ status }) => status === "completed");
  const calls = await readSentCalls(page.request, completed.slice(0, 60));
  const call = calls.find(matches);
  if (!call) throw new Error("None of the sandbox's calls is like that");
  return call;
}
