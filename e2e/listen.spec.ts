import { expect, type Page } from "@playwright/test";
import { deliver, makeEvent } from "./support/recording-event";
import { readAcknowledged, readSentCalls, type SentCall } from "./support/sent-calls";
import type { Shared } from "./support/shared-earshot";
import { test } from "./support/test";

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
    await position.click();
    await expect.poll(readSeconds).toBeCloseTo(30, 0);
    await play.click();
    await expect(pause).toBeVisible();
    await expect.poll(readSeconds).toBeGreaterThan(31);
    await position.fill("50");
    await expect.poll(readSeconds).toBeGreaterThan(51);
    await pause.click();
    await expect(play).toBeVisible();
    await position.press("k");
    await expect(pause).toBeVisible();
    await position.press("j");
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

test("audio that is not there is said in words, and can be tried again", async ({
  page,
  earshot,
}) => {
  const event = makeEvent({
    recording_attachment: `${earshot.sandboxUrl}/recordings/CA${"0".repeat(32)}.mp3`,
  });
  await deliver({ ...earshot, request: page.request }, event);
  await page.goto(`/recordings/${event.data.id}`);
  const player = page.getByRole("region", { name: "Player" });
  await expect(player.getByRole("alert")).toContainText("The audio is not there");
  await expect(player.getByRole("button", { name: "Play" })).toBeHidden();
  const asking = page.waitForRequest((request) => request.url().endsWith("/audio"));
  await player.getByRole("button", { name: "Try again" }).click();
  await asking;
  await expect(player.getByRole("alert")).toContainText("The audio is not there");
});

test("audio at a private address is never fetched, and that is said", async ({ page, earshot }) => {
  const event = makeEvent({ recording_attachment: `${earshot.url}/api/health` });
  await deliver({ ...earshot, request: page.request }, event);
  await page.goto(`/recordings/${event.data.id}`);
  const alert = page.getByRole("region", { name: "Player" }).getByRole("alert");
  await expect(alert).toContainText("The audio’s address is not allowed");
});

function playerOf(page: Page) {
  const player = page.getByRole("region", { name: "Player" });
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
