import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { signIn } from "../support/page/sign-in";
import { beginReading } from "../support/requests/begin-reading";
import { makeEvent, sendEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";
import { toSilence } from "../support/server/silence";

test.describe.configure({ mode: "serial" });

/** More than the sockets on its way hold. */
const file = toSilence(3_000);
let earshot: Earshot;
let client: pg.Client;
let host: Server;
let address: string;

test.beforeAll(async () => {
  host = createServer((_, response) => {
    response.writeHead(200, { "Content-Length": file.length }).end(file);
  }).listen(0, "127.0.0.1");
  await once(host, "listening");
  const hostName = `127.0.0.1:${(host.address() as AddressInfo).port}`;
  earshot = await startEarshot({ env: { AUDIO_HOSTS: hostName, AUDIO_STORE: "disk" } });
  client = new pg.Client(await embeddedDatabaseUrl(earshot.dataDir));
  await client.connect();
  const event = makeEvent({ recording_attachment: `http://${hostName}/long.wav` });
  await sendEvent(earshot.webhookUrl, event);
  const isKept = async () => {
    const { rows } = await client.query("SELECT 1 FROM sound WHERE state = 'kept'");
    return rows.length;
  };
  await expect.poll(isKept, { timeout: 120_000 }).toBe(1);
  address = `${earshot.url}/api/recordings/${event.data.id}/audio`;
});

test.afterAll(async () => {
  await client?.end();
  await earshot?.dispose();
  host?.close();
});

async function signInAnew(page: Page): Promise<string> {
  await page.context().clearCookies();
  await page.goto(`${earshot.url}/recordings`);
  await signIn(page, administrator);
  await page.waitForURL(/\/recordings$/);
  const cookies = await page.context().cookies(earshot.url);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** What a process has read and written so far, from files and sockets alike. */
async function bytesThrough(pid: number): Promise<number> {
  const io = await readFile(`/proc/${pid}/io`, "utf8");
  const [read, written] = ["rchar", "wchar"].map((name) => {
    return Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(io)?.[1]);
  });
  return Number(read) + Number(written);
}

test("a kept file arrives whole, and none of it goes through web", async ({ page }) => {
  await signInAnew(page);
  const hash = createHash("sha256").update(file).digest("hex");
  const web = await earshot.webPid();
  const before = await bytesThrough(web);
  const answer = await page.request.get(address);
  expect((await answer.body()).equals(file)).toBe(true);
  expect(await bytesThrough(web)).toBeLessThan(before + file.length / 4);
  expect(answer.headers().etag).toBe(`"${hash}"`);
  // What web and the gateway say to each other isn't for others, nor believed of them.
  for (const wish of ["name", "bytes"]) {
    const wished = await page.request.get(address, {
      headers: { "Earshot-File": wish, Range: "bytes=5-1004" },
    });
    expect([wished.status(), (await wished.body()).equals(file.subarray(5, 1_005))]).toEqual([
      206,
      true,
    ]);
    expect(Object.keys(wished.headers()).filter((name) => /earshot/.test(name))).toEqual([]);
  }
});

const endings: Record<string, () => Promise<unknown>> = {
  "its session ends": () => client.query("DELETE FROM session"),
  "web is killed": async () => process.kill(await earshot.webPid(), "SIGKILL"),
};
for (const [when, end] of Object.entries(endings)) {
  test(`a kept file breaks off within a second when ${when}`, async ({ page }) => {
    const cookie = await signInAnew(page);
    const reading = await beginReading(address, { Cookie: cookie });
    reading.pause();
    await expect.poll(reading.size).toBeGreaterThan(0);
    await end();
    await page.waitForTimeout(1_000);
    reading.resume();
    expect(await reading.over).toBe("broken off");
    expect(reading.size()).toBeLessThan(file.length / 2);
    await signInAnew(page);
    expect((await (await page.request.get(address)).body()).length).toBe(file.length);
  });
}
