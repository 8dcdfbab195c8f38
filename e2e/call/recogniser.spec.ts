import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { section } from "../support/page/read-facts";
import { recordingsTable } from "../support/page/recordings-list";
import { makeEvent, sendEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { speak, startPocketsphinx } from "../support/server/pocketsphinx-server";

test.describe.configure({ timeout: 240_000 });

const key = "a-key-for-pocketsphinx";
let earshot: Earshot;
let host: Server;
let recogniser: Awaited<ReturnType<typeof startPocketsphinx>>;

test.afterAll(async () => {
  await earshot?.dispose();
  await recogniser?.close();
  host?.close();
});

test("a call is transcribed when it arrives, by a real recogniser, and found by what was said", async ({
  browser,
}) => {
  const words = "Please send the invoice to my office on Monday morning. Thank you for your help.";
  const speech = await readFile(await speak(words));
  host = createServer((_, response) => {
    response.writeHead(200, { "Content-Length": speech.length }).end(speech);
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  recogniser = await startPocketsphinx(key);
  earshot = await startEarshot({
    env: {
      AUDIO_STORE: "disk",
      AUDIO_HOSTS: new URL(hostUrl).host,
      TRANSCRIBER_URL: recogniser.url,
      TRANSCRIBER_KEY: key,
      TRANSCRIBE: "arrival",
      TRANSCRIBER_MODEL: "pocketsphinx",
    },
  });
  const event = makeEvent({ recording_attachment: `${hostUrl}/speech.wav` });
  await sendEvent(earshot.webhookUrl, event);

  const context = await browser.newContext({ baseURL: earshot.url });
  const page = await context.newPage();
  await page.request.post("/api/auth/sign-in/email", { data: administrator });
  const address = `/recordings/${event.data.id}`;
  await expect.poll(async () => (await page.request.get(address)).status()).toBe(200);
  await page.goto(address);
  const transcript = section(page, "Transcript");
  await expect(transcript.getByRole("listitem").first()).toBeVisible({ timeout: 90_000 });
  await expect(transcript).toContainText(/invoice to my office on monday/);
  await expect(transcript).toContainText("Transcribed by pocketsphinx");

  await page.goto("/recordings?q=monday");
  const found = recordingsTable(page).getByRole("link", { name: /monday/ });
  await found.first().click();
  await expect(page).toHaveURL(/\/recordings\/rec_[^?]+\?t=0(\.\d+)?$|\/recordings\/[^?]+\?t=\d/);
  await transcript.getByText("monday", { exact: false }).first().click();
  const audio = page.locator("audio");
  const isNear = () => audio.evaluate((one: HTMLAudioElement) => one.currentTime);
  await expect.poll(isNear).toBeGreaterThan(2);
  await context.close();
});
