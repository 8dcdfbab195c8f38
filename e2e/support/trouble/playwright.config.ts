import { defineConfig } from "@playwright/test";
import { findChromium } from "@/bin/check/chromium";

const folder = process.env.TROUBLE_FOLDER ?? "";
const crashFolder = `${folder}/browser`;
const { env, ...options } = await findChromium();

/** Journeys that go wrong, for the test of how a run tells of them. */
export default defineConfig({
  testMatch: "journeys.ts",
  outputDir: `${folder}/results`,
  retries: 1,
  workers: 1,
  reporter: [["../trouble-reporter.ts", { outputFile: `${folder}/trouble.json`, crashFolder }]],
  use: { launchOptions: { ...options, env: { ...env, EARSHOT_BROWSER_LOGS: crashFolder } } },
});
