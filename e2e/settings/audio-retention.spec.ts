import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { findBarriers } from "../support/page/find-barriers";
import { section } from "../support/page/read-facts";
import { openFilter, recordingsTable } from "../support/page/recordings-list";
import { signIn } from "../support/page/sign-in";
import { makeEvent, sendEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";
import { toSilence } from "../support/server/silence";

test.describe.configure({ mode: "serial" });

let earshot: Earshot;
let client: pg.Client;
let host: Server;
let hostUrl: string;
const files = new Map<string, Buffer>();
/** Calls, the oldest audio first. */
const ids: string[] = [];

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
  client = new pg.Client(await embeddedDatabaseUrl(earshot.dataDir));
  await client.connect();
  for (let index = 0; index < 4; index += 1) await arrive(`/call-${index}.wav`, 1 + index);
  await expect.poll(() => countCalls("kept"), { timeout: 60_000 }).toBe(4);
  await client.query(
    `UPDATE sound_file SET kept_at = now() - interval '40 days' WHERE recording_id = ANY($1)`,
    [ids.slice(0, 3)],
  );
});

test.afterAll(async () => {
  await client?.end();
  await earshot?.dispose();
  host?.close();
});

async function arrive(path: string, seconds: number): Promise<string> {
  files.set(path, toSilence(seconds));
  const event = makeEvent({ recording_attachment: `${hostUrl}${path}` });
  await sendEvent(earshot.webhookUrl, event);
  ids.push(event.data.id);
  return event.data.id;
}

async function countCalls(state: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM sound WHERE state::text = $1",
    [state],
  );
  return rows[0]?.count ?? 0;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${earshot.url}${path}`);
  if (new URL(page.url()).pathname === "/sign-in") await signIn(page, administrator);
  await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
}

const audioSection = (page: Page) => section(page, "Audio");
const quotaOf = (page: Page) => audioSection(page).getByRole("textbox", { name: "Quota (GB)" });
const daysOf = (page: Page) => audioSection(page).getByRole("textbox", { name: /^Keep audio for/ });

test("a call is protected on its page, found by that, and the list's selection does the same", async ({
  page,
}) => {
  await open(page, `/recordings/${ids[0]}`);
  const audio = audioSection(page);
  await expect(audio).toContainText("Not protected");
  await audio.getByRole("button", { name: "Protect from deletion" }).click();
  await expect(audio).toContainText("Retention never removes the audio of this call");
  await expect(audio).toContainText(/Protected\s*by /);
  expect(await findBarriers(page)).toEqual([]);

  await open(page, "/recordings?protected=true");
  const rows = recordingsTable(page).getByRole("row");
  await expect(rows.filter({ hasText: "protected from deletion" })).toHaveCount(1);
  await open(page, "/recordings");
  const boxes = recordingsTable(page).getByRole("checkbox");
  await boxes.nth(0).check({ force: true });
  await boxes.nth(1).check({ force: true });
  const bar = page.getByRole("region", { name: "Selected calls" });
  await bar.getByRole("button", { name: "Protect", exact: true }).click();
  await page.getByRole("button", { name: "Protect from deletion" }).click();
  await expect(bar.getByRole("status")).toHaveText("2 calls protected");
  await page.getByRole("button", { name: "Remove protection" }).click();
  await expect(bar.getByRole("status")).toHaveText("2 calls no longer protected");
});

test("all calls of a list are protected once that is confirmed, and the audit log says by whom", async ({
  page,
}) => {
  await open(page, "/recordings");
  const before = await countProtected(page);
  await open(page, "/recordings");
  const more = await openFilter(page, "More");
  const protect = more.getByRole("button", { name: "Protect calls…" });
  await protect.click();
  await expect(more.getByText(/^\d+ calls here, \w+ protected\./)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await more.getByRole("button", { name: "Cancel" }).click();
  await protect.click();
  await more.getByRole("button", { name: /^Protect \d+ calls$/ }).click();
  await expect(more.getByText(`${ids.length - before} calls protected`)).toBeVisible();
  expect(await countProtected(page)).toBe(ids.length);
  await open(page, "/audit?activity=protection");
  const log = page.getByRole("table", { name: "Audit log" });
  await expect(log.getByRole("row").nth(1)).toContainText("Protected audio from deletion");
  await expect(log.getByRole("row").nth(1)).toContainText(`${ids.length - before} calls`);
  expect(await findBarriers(page)).toEqual([]);

  await open(page, "/recordings");
  await openFilter(page, "More");
  await protect.click();
  await more.getByRole("button", { name: `Remove protection from ${ids.length} calls` }).click();
  await expect(more.getByText(`${ids.length} calls no longer protected`)).toBeVisible();
  await open(page, `/recordings/${ids[0]}`);
  await audioSection(page).getByRole("button", { name: "Protect from deletion" }).click();
  await expect(audioSection(page)).toContainText(/Protected\s*by /);
});

async function countProtected(page: Page): Promise<number> {
  await open(page, "/recordings?protected=true");
  return recordingsTable(page).locator("tr[data-id]").count();
}

test("what can't be a limit is refused beside its field, and what was typed stays", async ({
  page,
}) => {
  await open(page, "/settings/retention");
  const save = audioSection(page).getByRole("button", { name: "Save", exact: true });
  for (const wrong of ["many", "-1", "0", "1e9", "999999999999", "٣", "<b>", " "]) {
    await quotaOf(page).fill(wrong);
    await save.click();
    if (wrong.trim() === "") {
      await expect(audioSection(page).getByRole("status")).toHaveText("Saved.");
      continue;
    }
    await expect(quotaOf(page)).toHaveAccessibleDescription(/Enter a number of GB/);
    await expect(quotaOf(page)).toHaveValue(wrong);
    await expect(quotaOf(page)).toBeFocused();
  }
  for (const wrong of ["0", "-30", "3.5", "3651", "x".repeat(2_000)]) {
    await daysOf(page).fill(wrong);
    await save.click();
    await expect(daysOf(page)).toHaveAccessibleDescription(/Enter a whole number of days/);
    await expect(daysOf(page)).toHaveValue(wrong);
  }
});

test("what a limit removes is told while it is typed, asked once more, and then is what goes", async ({
  page,
}) => {
  await open(page, "/settings/retention");
  const audio = audioSection(page);
  await expect(audio).toContainText("4 files");
  await daysOf(page).fill("30");
  const said = audio.getByRole("status");
  await expect(said).toContainText(
    /^Removes the audio of 2 calls \(less than 0\.1 MB\), the oldest from \d+ \w+ \d{4}; /,
  );
  await expect(said).toContainText("1 protected call keeps its own.");
  await daysOf(page).fill("60");
  await expect(said).toContainText("Removes nothing now.");
  await daysOf(page).fill("30");
  await audio.getByRole("button", { name: "Save", exact: true }).click();
  const alert = audio.getByRole("alert");
  await expect(alert).toContainText("Removes the audio of 2 calls");
  expect(await countCalls("kept")).toBe(4);
  expect(await findBarriers(page)).toEqual([]);
  await alert.getByRole("button", { name: "Save and remove the audio of 2 calls" }).click();
  await expect(said).toHaveText("Saved.");
  await expect.poll(() => countCalls("removed"), { timeout: 60_000 }).toBe(2);
  await page.reload();
  await expect(audio).toContainText("2 files");
  await expect(audio).toContainText(/Limits last changed.* by /);

  await open(page, `/recordings/${ids[1]}`);
  await expect(audio).toContainText("Removed");
  await expect(audio).toContainText("Retention removed it after 30 days");
  await audio.getByRole("button", { name: "Fetch again" }).click();
  await expect.poll(() => countCalls("removed"), { timeout: 60_000 }).toBe(1);
  await page.reload();
  await expect(audio).toContainText("Kept");
  await open(page, "/recordings?audio=removed");
  await expect(recordingsTable(page).getByRole("checkbox")).toHaveCount(1);
});

test("a quota that is reached stops fetching, and every place says so, until there is room", async ({
  page,
}) => {
  await client.query("UPDATE sound_usage SET bytes = 2000000");
  await open(page, "/settings/retention");
  await daysOf(page).fill("");
  await quotaOf(page).fill("0.001");
  const audio = audioSection(page);
  await expect(audio.getByRole("status")).toContainText("1 MB over the quota");
  await audio.getByRole("button", { name: "Save", exact: true }).click();
  await audio.getByRole("alert").getByRole("button", { name: "Save anyway" }).click();
  await expect(audio).toContainText("Quota reached");
  const id = await arrive("/late.wav", 9);
  await expect.poll(() => countCalls("waiting"), { timeout: 60_000 }).toBe(1);
  await open(page, `/recordings/${id}`);
  await expect(audio).toContainText("The audio quota is reached.");
  await open(page, "/recordings?audio=waiting");
  await expect(
    recordingsTable(page).getByRole("row", { name: /the quota is reached/ }),
  ).toHaveCount(1);
  await open(page, "/settings/retention");
  await expect(audio).toContainText("1 call");
  await quotaOf(page).fill("");
  await audio.getByRole("button", { name: "Save", exact: true }).click();
  await expect(audio.getByRole("status")).toHaveText("Saved.");
  await expect.poll(() => countCalls("waiting"), { timeout: 60_000 }).toBe(0);
});
