import { defineConfig } from "@playwright/test";
import { crashFolder, findChromium } from "./bin/check/chromium";
import { byLength } from "./e2e/support/requests/fault-length";
import { returningBrowser } from "./e2e/support/requests/returning-browser";

const faults = ["intake/**", "operation/**"];
/** The stage that runs, after which what is reported is named. */
const report = process.env.EARSHOT_REPORT ?? "e2e";

/** Journeys in a real browser, against the production build. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/e2e",
  globalSetup: "./e2e/support/server/global-setup.ts",
  forbidOnly: Boolean(process.env.CI),
  // Machines of CI are shared; what fails there once is run again, and named. More than three fail.
  retries: process.env.CI ? 1 : 0,
  // Faults mostly wait, for a process that ends or a database that comes back; pages keep a processor busy.
  workers: byLength(3, 2, 3),
  projects: [
    { name: "faults", testMatch: faults, workers: 2 },
    { name: "pages", testIgnore: faults, workers: 2 },
  ],
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [
    ["list"],
    ["json", { outputFile: `test-results/reports/${report}.json` }],
    [
      "./e2e/support/trouble-reporter.ts",
      { outputFile: `test-results/reports/${report}-trouble.json`, crashFolder },
    ],
  ],
  use: {
    launchOptions: await findChromium(),
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    storageState: returningBrowser,
    trace: "off",
  },
});
