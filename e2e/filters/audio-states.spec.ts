import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { findBarriers } from "../support/page/find-barriers";
import { signIn } from "../support/page/sign-in";
import { makeEvent, sendEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { toSilence } from "../support/server/silence";

test.describe.configure({ mode: "serial" });

let earshot: Earshot;
let host: Server;
let hostUrl: string;
/** What the host serves, by path. */
const files = new Map<string, Buffer>();

test.beforeAll(async () => {
  host = createServer((request, response) => {
    const file = files.get(request.url ?? "");
    if (file) response.writeHead(200, { "Content-Length": file.length }).end(file);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  hostUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  earshot = await startEarshot({
    env: { AUDIO_HOSTS: new URL(hostUrl).host, AUDIO_STORE: "disk" },
  });
  files.set("/good.wav", toSilence(1));
  for (const name of ["one", "two"]) files.set(`/${name}.wav`, Buffer.from("<!doctype html><p>No"));
  for (const name of ["good", "one", "two"]) {
    const event = makeEvent({ recording_attachment: `${hostUrl}/${name}.wav` });
    event.data.attributes.customer.details.last_name = `With ${name} file`;
    await sendEvent(earshot.webhookUrl, event);
  }
  const none = makeEvent({ recording_attachment: "" });
  none.data.attributes.customer.details.last_name = "With no file";
  await sendEvent(earshot.webhookUrl, none);
});

test.afterAll(async () => {
  await earshot?.dispose();
  host?.close();
});

const row = (page: Page, name: string) =>
  page.getByRole("table", { name: "Recordings" }).getByRole("row").filter({ hasText: name });

test("each row says whether its call can be heard, as soon as that is known", async ({ page }) => {
  await open(page, "/recordings");
  await expect(row(page, "With good file")).toContainText("Audio is kept", { timeout: 60_000 });
  for (const name of ["one", "two"]) {
    await expect(row(page, `With ${name} file`)).toContainText("Audio is another kind of file", {
      timeout: 60_000,
    });
  }
  await expect(row(page, "With no file")).toBeVisible();
  await expect(row(page, "With no file")).not.toContainText("Audio is");
  expect(await findBarriers(page)).toEqual([]);
});

test("the list is filtered by the state of audio, and says how many calls have each", async ({
  page,
}) => {
  await open(page, "/recordings");
  await page.getByRole("button", { name: "Audio", exact: true }).click();
  const kept = page.getByRole("checkbox", { name: "Kept", exact: true });
  await expect(kept).toHaveAccessibleDescription("1");
  const other = page.getByRole("checkbox", { name: "Another kind of file" });
  await expect(other).toHaveAccessibleDescription("2");
  expect(await findBarriers(page)).toEqual([]);
  await other.check();
  await expect(page).toHaveURL(/\?audio=not_audio$/);
  await expect(row(page, "With good file")).toHaveCount(0);
  await expect(row(page, "With one file")).toBeVisible();
  await expect(row(page, "With two file")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Audio is another kind of file").first()).toBeVisible();

  await page.goto(`${earshot.url}/recordings?audio=!not_audio`);
  await expect(row(page, "With good file")).toBeVisible();
  await expect(row(page, "With no file")).toBeVisible();
  await expect(row(page, "With one file")).toHaveCount(0);
  const csv = await page.request.get(
    `${earshot.url}/api/recordings/export?format=csv&audio=kept&columns=id,status`,
  );
  expect((await csv.text()).trim().split("\n")).toHaveLength(2);
});

test("each audio issue says how it is judged, and how many calls have it", async ({ page }) => {
  await expect(async () => {
    await open(page, "/recordings");
    await page.getByRole("button", { name: "Audio issue" }).click();
    await expect(
      page.getByRole("checkbox", { name: "Silent", exact: true }),
    ).toHaveAccessibleDescription("Nothing louder than line noise (−36 dBFS) 1", {
      timeout: 2_000,
    });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole("checkbox", { name: "Duplicate audio" })).toHaveAccessibleDescription(
    "The same file, byte for byte, as another call 0",
  );
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("checkbox", { name: "Silent", exact: true }).check();
  await expect(page).toHaveURL(/\?check=silent$/);
  await expect(row(page, "With one file")).toHaveCount(0);
  await expect(row(page, "With good file")).toBeVisible();
});

test("all that a filter finds is fetched again, and the rows show it when it is there", async ({
  page,
}) => {
  await open(page, "/recordings?audio=not_audio");
  await expect(row(page, "With one file")).toBeVisible();
  for (const name of ["one", "two"]) files.set(`/${name}.wav`, toSilence(1));
  await page
    .getByRole("button", { name: /^Audio/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Fetch again…" }).click();
  await expect(page.getByText("Fetch the audio of 2 calls again?")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Fetch again", exact: true }).click();
  await expect(page.getByText("Fetching the audio of 2 calls again")).toBeVisible();
  await page.keyboard.press("Escape");
  for (const name of ["one", "two"]) {
    await expect(row(page, `With ${name} file`)).toContainText("Audio is kept", {
      timeout: 60_000,
    });
  }
  await page.goto(`${earshot.url}/recordings?audio=not_audio`);
  await expect(row(page, "With one file")).toHaveCount(0);
});

/** Signs in where nobody is. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${earshot.url}${path}`);
  await signIn(page, administrator);
  await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
}
