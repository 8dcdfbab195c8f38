import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, type Page, test } from "@playwright/test";
import { type RunningSandbox, runSandbox } from "@/bin/command/project";
import { findFreePort } from "@/lib/platform/process/processes";
import { findBarriers } from "../support/page/find-barriers";
import { section } from "../support/page/read-facts";
import { openFilter, openList, readIds, recordingsTable } from "../support/page/recordings-list";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";

test.describe.configure({ mode: "serial" });

const key = `sk-canary-${randomBytes(8).toString("hex")}`;
let earshot: Earshot;
let sandbox: RunningSandbox;
let page: Page;
let id: string;
/** Everything that reached the browser. */
const received: string[] = [];

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  const port = await findFreePort();
  const apiKey = randomBytes(12).toString("hex");
  earshot = await startEarshot({
    env: {
      CALLING_SERVICE_URL: `http://127.0.0.1:${port}`,
      CALLING_SERVICE_API_KEY: apiKey,
      AUDIO_STORE: "disk",
      LOG_LEVEL: "debug",
      TRANSCRIBER_PRICE: "0.006",
      TRANSCRIBER_URL: `http://127.0.0.1:${port}/v1/`,
      TRANSCRIBER_KEY: key,
    },
  });
  sandbox = await runSandbox([
    "--port",
    String(port),
    "--api-key",
    apiKey,
    "--transcriber-key",
    key,
    "--seed",
    "5",
    "--webhook",
    earshot.webhookUrl,
    "--calls",
    "12",
    "--rate",
    "max",
  ]);
  const context = await browser.newContext({ baseURL: earshot.url });
  page = await context.newPage();
  page.on("response", (response) => {
    response.text().then(
      (text) => received.push(text),
      () => undefined,
    );
  });
  await page.request.post("/api/auth/sign-in/email", { data: administrator });
  const list = "/recordings?audio=kept&status=completed&minutes=1..";
  await expect
    .poll(
      async () => {
        await page.goto(list);
        return page.locator("tr[data-id]").count();
      },
      { timeout: 90_000, intervals: [1_000] },
    )
    .toBeGreaterThan(2);
  [id = ""] = await readIds(page);
});
test.afterAll(async () => {
  await page?.context().close();
  await sandbox?.stop();
  await earshot?.dispose();
});

const transcript = () => section(page, "Transcript");
const lines = () =>
  transcript().getByRole("list", { name: "Transcript", exact: true }).getByRole("listitem");
const time = () => page.locator("audio").evaluate((one: HTMLAudioElement) => one.currentTime);

async function upload(name: string, content: string | Buffer): Promise<void> {
  const files = { name, mimeType: "text/plain", buffer: Buffer.from(content) };
  await transcript().locator("input[type=file]").setInputFiles(files);
}

const vtt = `WEBVTT
Language: en

00:00.500 --> 00:02.000
<v Agent>Good <00:01.000>morning

00:03.000 --> 00:05.000
<v Customer>A <00:03.500>pomegranate, <00:04.000>please

00:06.000 --> 00:58.000
<v Agent>Of course
`;

test("what can't be read says why, beside the button, and what was there stays", async () => {
  await openCall();
  await expect(transcript()).toContainText(
    /has a transcript, but doesn’t send it|No transcript yet/,
  );
  // What shows it comes by itself, and hears nothing before.
  await expect(async () => {
    await upload("broken.vtt", "WEBVTT\n\n00:01.000 --> soon\nHi\n");
    const alert = transcript().getByRole("alert");
    await expect(alert).toHaveText("Line 3: “soon” isn’t a valid time.", { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await upload("picture.txt", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]));
  await expect(transcript().getByRole("alert")).toContainText("isn’t a text file");
  await upload("large.txt", Buffer.alloc(2 * 1024 * 1024 + 1, "a"));
  await expect(transcript().getByRole("alert")).toHaveText("The file is larger than 2 MB.");
  await upload("call.vtt", vtt);
  await expect(lines()).toHaveCount(3);
  await expect(transcript().getByRole("alert")).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
});

async function openCall(): Promise<void> {
  const scripts = page.waitForRequest(/\/api\/recordings\/events/);
  await page.goto(`/recordings/${id}`);
  await scripts;
  await expect(transcript()).toBeVisible();
}

test("a word plays from where it is said, the text follows, and keys do the same", async () => {
  await transcript().getByText("please", { exact: true }).click();
  await expect.poll(time).toBeGreaterThanOrEqual(4);
  expect(await time()).toBeLessThan(6);
  await expect(lines().nth(1)).toHaveAttribute("aria-current", "true");
  await expect(lines().nth(2)).toHaveAttribute("aria-current", "true");

  await transcript().getByRole("button", { name: "Play from 0:06" }).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(transcript().getByRole("button", { name: "Play from 0:00" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await time()) < 3).toBe(true);
  // Who scrolls is left where they are, until they ask to follow again.
  await transcript().getByRole("list", { name: "Transcript", exact: true }).dispatchEvent("wheel");
  await transcript().getByRole("button", { name: "Follow" }).click();
  await expect(transcript().getByRole("button", { name: "Follow" })).toHaveCount(0);
});

test("the search finds what was said, and leads to its moment", async () => {
  await openList(page, "/recordings?q=pomegranate");
  expect(await readIds(page)).toContain(id);
  const jump = recordingsTable(page)
    .getByRole("link", { name: /pomegranate/ })
    .first();
  await expect(jump).toHaveAttribute("href", `/recordings/${id}?t=3`);
  await jump.click();
  await expect(page).toHaveURL(new RegExp(`${id}\\?t=3`));
  const rows = await page.request.get("/api/recordings/export?format=jsonl&q=pomegranate");
  const [line] = (await rows.text())
    .trim()
    .split("\n")
    .map((one) => JSON.parse(one));
  expect(line.transcript).toEqual({
    language: "en",
    text: "Agent: Good morning\nCustomer: A pomegranate, please\nAgent: Of course",
  });
  const counts = await page.request.get("/api/recordings/counts?q=pomegranate");
  expect(JSON.stringify(await counts.json())).toContain('"total":1');
});

test("it is downloaded, replaced, deleted, and shown again", async () => {
  await openCall();
  const coming = page.waitForEvent("download");
  await transcript().getByRole("link", { name: "Download WebVTT" }).click();
  const saved = await readFile(await (await coming).path(), "utf8");
  expect(saved).toContain("<v Customer>A <00:00:03.500>pomegranate, <00:00:04.000>please");

  await upload("notes.txt", "Agent: only text");
  await expect(lines()).toHaveCount(1);
  await expect(transcript()).toContainText("has no times");
  await transcript().getByRole("button", { name: "Delete transcript" }).click();
  await expect(lines()).toHaveCount(0);
  await transcript().getByText("Earlier transcripts").click();
  await transcript().getByRole("button", { name: "Restore call.vtt" }).click();
  await expect(lines()).toHaveCount(3);
  await openList(page, "/recordings?text=kept");
  expect(await readIds(page)).toEqual([id]);
});

test("a list is transcribed once its cost is confirmed, though the worker is killed", async () => {
  await openList(page, "/recordings?audio=kept&status=completed&text=~");
  const wanted = await readIds(page);
  const dialog = await openFilter(page, "More");
  await dialog.getByRole("button", { name: "Transcribe calls…" }).click();
  await expect(dialog).toContainText(/About \d+ min of audio, 0\.\d+ at the price/);
  process.kill(await earshot.workerPid(), "SIGKILL");
  await dialog.getByRole("button", { name: `Transcribe ${wanted.length} calls` }).click();
  await expect(dialog).toContainText(`${wanted.length} calls queued.`);
  await sleep(500);
  const kill = async () => process.kill(await earshot.workerPid(), "SIGKILL");
  await kill().catch(() => undefined);
  const isOver = async () => {
    await page.goto("/recordings?text=kept");
    return page.locator("tr[data-id]").count();
  };
  const options = { timeout: 100_000, intervals: [1_000] };
  await expect.poll(isOver, options).toBe(wanted.length + 1);

  [id = ""] = wanted;
  await openCall();
  await expect(transcript()).toContainText("Transcribed by whisper-1, requested by");
  await expect(transcript().getByRole("listitem").first()).toContainText(/Customer:|Agent:/);
});

test("the key reaches neither a browser nor a log", async () => {
  expect(received.length).toBeGreaterThan(20);
  expect(received.filter((text) => text.includes(key))).toEqual([]);
  expect(earshot.output()).toContain("transcri");
  expect(earshot.output()).not.toContain(key);
});
