import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { type Earshot, startAndFail, startEarshot } from "./support/earshot";
import { processesNaming } from "./support/processes";

test.describe.configure({ mode: "parallel" });

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
  expect(output).toContain("CALLING_SERVICE_API_KEY: is missing");
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
  expect(output).toContain(`port ${port}: another program listens there`);
  expect(output).toContain("set PORT");
});

test("without a first administrator, a link to set one up is printed, and works", async ({
  page,
}) => {
  const earshot = await startEarshot({ env: { ADMIN_EMAIL: "", ADMIN_PASSWORD: "" } });
  const link = /http:\S+\/set-up\/\S+/.exec(earshot.signIn)?.[0];
  await page.goto(link ?? "no link");
  await expect(page.getByLabel("Email")).toBeVisible();
  await earshot.dispose();
});

test("Ctrl-C ends every process, and a second start is quick", async () => {
  const first = await startEarshot();
  expect(await first.stop()).toBe(0);
  expect(await processesNaming(first.dataDir)).toEqual([]);
  const began = Date.now();
  const second = await startEarshot({ dataDir: first.dataDir });
  expect((await fetch(`${second.url}/sign-in`)).status).toBe(200);
  expect(Date.now() - began).toBeLessThan(10_000);
  expect(second.webhookUrl.split("/").pop()).toBe(first.webhookUrl.split("/").pop());
  await second.dispose();
  await first.dispose();
});

test("kill -9 leaves no process behind, and the next start works", async () => {
  const first = await startEarshot();
  await first.kill("SIGKILL");
  await expect.poll(() => processesNaming(first.dataDir), { timeout: 20_000 }).toEqual([]);
  const second = await startEarshot({ dataDir: first.dataDir });
  expect(await status(`${second.url}/api/ready`)).toBe(200);
  await second.dispose();
  await first.dispose();
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

  test("a killed PostgreSQL comes back on its own", async () => {
    const pid = await earshot.postgresPid();
    process.kill(pid, "SIGKILL");
    await expect
      .poll(() => earshot.postgresPid().catch(() => pid), { timeout: 30_000 })
      .not.toBe(pid);
    await expect.poll(() => status(`${earshot.url}/api/ready`), { timeout: 30_000 }).toBe(200);
    await expect.poll(() => earshot.output()).toContain("PostgreSQL is back");
  });

  test("a killed server comes back on its own", async () => {
    process.kill(await earshot.serverPid(), "SIGKILL");
    await expect.poll(() => earshot.output()).toContain("The server ended unexpectedly (SIGKILL)");
    await expect.poll(() => status(`${earshot.url}/api/ready`), { timeout: 30_000 }).toBe(200);
  });
});

async function status(url: string): Promise<number> {
  return fetch(url).then(
    (response) => response.status,
    () => 0,
  );
}
