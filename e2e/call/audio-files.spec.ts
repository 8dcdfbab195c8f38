import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import pg from "pg";
import { findTool } from "@/bin/check/other-judges";
import { type RunningSandbox, runSandbox } from "@/bin/command/project";
import { readCsv } from "@/lib/export/test-export";
import { findFreePort } from "@/lib/platform/process/processes";
import { signIn } from "../support/page/sign-in";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";

const run = promisify(execFile);
const count = 16;

test.describe.configure({ mode: "serial", timeout: 400_000 });

let earshot: Earshot;
let sandbox: RunningSandbox;
let client: pg.Client;

test.beforeAll(async () => {
  const port = await findFreePort();
  const apiKey = randomBytes(12).toString("hex");
  earshot = await startEarshot({
    env: {
      CALLING_SERVICE_URL: `http://127.0.0.1:${port}`,
      CALLING_SERVICE_API_KEY: apiKey,
      AUDIO_STORE: "disk",
    },
  });
  client = new pg.Client(await embeddedDatabaseUrl(earshot.dataDir));
  await client.connect();
  sandbox = await runSandbox([
    "--port",
    String(port),
    "--api-key",
    apiKey,
    "--webhook",
    earshot.webhookUrl,
    "--calls",
    String(count),
    "--rate",
    "max",
    "--seed",
    "11",
    "--misbehave",
    "--retry",
  ]);
  const isOver = async () => {
    const { rows } = await client.query<{ calls: number; tried: number }>(
      `SELECT (SELECT count(*)::int FROM recording WHERE recording_attachment <> '') AS calls,
         (SELECT count(*)::int FROM sound WHERE sha256 IS NOT NULL OR fault IS NOT NULL) AS tried`,
    );
    const [{ calls, tried } = { calls: 0, tried: 0 }] = rows;
    return calls > count / 2 && tried === calls;
  };
  await expect.poll(isOver, { timeout: 360_000, intervals: [500] }).toBe(true);
  // Nothing is asked of a sandbox that is gone: from here on each stays what it is.
  const isStill = async () => {
    await client.query(
      "UPDATE sound SET next_try_at = now() + interval '1 day' WHERE next_try_at < now() + interval '20 hours'",
    );
    const { rowCount } = await client.query("SELECT FROM sound WHERE claimed_until > now()");
    return rowCount === 0;
  };
  await expect.poll(isStill, { timeout: 60_000 }).toBe(true);
  await sandbox.stop();
});

test.afterAll(async () => {
  await client?.end();
  await earshot?.dispose();
});

type Row = { recording_id: string; state: string; sha256: string | null };

async function readSounds(): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    "SELECT recording_id, state, encode(sha256, 'hex') AS sha256 FROM sound",
  );
  return rows;
}

test("parts are served as Safari asks for them, and nothing as a page", async ({ page }) => {
  await page.goto(`${earshot.url}/recordings`);
  await signIn(page, administrator);
  await page.waitForURL(/\/recordings$/);
  const call = (await readSounds()).find(({ sha256, state }) => sha256 && state === "kept");
  const address = `${earshot.url}/api/recordings/${call?.recording_id}/audio`;
  const whole = await page.request.get(address);
  const bytes = await whole.body();
  const size = bytes.length;
  const etag = `"${call?.sha256}"`;
  const table: [headers: Record<string, string>, status: number, first: number, last: number][] = [
    [{}, 200, 0, size - 1],
    [{ Range: "bytes=0-1" }, 206, 0, 1],
    [{ Range: `bytes=0-${size - 1}` }, 206, 0, size - 1],
    [{ Range: "bytes=0-" }, 206, 0, size - 1],
    [{ Range: "bytes=1000-1999" }, 206, 1_000, 1_999],
    [{ Range: `bytes=${size - 1}-` }, 206, size - 1, size - 1],
    [{ Range: `bytes=10-${size * 9}` }, 206, 10, size - 1],
    [{ Range: "bytes=-1" }, 206, size - 1, size - 1],
    [{ Range: "bytes=-500" }, 206, size - 500, size - 1],
    [{ Range: `bytes=-${size * 9}` }, 206, 0, size - 1],
    [{ Range: "bytes=0-1", "If-Range": etag }, 206, 0, 1],
    [{ Range: "bytes=0-1", "If-Range": '"another"' }, 200, 0, size - 1],
    [{ Range: "bytes=0-1", "If-Range": `W/${etag}` }, 200, 0, size - 1],
    [{ Range: "bytes=0-1,5-9" }, 200, 0, size - 1],
    [{ Range: "bytes=9-1" }, 200, 0, size - 1],
    [{ Range: "seconds=0-1" }, 200, 0, size - 1],
  ];
  for (const [headers, status, first, last] of table) {
    for (const method of ["GET", "HEAD"]) {
      const answer = await page.request.fetch(address, { method, headers });
      const told = answer.headers();
      const row = `${method} ${JSON.stringify(headers)}`;
      expect([answer.status(), told["content-length"]], row).toEqual([
        status,
        String(last - first + 1),
      ]);
      expect(told["content-range"], row).toBe(
        status === 206 ? `bytes ${first}-${last}/${size}` : undefined,
      );
      expect(told, row).toMatchObject({
        etag,
        "accept-ranges": "bytes",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "content-type": expect.stringMatching(/^audio\//),
        "content-disposition": expect.stringMatching(
          /^attachment; filename="[\w.-]+-\d{4}-\d\d-\d\d-\d{4}\.(wav|mp3)"/,
        ),
      });
      const body = await answer.body();
      const expected = method === "HEAD" ? Buffer.alloc(0) : bytes.subarray(first, last + 1);
      expect(body.equals(expected), row).toBe(true);
    }
  }
  for (const range of [`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, "bytes=-0"]) {
    const answer = await page.request.get(address, { headers: { Range: range } });
    expect([answer.status(), answer.headers()["content-range"]], range).toEqual([
      416,
      `bytes */${size}`,
    ]);
  }
});

test("everything that a filter matches is had as a ZIP that says what it lacks", async ({
  page,
}) => {
  await page.goto(`${earshot.url}/recordings`);
  await signIn(page, administrator);
  await page.waitForURL(/\/recordings$/);
  const sounds = await readSounds();
  const kept = sounds.filter(({ sha256 }) => sha256);
  await page.getByRole("button", { name: "Export" }).click();
  const audio = page.getByRole("region", { name: "Audio" });
  await expect(audio).toContainText(`${kept.length} files, `);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    audio.getByRole("link", { name: "Download audio (ZIP)" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^audio-\d{4}-\d\d-\d\d\.zip$/);
  const folder = await mkdtemp(join(tmpdir(), "earshot-audio-zip-"));
  try {
    const zip = join(folder, "audio.zip");
    await download.saveAs(zip);
    const unzip = await findTool("unzip", "unzip");
    expect((await run(unzip, ["-t", zip])).stdout).toContain("No errors detected");
    await run(unzip, ["-q", zip, "-d", folder]);
    const [, ...rows] = readCsv(await readFile(join(folder, "manifest.csv"), "utf8"));
    expect(rows).toHaveLength(sounds.length);
    for (const [file = "", id, , sha256, bytes, , missing] of rows) {
      const sound = sounds.find(({ recording_id }) => recording_id === id);
      if (!sound?.sha256) {
        expect([file, missing]).toEqual(["", expect.stringContaining(sound?.state ?? "?")]);
        continue;
      }
      const content = await readFile(join(folder, file));
      expect(createHash("sha256").update(content).digest("hex")).toBe(sound.sha256);
      expect([sha256, bytes, missing]).toEqual([sound.sha256, String(content.length), ""]);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const unread = await page.request.get(`${earshot.url}/api/recordings/export/audio?nonsense=1`);
  expect(unread.status()).toBe(400);
});
