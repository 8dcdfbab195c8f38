import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { findBarriers } from "../support/page/find-barriers";
import { openList } from "../support/page/recordings-list";
import { signIn } from "../support/page/sign-in";
import { deliver, makeEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { toSilence } from "../support/server/silence";

test.describe.configure({ mode: "serial" });

const seconds = 30;
let earshot: Earshot;
let host: Server;
let context: BrowserContext;
let page: Page;
/** The newest last. */
const ids: string[] = [];

test.beforeAll(async ({ browser }) => {
  const wav = toSilence(seconds);
  host = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "audio/wav", "Content-Length": wav.length }).end(wav);
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const { port } = host.address() as AddressInfo;
  earshot = await startEarshot({
    env: { AUDIO_HOSTS: `127.0.0.1:${port}`, AUDIO_STORE: "disk" },
  });
  context = await signInAnew(() => browser.newContext());
  page = await context.newPage();
  for (let at = 0; at < 4; at += 1) {
    const event = makeEvent({ recording_attachment: `http://127.0.0.1:${port}/${at}.wav` });
    await deliver({ webhookUrl: earshot.webhookUrl, request: requestOf(context) }, event);
    ids.push(event.data.id);
  }
  for (const id of ids) {
    const isMeasured = async () => (await readHeard(id)).durationSeconds === seconds;
    await expect.poll(isMeasured, { timeout: 60_000 }).toBe(true);
  }
});

test.afterAll(async () => {
  await context?.close();
  await earshot?.dispose();
  host?.close();
});

test("what is played is drawn on the waveform, and the call says who heard it", async () => {
  const [id = ""] = ids;
  await page.goto(`${earshot.url}/recordings/${id}`);
  const heardBy = page.getByRole("region", { name: "Heard by" });
  await expect(heardBy).toContainText("Nobody has listened to this call yet");
  await play(page, { forSeconds: 4 });
  await expect(heardBy).toContainText("(you)");
  await expect(heardBy).toContainText(/0:0[4-7] of 0:30, \d\d%/);
  await expect(page.locator("[data-wave-range=mine]").first()).toBeAttached();
  const { mine, people } = await readHeard(id);
  expect(mine).toHaveLength(1);
  expect(mine[0]?.[0]).toBe(0);
  expect(people).toMatchObject([{ listens: 1 }]);
  expect(await findBarriers(page)).toEqual([]);
});

test("two devices add up, and what they share counts once", async ({ browser }) => {
  const [id = ""] = ids;
  const other = await signInAnew(() => browser.newContext());
  const phone = await other.newPage();
  await phone.goto(`${earshot.url}/recordings/${id}`);
  await expect(phone.locator("[data-wave-range=mine]").first()).toBeAttached();
  await play(phone, { fromSeconds: 20, forSeconds: 4 });
  await expect(phone.getByRole("region", { name: "Heard by" })).toContainText("2 listens");
  const heardBy = page.getByRole("region", { name: "Heard by" });
  await expect(heardBy).toContainText("2 listens");
  // Which seconds these were is drawn, and written.
  await expect(heardBy.locator("[data-played]")).toHaveCount(2);
  await expect(heardBy).toContainText(/0:00–0:0\d, 0:20–0:2\d/);
  const { mine } = await readHeard(id);
  expect(mine).toHaveLength(2);
  expect(mine[1]?.[0]).toBe(20);
  await other.close();
});

test("a page that is closed while it plays has told what it played", async () => {
  const id = ids[1] ?? "";
  const closing = await context.newPage();
  // Only a beacon gets through.
  await closing.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) =>
      init?.method === "POST" ? Promise.reject(new TypeError("blocked")) : fetch(input, init);
  });
  // Asked for by the player, which listens from then on.
  const peaks = closing.waitForResponse(/\/audio\/peaks/);
  await closing.goto(`${earshot.url}/recordings/${id}`);
  await peaks;
  await closing
    .getByRole("region", { name: "Listen" })
    .getByRole("button", { name: "Play", exact: true })
    .click();
  await expect.poll(() => positionOf(closing)).toBeGreaterThan(3.6);
  expect((await readHeard(id)).mine).toEqual([]);
  await closing.close({ runBeforeUnload: true });
  await expect.poll(async () => lengthOf((await readHeard(id)).mine)).toBeGreaterThanOrEqual(3);
});

test("what was played offline is told by the next page, once", async () => {
  const id = ids[2] ?? "";
  const offline = await context.newPage();
  await offline.goto(`${earshot.url}/recordings/${id}`);
  await play(offline, { forSeconds: 1 });
  await expect.poll(async () => lengthOf((await readHeard(id)).mine)).toBeGreaterThanOrEqual(1);
  await context.setOffline(true);
  await play(offline, { fromSeconds: 10, forSeconds: 4 });
  const kept = () =>
    offline.evaluate(
      () => Object.keys(localStorage).filter((key) => key.startsWith("earshot-heard:")).length,
    );
  await expect.poll(kept).toBe(1);
  await context.setOffline(false);
  expect(lengthOf((await readHeard(id)).mine)).toBeLessThan(4);
  await offline.goto(`${earshot.url}/recordings`);
  await expect.poll(async () => lengthOf((await readHeard(id)).mine)).toBeGreaterThanOrEqual(4);
  await expect.poll(kept).toBe(0);
  expect((await readHeard(id)).people).toMatchObject([{ listens: 1 }]);
  await offline.close();
});

test("calls are found by who has heard them, and shown with it", async () => {
  const [heard, ...unheard] = [...ids.slice(0, 3), ...ids.slice(3)];
  await page.goto(`${earshot.url}/recordings?show=created_at,customer,heard`);
  const list = page.getByRole("table", { name: "Recordings" });
  const rows = list.locator("tbody tr");
  await expect(rows).toHaveCount(ids.length);
  await expect(list.locator(`tr[data-id="${heard}"]`)).toContainText(/You, \d+%/);
  await expect(list.locator(`tr[data-id="${unheard.at(-1)}"]`)).toContainText("Nobody");

  await page.getByRole("button", { name: "Heard" }).click();
  const menu = page.getByRole("dialog", { name: "Heard" });
  await expect(menu.getByRole("listitem").filter({ hasText: "Not heard by me" })).toHaveText(/1$/);
  await expect(menu.getByRole("listitem").filter({ hasText: /^Heard by me/ })).toHaveText(/3$/);
  expect(await findBarriers(page)).toEqual([]);
  await menu.getByRole("link", { name: "Not heard by me" }).click();
  await page.waitForURL((url) => url.searchParams.get("heard") === "!me");
  await expect(rows).toHaveCount(1);
  const chips = page.getByRole("list", { name: "Active filters" });
  await expect(chips).toContainText("not by me");
});

test("one key plays the next call that isn't heard, and says when there is none", async () => {
  await openList(page, `${earshot.url}/recordings`);
  await page.keyboard.press("u");
  const player = page.getByRole("region", { name: "Player" });
  await expect(player.getByRole("button", { name: "Pause", exact: true })).toBeVisible();
  const heardIt = async () => lengthOf((await readHeard(ids[3])).mine);
  await expect.poll(heardIt).toBeGreaterThanOrEqual(3);
  await page.keyboard.press("u");
  await expect(
    page.getByRole("status").filter({ hasText: "No unheard calls in this list" }),
  ).toBeVisible();
  await player.getByRole("button", { name: "Pause", exact: true }).click();
});

test("whoever listened is in the audit log, and can be looked for", async () => {
  await page.goto(`${earshot.url}/audit`);
  const log = page.getByRole("table", { name: "Audit log" });
  await expect(log.getByRole("row")).toHaveCount(6);
  await log
    .getByRole("link", { name: administrator.email.split("@")[0] ?? "" })
    .first()
    .click();
  await expect(page.getByRole("list", { name: "Active filters" })).toContainText("Person");
  expect(await findBarriers(page)).toEqual([]);
});

test("what was played after the sign-in expired is told once one is signed in again", async ({
  browser,
}) => {
  const id = ids[2] ?? "";
  const expired = await signInAnew(() => browser.newContext());
  const listening = await expired.newPage();
  await listening.goto(`${earshot.url}/recordings/${id}`);
  await play(listening, { forSeconds: 1 });
  await expired.clearCookies();
  await play(listening, { fromSeconds: 25, forSeconds: 3 });
  await listening.goto(`${earshot.url}/recordings`);
  expect((await readHeard(id)).mine.at(-1)?.[0]).not.toBe(25);
  await signIn(listening, administrator);
  await expect.poll(async () => (await readHeard(id)).mine.at(-1)?.[0]).toBe(25);
  await expired.close();
});

test("nobody else can write, nor anything but what was played", async () => {
  const event = makeEvent({ recording_attachment: "" });
  const { id } = event.data;
  await deliver({ webhookUrl: earshot.webhookUrl, request: requestOf(context) }, event);
  const { userId } = await readHeard(id);
  const listen = { id: randomUUID(), startedAgoMs: 5_000, lastAgoMs: 0, ranges: [[0, 5]] };
  const report = { userId, durationSeconds: null, listens: [listen] };
  const send = async (data: unknown, { path = id, origin = earshot.url } = {}) => {
    const response = await requestOf(context).post(`/api/recordings/${path}/heard`, {
      data: typeof data === "string" ? data : JSON.stringify(data),
      headers: { Origin: origin, "Content-Type": "text/plain" },
    });
    return response.status();
  };
  expect(await send(report, { origin: "https://elsewhere.example" })).toBe(403);
  expect(await send({ ...report, userId: "somebody" })).toBe(409);
  expect(await send(report, { path: "none" })).toBe(404);
  for (const ranges of [[], [[5, 5]], [[9, 2]], [[0, 1e9]], [[-1, 2]], [[0.5, 2]], [["0", 2]]]) {
    expect(await send({ ...report, listens: [{ ...listen, ranges }] })).toBe(400);
  }
  expect(await send("{")).toBe(400);
  expect(await send("x".repeat(70_000))).toBe(413);
  expect((await readHeard(id)).people).toEqual([]);
  expect(await send({ ...report, listens: [{ ...listen, ranges: [[25, 999]] }] })).toBe(204);
  expect((await readHeard(id)).mine).toEqual([[25, 999]]);
  expect(
    await send({ ...report, listens: [{ ...listen, ranges: [[0, 999]] }] }, { path: ids[3] ?? "" }),
  ).toBe(204);
  expect((await readHeard(ids[3])).mine).toEqual([[0, seconds]]);
});

type Heard = {
  userId: string;
  durationSeconds: number | null;
  mine: [number, number][];
  people: { listens: number }[];
};

async function readHeard(id: string | undefined): Promise<Heard> {
  return (await requestOf(context).get(`/api/recordings/${id}/heard`)).json();
}

/** Of what is signed in here, at the server's address. */
function requestOf({ request }: BrowserContext) {
  return {
    get: (path: string) => request.get(`${earshot.url}${path}`),
    post: (path: string, options: Parameters<typeof request.post>[1]) =>
      request.post(`${earshot.url}${path}`, options),
  };
}

async function signInAnew(open: () => Promise<BrowserContext>): Promise<BrowserContext> {
  const opened = await open();
  const first = await opened.newPage();
  await first.goto(`${earshot.url}/recordings`);
  await signIn(first, administrator);
  await first.waitForURL(/\/recordings/);
  await first.close();
  return opened;
}

type Played = { fromSeconds?: number; forSeconds: number };

/** Plays so long, and pauses. */
async function play(on: Page, { fromSeconds, forSeconds }: Played): Promise<void> {
  const player = on.getByRole("region", { name: "Listen" });
  // Its scripts have come when it knows the length.
  await expect(player).toContainText("/ 0:30");
  if (fromSeconds !== undefined) {
    await player.getByRole("slider", { name: "Seek" }).fill(String(fromSeconds));
  }
  await player.getByRole("button", { name: "Play", exact: true }).click();
  const end = (fromSeconds ?? 0) + forSeconds;
  await expect.poll(() => positionOf(on), { intervals: [100] }).toBeGreaterThan(end);
  await player.getByRole("button", { name: "Pause", exact: true }).click();
}

function positionOf(on: Page): Promise<number> {
  return on.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
}

function lengthOf(ranges: [number, number][]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}
