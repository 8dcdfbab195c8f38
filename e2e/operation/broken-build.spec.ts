import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { copySource } from "@/bench/scratch/copy-source";
import { inProject } from "@/bin/command/project";
import { findFreePort } from "@/lib/platform/process/processes";
import { startSteadyLoad } from "../support/requests/steady-load";
import { beginEarshot } from "../support/server/earshot";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";

const secret = "a-secret-that-the-gateway-knows";

test("with the journal in the database, too, a first start whose pages can't be built takes events, and builds again", async () => {
  const source = await copySource(test.info().outputPath("source"), inProject());
  const broken = ["next.config.mjs", ".next/made-from"];
  await writeFile(join(source, "next.config.mjs"), "export default { this is no JavaScript\n");
  const PORT = String(await findFreePort());
  const env = { PORT, JOURNAL: "database", WEBHOOK_SECRET: secret };
  const [starting, load] = await Promise.all([
    beginEarshot({ source, env, dataDir: test.info().outputPath("data") }),
    startSteadyLoad(),
  ]);
  let ended = "";
  starting.ready.catch((error: Error) => {
    ended = error.message;
  });
  const told = () => ended || starting.output();
  await expect.poll(told, { timeout: 40_000 }).toContain("The pages can't be built");
  await expect.poll(told, { timeout: 40_000 }).toContain("Accepting recordings at ");
  expect(starting.output()).toContain("next.config.mjs");

  const url = `http://localhost:${PORT}`;
  const webhookUrl = `${url}/api/webhooks/recordings/${secret}`;
  const sent = await load.send(webhookUrl, { perSecond: 50, until: { events: 100 } });
  expect(sent.answers).toEqual({ 202: 100 });
  const read = () => fetch(`${url}/sign-in`).then((answer) => answer.text());
  await expect.poll(read).toContain("The pages can't be built");
  expect((await fetch(`${url}/api/ready`)).status).toBe(503);

  for (const file of broken) await cp(inProject(file), join(source, file));
  const earshot = await starting.ready;
  expect((await fetch(`${url}/sign-in`)).status).toBe(200);
  await load.expectKept(url, await embeddedDatabaseUrl(earshot.dataDir));
  await earshot.dispose();
  await load.close();
  await rm(source, { recursive: true });
});
