import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { readStored } from "@/bench/ledger/read-stored";
import { copySource } from "@/bench/scratch/copy-source";
import { forgetFolder } from "@/lib/platform/files/test-folders";
import { bareEnvironment } from "@/lib/platform/process/processes";
import { signIn } from "../support/page/sign-in";
import { startOwnPostgres } from "../support/postgres/own-postgres";
import { startSteadyLoad } from "../support/requests/steady-load";
import { administrator, type Earshot, startEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";
import { runCommand } from "../support/server/run-command";

test.describe.configure({ mode: "serial" });

let folder: string;
let backup: string;
let earshot: Earshot;
/** The deliveries that were acknowledged before the backup began, the last of them waiting still. */
let acknowledged: string[];

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "earshot-backup-"));
  backup = join(folder, "backup");
  earshot = await startEarshot();
});
test.afterAll(async () => {
  await earshot?.dispose();
  await forgetFolder(folder);
});

test("a backup under load holds what was acknowledged before it began", async () => {
  const load = await startSteadyLoad();
  await load.send(earshot.webhookUrl, { perSecond: 100, until: { events: 300 } });
  await load.expectKept(earshot.url, await embeddedDatabaseUrl(earshot.dataDir));
  const worker = await earshot.workerPid();
  process.kill(worker, "SIGSTOP");
  const waiting = await Promise.all(
    Array.from({ length: 40 }, () => load.post(earshot.webhookUrl)),
  );
  const ids = waiting.map(async (answer) => (await answer.json()).deliveryId as string);
  const stored = await readStored(await embeddedDatabaseUrl(earshot.dataDir));
  acknowledged = [...stored.map(({ deliveryId }) => deliveryId), ...(await Promise.all(ids))];
  const sending = load.start(earshot.webhookUrl, { perSecond: 100, until: {} });
  const told = runCommand("backup", backup, { DATA_DIR: earshot.dataDir });
  // It drains while the backup is taken.
  setTimeout(() => process.kill(worker, "SIGCONT"), 700);
  expect(await told).toEqual({
    code: 0,
    output: expect.stringMatching(/contains \d+ database rows, .* waiting/),
  });
  const { issued, answers } = await sending.stop();
  expect(answers).toEqual({ 202: issued });
  expect((await stat(backup)).mode & 0o077).toBe(0);
  await load.expectKept(earshot.url, await embeddedDatabaseUrl(earshot.dataDir));
  await load.close();
});

for (const place of ["the embedded database", "a database of one's own"]) {
  test(`restored into ${place}, on an empty folder, all of it is there, and the same people and secrets`, async ({
    page,
  }) => {
    const own = place.startsWith("the") ? null : await startOwnPostgres();
    const dataDir = join(folder, own ? "own" : "embedded");
    const env: Record<string, string> = own ? { DATABASE_URL: own.url } : {};
    expect(await runCommand("restore", backup, { DATA_DIR: dataDir, ...env })).toEqual({
      code: 0,
      output: expect.stringMatching(/Restored the state of \S+: \d+ rows/),
    });
    const restored = await startEarshot({
      dataDir,
      env: { ...env, ADMIN_EMAIL: "", ADMIN_PASSWORD: "" },
    });
    const url = own?.url ?? (await embeddedDatabaseUrl(dataDir));
    const missing = async () => {
      const there = new Set((await readStored(url)).map(({ deliveryId }) => deliveryId));
      return acknowledged.filter((id) => !there.has(id));
    };
    await expect.poll(missing).toEqual([]);
    const path = new URL(earshot.webhookUrl).pathname;
    const event = await fetch(`${restored.url}${path}`, { method: "POST", body: "{}" });
    expect(event.status).toBe(202);
    await page.goto(`${restored.url}/recordings`);
    await signIn(page, administrator);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("table").getByRole("row").nth(5)).toBeVisible();

    const again = await runCommand("restore", backup, { DATA_DIR: join(folder, "again"), ...env });
    if (own) {
      expect(again.code).toBe(1);
      expect(again.output).toContain("The database already holds calls or accounts");
    }
    await restored.dispose();
    await own?.stop();
  });
}

test("a file that is damaged, cut short or none of ours restores nothing, and says so", async () => {
  const whole = await readFile(backup);
  const damaged = Buffer.from(whole);
  damaged.fill(7, whole.length >> 1, (whole.length >> 1) + 40);
  const files = {
    cut: whole.subarray(0, whole.length - 100),
    damaged,
    other: Buffer.from("hello"),
  };
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    await writeFile(file, content);
    const dataDir = join(folder, `into-${name}`);
    const { code, output } = await runCommand("restore", file, { DATA_DIR: dataDir });
    expect(code, name).toBe(1);
    expect(output).toContain(`${file} isn't a complete Earshot backup`);
  }
  const there = await startEarshot({ dataDir: join(folder, "into-cut") });
  expect(await readStored(await embeddedDatabaseUrl(there.dataDir))).toEqual([]);
  await there.dispose();
});

test("restoring may be the first thing that a new checkout does", async () => {
  const source = await copySource(test.info().outputPath("source"));
  await rm(join(source, "prisma/client"), { recursive: true });
  const file = join(source, "no-such.backup");
  const restoring = spawn("npm", ["run", "--silent", "restore", "--", file], {
    cwd: source,
    env: bareEnvironment({ DATA_DIR: join(source, "data") }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = (await Promise.all([text(restoring.stdout), text(restoring.stderr)])).join("");
  expect(output).toContain("no-such.backup");
  expect(output).not.toMatch(/^ +at /m);
  await rm(source, { recursive: true });
});

test("into a folder that a running Earshot has, nothing is restored", async () => {
  const { code, output } = await runCommand("restore", backup, { DATA_DIR: earshot.dataDir });
  expect(code).toBe(1);
  expect(output).toContain(`in use by another Earshot, process ${earshot.pid}`);
  expect((await runCommand("backup", "", {})).code).toBe(2);
});

test("one can be taken while nothing runs", async () => {
  await earshot.stop();
  const file = join(folder, "of-a-stopped-one");
  const { code, output } = await runCommand("backup", file, { DATA_DIR: earshot.dataDir });
  expect(output).toMatch(/, 0 waiting deliveries and 0 audio files/);
  expect(code).toBe(0);
});
