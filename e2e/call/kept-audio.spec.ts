import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { type RunningSandbox, runSandbox } from "@/bin/command/project";
import { forgetFolder } from "@/lib/platform/files/test-folders";
import { findFreePort } from "@/lib/platform/process/processes";
import { readCallSid } from "@/sandbox/calls/call-sid";
import { createRecordingLibrary } from "@/sandbox/sound/recording-library";
import { findBarriers } from "../support/page/find-barriers";
import { signIn } from "../support/page/sign-in";
import { makeEvent, sendEvent } from "../support/requests/recording-event";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";
import { runCommand } from "../support/server/run-command";
import { toSilence } from "../support/server/silence";
import { findSoundsPid, killSounds } from "../support/server/sound-process";

test.describe.configure({ mode: "serial" });

let earshot: Earshot;
let sandbox: RunningSandbox;
let client: pg.Client;
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
  const sandboxPort = await findFreePort();
  const apiKey = randomBytes(12).toString("hex");
  earshot = await startEarshot({
    env: {
      CALLING_SERVICE_URL: `http://127.0.0.1:${sandboxPort}`,
      CALLING_SERVICE_API_KEY: apiKey,
      AUDIO_HOSTS: new URL(hostUrl).host,
      AUDIO_STORE: "disk",
    },
  });
  client = new pg.Client(await embeddedDatabaseUrl(earshot.dataDir));
  await client.connect();
  sandbox = await runSandbox([
    "--port",
    String(sandboxPort),
    "--api-key",
    apiKey,
    "--webhook",
    earshot.webhookUrl,
    "--calls",
    "24",
    "--rate",
    "max",
    "--seed",
    "11",
    "--misbehave",
  ]);
});

test.afterAll(async () => {
  await sandbox?.stop();
  await client?.end();
  await earshot?.dispose();
  host?.close();
});

type Row = {
  recording_id: string;
  attachment: string;
  state: string;
  fault: string | null;
  sha256: string | null;
  duration_ms: number | null;
};

async function readSounds(): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `SELECT recording_id, sound.attachment, state, fault, encode(sha256, 'hex') AS sha256, duration_ms
     FROM sound LEFT JOIN sound_file USING (recording_id, sha256)`,
  );
  return rows;
}

/** Whatever can be kept is, and measured; all else was tried. */
async function untilTried(): Promise<Row[]> {
  const isOver = async () => {
    const { rows } = await client.query<{ calls: number; tried: number }>(
      `SELECT (SELECT count(*)::int FROM recording WHERE recording_attachment <> '') AS calls,
         (SELECT count(*)::int FROM sound LEFT JOIN sound_file USING (recording_id, sha256)
          WHERE measured_at IS NOT NULL OR fault IS NOT NULL) AS tried`,
    );
    const [{ calls, tried } = { calls: 0, tried: 0 }] = rows;
    return calls >= 20 && tried === calls;
  };
  await expect.poll(isOver, { timeout: 150_000, intervals: [500] }).toBe(true);
  return readSounds();
}

test("audio is fetched when its call arrives, to the byte, though what fetches it is killed", async () => {
  test.setTimeout(300_000);
  const isOneKept = async () => (await readSounds()).some(({ sha256 }) => sha256);
  await expect.poll(isOneKept, { timeout: 90_000 }).toBe(true);
  const pid = await killSounds(earshot, client);
  if (pid === undefined) throw new Error("nothing fetches");
  const sounds = await untilTried();
  expect(await findSoundsPid(earshot)).not.toBe(pid);

  const library = createRecordingLibrary();
  const kept = sounds.filter(({ state }) => state === "kept");
  expect(kept.length).toBeGreaterThan(10);
  for (const { attachment, sha256, duration_ms } of kept) {
    const [, callSid = "", format] = /(\w+)\.(wav|mp3)$/.exec(attachment) ?? [];
    const origin = readCallSid(callSid);
    if (!origin) throw new Error(`no call of the sandbox: ${attachment}`);
    const bytes = await library.load(origin, format === "wav" ? "wav" : "mp3");
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
    expect(duration_ms).toBeGreaterThan(900);
  }
  for (const { attachment, state } of sounds.filter(({ state }) => state !== "kept")) {
    const isElsewhere = new URL(attachment).port === "9";
    expect(state).toMatch(isElsewhere ? /^refused$/ : /^(not_ready|waiting)$/);
  }

  const names = await listFiles(earshot.dataDir);
  expect(names).toEqual([...new Set(kept.map(({ sha256 }) => sha256))].toSorted());
  expect(await runCommand("audio", "verify", { DATA_DIR: earshot.dataDir })).toMatchObject({
    code: 0,
    output: expect.stringContaining("every hash matches"),
  });
});

test("what is kept plays when the calling service is gone, and its page says how it stands", async ({
  page,
}) => {
  await sandbox.stop();
  const sounds = await readSounds();
  const longest = sounds.toSorted(
    (one, other) => (other.duration_ms ?? 0) - (one.duration_ms ?? 0),
  );
  const [call] = longest;
  await open(page, `/recordings/${call?.recording_id}`);
  const player = page.getByRole("region", { name: "Listen" });
  await player.getByRole("button", { name: "Play", exact: true }).click();
  await expect(player.getByRole("button", { name: "Pause" })).toBeVisible();
  const position = player.getByRole("slider", { name: "Seek" });
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(1);

  const audio = page.getByRole("region", { name: "Audio" });
  await expect(audio).toContainText("Kept");
  await expect(audio).toContainText(/MB, (WAV|MP3), \d:\d\d, mono/);
  await expect(audio.getByRole("button", { name: "Copy SHA-256" })).toBeVisible();
  await expect(audio).toContainText("Last verified");
  expect(await findBarriers(page)).toEqual([]);
});

test("audio that was not there is fetched when one asks for it, and the open call shows it", async ({
  page,
}) => {
  const event = makeEvent({ recording_attachment: `${hostUrl}/late.wav` });
  await sendEvent(earshot.webhookUrl, event);
  const { id } = event.data;
  const stateOf = async () =>
    (await readSounds()).find(({ recording_id }) => recording_id === id)?.state;
  await expect.poll(stateOf, { timeout: 60_000 }).toBe("not_ready");
  await client.query(
    "UPDATE sound SET state = 'gone', next_try_at = NULL WHERE recording_id = $1",
    [id],
  );
  await open(page, `/recordings?open=${id}`);
  const audio = page.getByRole("complementary", { name: "Open call" }).getByRole("region", {
    name: "Audio",
  });
  await expect(audio).toContainText("Gone");
  await expect(audio).toContainText("The calling service has no file at this address.");
  await expect(audio).toContainText("None, unless you fetch it again");
  files.set("/late.wav", toSilence(2));
  await audio.getByRole("button", { name: "Fetch again" }).click();
  await expect(audio).toContainText("Kept", { timeout: 60_000 });
  await expect(audio).toContainText("WAV, 0:02, mono");
});

test("another address keeps the former file, which can be had", async ({ page }) => {
  const event = makeEvent({ recording_attachment: `${hostUrl}/first.wav` });
  const { id } = event.data;
  const [first, second] = [toSilence(1), toSilence(3)];
  files.set("/first.wav", first);
  files.set("/second.wav", second);
  const keptFrom = async () =>
    (await readSounds()).find((one) => one.recording_id === id && one.sha256)?.attachment;
  await sendEvent(earshot.webhookUrl, event);
  await expect.poll(keptFrom, { timeout: 60_000 }).toMatch(/first/);
  event.data.attributes.recording_attachment = `${hostUrl}/second.wav`;
  await sendEvent(earshot.webhookUrl, event);
  await expect.poll(keptFrom, { timeout: 60_000 }).toMatch(/second/);

  await open(page, `/recordings/${id}`);
  const former = page.getByRole("region", { name: "Earlier files" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    former.getByRole("link", { name: /^Download/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^[\w-]+-\d{4}-\d\d-\d\d-\d{4}\.wav$/);
  const chunks = await (await download.createReadStream()).toArray();
  expect(Buffer.concat(chunks).equals(first)).toBe(true);
  const now = await page.request.get(`${earshot.url}/api/recordings/${id}/audio`);
  expect((await now.body()).equals(second)).toBe(true);
});

test("the server's own way to a kept file and that of its pages tell the same", async ({
  page,
}) => {
  await open(page, "/recordings");
  const call = (await readSounds()).find(({ sha256 }) => sha256);
  const unkept = (await readSounds()).find(({ sha256 }) => !sha256);
  // With a slash at its end it is left to Next.
  const ask = async (id: string | undefined, end: string, headers: Record<string, string>) => {
    const answer = await page.request.get(`${earshot.url}/api/recordings/${id}/audio${end}`, {
      headers,
    });
    const own = ["date", "vary", "connection", "keep-alive", "content-encoding", "server-timing"];
    const ofAnswer = Object.entries(answer.headers()).filter(([name]) => !own.includes(name));
    const text = await answer.text();
    const code = answer.ok() ? "" : JSON.parse(text).code;
    if (code) return { code, headers: ofAnswer.filter(([name]) => !lengthNames.includes(name)) };
    return { status: answer.status(), headers: ofAnswer.toSorted(), text };
  };
  for (const range of ["bytes=0-", "bytes=7-99", "bytes=999999999-", "none"]) {
    const headers = { Range: range };
    const own = await ask(call?.recording_id, "", headers);
    const byNext = await ask(call?.recording_id, "/", headers);
    expect({ ...own, headers: own.headers.toSorted() }).toEqual({
      ...byNext,
      headers: byNext.headers.toSorted(),
    });
  }
  expect(await ask(unkept?.recording_id, "", {})).toMatchObject({ code: expect.any(String) });
});

/** A problem may be sent in chunks. */
const lengthNames = ["content-length", "transfer-encoding"];

test("a backup holds what is kept, and a restore puts it back", async () => {
  const folder = await mkdtemp(join(tmpdir(), "earshot-audio-backup-"));
  const backup = join(folder, "backup");
  const dataDir = join(folder, "restored");
  try {
    expect(await runCommand("backup", backup, { DATA_DIR: earshot.dataDir })).toMatchObject({
      code: 0,
      output: expect.stringMatching(/and [1-9]\d* audio files/),
    });
    expect(await runCommand("restore", backup, { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    const names = await listFiles(earshot.dataDir);
    expect(names.length).toBeGreaterThan(10);
    expect(await listFiles(dataDir)).toEqual(names);
    for (const name of names) {
      const bytes = await readFile(join(dataDir, "audio", name.slice(0, 2), name.slice(2)));
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(name);
    }
  } finally {
    await forgetFolder(folder);
  }
});

/** Signs in where nobody is. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${earshot.url}${path}`);
  await signIn(page, administrator);
  await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
}

/** The hashes of kept files, in their order. */
async function listFiles(dataDir: string): Promise<string[]> {
  const all = await readdir(join(dataDir, "audio"), { recursive: true, withFileTypes: true });
  return all
    .filter((one) => one.isFile() && !one.parentPath.endsWith("parts"))
    .map(({ parentPath, name }) => `${parentPath.slice(-2)}${name}`)
    .toSorted();
}
