import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { inProject } from "@/bin/command/project";
import { findFreePort } from "@/lib/platform/process/processes";
import { makeEvent } from "../support/requests/recording-event";
import { beginEarshot, type Earshot, startAndFail, startEarshot } from "../support/server/earshot";
import { processesNaming } from "../support/server/processes";

test.describe.configure({ mode: "parallel" });

/** A busy machine takes some 20 s for a start; the benchmark of starts tells how long it takes alone. */
const patienceMs = 45_000;
/** The three lines that a start ends with, and what is blank around them. */
const announced = /^(Dashboard {2}|Webhook URL {2}|Sign-in {2}|$)/;

test("all wrong settings are named at once", async () => {
  const { code, output } = await startAndFail({
    PORT: "eighty",
    DATABASE_URL: "mysql://localhost/earshot",
    WEBHOOK_SECRET: "short",
    CALLING_SERVICE_URL: "http://calls.example.com",
  });
  expect(code).toBe(1);
  for (const name of ["PORT", "DATABASE_URL", "WEBHOOK_SECRET", "CALLING_SERVICE_URL"]) {
    expect(output).toContain(`- ${name}: `);
  }
  expect(output).toContain("CALLING_SERVICE_API_KEY: is required");
});

test("a port that is taken is told with its remedy", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  const { code, output } = await startAndFail({
    PORT: String(port),
    DATA_DIR: test.info().outputDir,
  });
  other.close();
  expect(code).toBe(1);
  expect(output).toContain(`port ${port}: another program is using it`);
  expect(output).toContain("set PORT");
});

test("a first start prints a link to set up an account, and nothing to stop at", async ({
  page,
}) => {
  const earshot = await startEarshot({
    makesDatabase: true,
    env: { ADMIN_EMAIL: "", ADMIN_PASSWORD: "" },
  });
  const link = /http:\S+\/set-up\/\S+/.exec(earshot.signIn)?.[0];
  await page.goto(link ?? "no link");
  await expect(page.getByLabel("Email")).toBeVisible();
  expect(earshot.output()).toMatch(/^\{"level":"info",.*"msg":"\d+ migrations applied"\}$/m);
  expect(earshot.output()).not.toMatch(/warn|deprecat|\d{14}_|next\.config/i);
  await earshot.stop();
  const again = await startEarshot({
    dataDir: earshot.dataDir,
    env: { PORT: new URL(earshot.url).port, ADMIN_EMAIL: "", ADMIN_PASSWORD: "" },
  });
  expect(again.signIn).toMatch(/^use the link of the first start/);
  await page.goto(link ?? "no link");
  await expect(page.getByLabel("Email")).toBeVisible();
  await again.dispose();
  await earshot.dispose();
});

test("Ctrl-C ends every process, and a second start is quick, also one that waited for it", async () => {
  const first = await startEarshot();
  const { dataDir } = first;
  const waiting = await beginEarshot({ dataDir, parameters: ["--wait"] });
  await expect
    .poll(waiting.output)
    .toContain(`Waiting for another Earshot to release ${dataDir}: process ${first.pid} on `);
  expect(await first.stop()).toBe(0);
  const waited = await waiting.ready;
  expect(await status(`${waited.url}/api/ready`)).toBe(200);
  expect(await waited.stop()).toBe(0);
  expect(await processesNaming(first.dataDir)).toEqual([]);
  const began = Date.now();
  const second = await startEarshot({
    dataDir: first.dataDir,
    env: { ADMIN_EMAIL: "somebody.else@example.com" },
  });
  expect(second.output()).toContain(
    "ADMIN_EMAIL is ignored: there is already an administrator, and nobody has an account under this address",
  );
  for (const { output } of [first, waited, second]) {
    expect(output()).not.toContain("@example.com");
    const lines = output()
      .split("\n")
      .filter((line) => !announced.test(line));
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ msg: expect.any(String) });
  }
  expect((await fetch(`${second.url}/sign-in`)).status).toBe(200);
  expect(Date.now() - began).toBeLessThan(patienceMs);
  const secret = first.webhookUrl.split("/").pop() ?? "";
  expect(first.output()).toContain(`Webhook URL  ${first.webhookUrl}\n`);
  expect(second.output()).not.toContain(secret);
  expect(second.output()).toContain(
    `/recordings/${secret.slice(0, 4)}…, in full under Settings > Webhooks\n`,
  );
  expect(await status(second.webhookUrl, { method: "POST", body: "{}" })).toBe(202);
  await second.dispose();
  await first.dispose();
});

test("kill -9 leaves no process behind, and the next start works, and closes what was left open", async () => {
  const first = await startEarshot();
  await first.kill("SIGKILL");
  await expect.poll(() => processesNaming(first.dataDir)).toEqual([]);
  const files = ["secrets.json", "postgres.log", "journal/data.mdb", "journal/lock.mdb"];
  const paths = files.map((file) => join(first.dataDir, file));
  const folders = [first.dataDir, join(first.dataDir, "journal"), join(first.dataDir, "postgres")];
  for (const path of paths) await chmod(path, 0o644);
  for (const path of folders) await chmod(path, 0o755);
  const keys = inProject(".next/server/server-reference-manifest.json");
  await chmod(keys, 0o644);
  const began = Date.now();
  const second = await startEarshot({ dataDir: first.dataDir });
  expect(Date.now() - began).toBeLessThan(patienceMs);
  expect(await status(`${second.url}/api/ready`)).toBe(200);
  for (const path of [...paths, ...folders, keys]) {
    expect((await stat(path)).mode & 0o077, path).toBe(0);
  }
  await second.dispose();
  await first.dispose();
});

test("one whose data another host has taken over stops at once, and says so", async () => {
  const earshot = await startEarshot();
  const holder = { id: "another", host: "other.example", pid: 7, since: "2026-03-01T10:00:00Z" };
  const claim = JSON.stringify({ ...holder, lockScope: null });
  await writeFile(join(earshot.dataDir, "in-use"), claim);
  expect(await earshot.ended).toBe(1);
  expect(await processesNaming(earshot.dataDir)).toEqual([]);
  expect(earshot.output()).toContain(
    "taken over by another Earshot, process 7 on other.example, since 2026-03-01 10:00:00 UTC",
  );
  expect(await readFile(join(earshot.dataDir, "in-use"), "utf8")).toBe(claim);
  await earshot.dispose();
});

test.describe("while it runs", () => {
  let earshot: Earshot;
  test.beforeAll(async () => {
    earshot = await startEarshot();
  });
  test.afterAll(() => earshot.dispose());

  test("a second start on the same data is refused, naming the first", async () => {
    const { code, output } = await startAndFail({ PORT: "65000", DATA_DIR: earshot.dataDir });
    expect(code).toBe(1);
    expect(output).toContain(`in use by another Earshot, process ${earshot.pid}`);
  });

  test("what any of its processes writes is for its user alone", async () => {
    // No other system tells.
    const programs = Object.values(await earshot.pids());
    const pids = [earshot.pid, ...programs, await earshot.postgresPid()];
    const told = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, "utf8")));
    for (const facts of told) expect(facts).toMatch(/^Umask:\t0077$/m);
  });

  test("the journal has threads enough beside what else uses them", async () => {
    const environment = await readFile(`/proc/${await earshot.gatewayPid()}/environ`, "utf8");
    const [, threads] = /(?:^|\0)UV_THREADPOOL_SIZE=(\d+)/.exec(environment) ?? [];
    expect(Number(threads)).toBeGreaterThanOrEqual(8);
  });

  test("a second start in other namespaces, as in another container, is refused, and the first goes on accepting", async () => {
    const postgres = await earshot.postgresPid();
    const rights = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
    const { code, output } = await startAndFail(
      { PORT: String(await findFreePort()), DATA_DIR: earshot.dataDir },
      ["unshare", ...rights, "--pid", "--ipc", "--fork", "--mount-proc", "--kill-child"],
    );
    expect(code).toBe(1);
    expect(output).toContain(`in use by another Earshot, process ${earshot.pid} on ${hostname()}`);
    expect(await earshot.postgresPid()).toBe(postgres);
    const body = JSON.stringify(makeEvent());
    expect((await fetch(earshot.webhookUrl, { method: "POST", body })).status).toBe(202);
    expect(await status(`${earshot.url}/api/ready`)).toBe(200);
  });

  test("pictures are altered for nobody, and a request for one writes nothing into the log", async () => {
    const before = earshot.output();
    const forged = encodeURIComponent('/%1b[2J\r\n{"level":"fatal"}');
    for (const url of ["/icon.svg", forged, "http://127.0.0.1:1/x"]) {
      expect(await status(`${earshot.url}/_next/image?url=${url}&w=640&q=75`)).toBe(404);
    }
    expect(earshot.output()).toBe(before);
  });

  test("a killed PostgreSQL comes back on its own", async () => {
    const pid = await earshot.postgresPid();
    process.kill(pid, "SIGKILL");
    await expect.poll(() => earshot.postgresPid().catch(() => pid)).not.toBe(pid);
    await expect.poll(() => status(`${earshot.url}/api/ready`)).toBe(200);
    await expect.poll(() => earshot.output()).toContain("PostgreSQL is back");
  });

  for (const [name, called] of [
    ["gateway", "gateway"],
    ["web", "web process"],
    ["worker", "worker"],
  ] as const) {
    test(`a killed ${called} comes back on its own`, async () => {
      const { [name]: killed } = await earshot.pids();
      process.kill(killed, "SIGKILL");
      await expect
        .poll(() => earshot.output())
        .toContain(`The ${called} ended unexpectedly (SIGKILL)`);
      const present = async () => (await earshot.pids().catch(() => null))?.[name];
      await expect.poll(present).toEqual(expect.any(Number));
      expect(await present()).not.toBe(killed);
      await expect.poll(() => status(`${earshot.url}/api/ready`)).toBe(200);
    });
  }
});

async function status(url: string, init?: RequestInit): Promise<number> {
  return fetch(url, init).then(
    (response) => response.status,
    () => 0,
  );
}
