import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { makeEvent, sendEvent } from "../support/requests/recording-event";
import { type Earshot, openSignedIn, startEarshot } from "../support/server/earshot";
import type { StorageState } from "../support/server/static-dataset";
import { makeWav } from "./made-audio";

/** What can be heard of each call, in the order of the list; the third one has no file. */
const files: Record<string, Buffer | null> = {
  // Left speaks in the first half, right in the second.
  Ada: makeWav(40, [[[0, 20]], [[20, 40]]]),
  Ben: makeWav(12, [
    [
      [0, 3],
      [9, 12],
    ],
  ]),
  Cleo: null,
  // As one writes it from right to left.
  دانا: makeWav(6, [[[0, 6]]]),
  Eve: makeWav(20, [[[0, 20]]]),
};

type HeardCall = { id: string; name: string };

type Listening = { earshot: Earshot; calls: HeardCall[]; storageState: StorageState };

/** An Earshot of its own that keeps the audio of five calls. */
export const test = base.extend<object, { listening: Listening }>({
  listening: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
    async ({}, use) => {
      const { stop, ...listening } = await startListening(files, "heard");
      // A list that one scrolls.
      for (let n = 0; n < 60; n++) {
        const created_at = new Date(Date.UTC(2026, 5, 1, 12, n)).toISOString();
        const event = makeEvent({ created_at, recording_attachment: "" });
        await sendEvent(listening.earshot.webhookUrl, event);
      }
      await use(listening);
      await stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: ({ listening }, use) => use(listening.earshot.url),
  storageState: ({ listening }, use) => use(listening.storageState),
});

/**
 * An Earshot that keeps what can be heard of these calls of one campaign: WAV, or a file of another kind;
 * null: a dead address.
 */
export async function startListening(
  given: Record<string, Buffer | null>,
  campaign: string,
): Promise<Listening & { stop: () => Promise<void> }> {
  const host = createServer(({ url = "" }, response) => {
    const file = given[decodeURIComponent(url.slice(1, -".wav".length))];
    if (file) response.writeHead(200, { "Content-Length": file.length }).end(file);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const earshot = await startEarshot({
    env: { AUDIO_HOSTS: new URL(origin).host, AUDIO_STORE: "disk" },
  });
  const calls: HeardCall[] = [];
  for (const [index, name] of Object.keys(given).entries()) {
    const event = makeEvent({
      campaign,
      created_at: new Date(Date.UTC(2026, 5, 10, 12, 60 - index)).toISOString(),
      recording_attachment: `${origin}/${encodeURIComponent(name)}.wav`,
    });
    Object.assign(event.data.attributes.customer.details, { first_name: name, last_name: "" });
    await sendEvent(earshot.webhookUrl, event);
    calls.push({ id: event.data.id, name });
  }
  const heard = calls.filter(({ name }) => given[name]?.toString("latin1", 0, 4) === "RIFF");
  const stop = async () => {
    await earshot.dispose();
    host.close();
  };
  return { earshot, calls, storageState: await untilKept(earshot, heard), stop };
}

/** Signs in, and waits until whatever can be kept is, and its waveform is known. */
async function untilKept({ url }: Earshot, calls: HeardCall[]): Promise<StorageState> {
  const context = await openSignedIn(url);
  const hasPeaks = async (id: string) => {
    const answer = await context.get(`/api/recordings/${id}/audio/peaks`);
    return answer.ok() && (await answer.json()) !== null;
  };
  for (const { id } of calls) {
    await expect.poll(() => hasPeaks(id), { timeout: 120_000, intervals: [500] }).toBe(true);
  }
  const state = await context.storageState();
  await context.dispose();
  return state;
}

/** The player at the bottom of the window. */
export function bottomPlayer(page: Page): Locator {
  return page.getByRole("region", { name: "Player" });
}

/** Where the one element that plays stands, and whether it plays. */
export function readAudio(page: Page): Promise<{ seconds: number; plays: boolean; count: number }> {
  return page.evaluate(() => {
    const all = document.querySelectorAll("audio");
    const [audio] = all;
    return {
      seconds: audio?.currentTime ?? 0,
      plays: audio ? !audio.paused && !audio.ended : false,
      count: all.length,
    };
  });
}

export const secondsOf = async (page: Page) => (await readAudio(page)).seconds;

export async function untilSound(page: Page): Promise<void> {
  const before = await secondsOf(page);
  await expect
    .poll(async () => {
      const { seconds, plays } = await readAudio(page);
      return plays && seconds !== before;
    })
    .toBe(true);
}

export function rowOf(page: Page, { id }: HeardCall): Locator {
  return page.locator(`tr[data-id="${id}"]`);
}

export function playIn(page: Page, call: HeardCall): Locator {
  return rowOf(page, call).getByRole("button", { name: `Play ${call.name}` });
}
