import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { findChromium } from "@/bin/check/chromium";
import { inProject } from "@/bin/command/project";
import { administrator, startEarshot } from "./support/server/earshot";
import { startCalls } from "./support/server/sandbox-run";

/** Takes the picture of the README: the list, filled by the sandbox with the same calls every time. */
const earshot = await startEarshot();
const calls = await startCalls(earshot.webhookUrl, [
  "--calls",
  "1500",
  "--rate",
  "max",
  "--seed",
  "20",
]);
await calls.finish();
for (let waits = true; waits; await sleep(200)) {
  const { journal } = await (await fetch(`${earshot.url}/api/ready`)).json();
  waits = journal?.depth !== 0;
}

const browser = await chromium.launch(await findChromium());
const page = await browser.newPage({
  baseURL: earshot.url,
  viewport: { width: 1440, height: 860 },
  deviceScaleFactor: 1.5,
  locale: "en-GB",
  timezoneId: "Europe/Berlin",
});
await page.goto("/sign-in");
await page.getByLabel("Email").fill(administrator.email);
await page.getByLabel("Password").fill(administrator.password);
await page.getByRole("button", { name: "Sign in" }).click();
await page.waitForURL("**/recordings");
await page.goto("/recordings?status=completed&status=voicemail");
// A browser that is here for the first time is asked for its zone, and then shown its times.
await page.getByRole("columnheader").getByText("Berlin").waitFor();
await page.getByRole("button", { name: "Set up what counts as success" }).click();
await page.getByRole("checkbox", { name: "completed", exact: true }).check();
await page.getByRole("button", { name: "Save" }).click();
await page.getByRole("button", { name: "Change what counts as success" }).waitFor();
await page.screenshot({ path: inProject("docs/recordings.png") });

await browser.close();
await calls.stop();
await earshot.dispose();
