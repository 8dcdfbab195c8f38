import { test as base, expect, type request } from "@playwright/test";
import { openSignedIn, startEarshot } from "./earshot";
import { startCalls, type Tally } from "./sandbox-run";
import { readSentCalls, type SentCall } from "./sent-calls";

/** An Earshot with the sandbox's calls where nothing arrives any more, so that all can be counted. */
export type StaticDataset = {
  url: string;
  /** Newest first. */
  calls: SentCall[];
  tally: Tally;
  storageState: StorageState;
};

/** How a browser is signed in. */
export type StorageState = Awaited<
  ReturnType<Awaited<ReturnType<typeof request.newContext>>["storageState"]>
>;

/** Playwright's test, at home on a still Earshot that all files of a worker share. */
export const test = base.extend<object, { still: StaticDataset }>({
  still: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
    async ({}, use) => {
      const earshot = await startEarshot();
      const sandbox = await startCalls(earshot.webhookUrl, [
        "--calls",
        "160",
        "--rate",
        "max",
        "--seed",
        "7",
      ]);
      const { tally, acknowledged } = await sandbox.finish();
      await sandbox.stop();
      await expect.poll(() => depthOf(earshot.url), { timeout: 60_000 }).toBe(0);
      const context = await openSignedIn(earshot.url);
      const calls = await readSentCalls(context, acknowledged);
      calls.sort((one, other) => other.created_at.localeCompare(one.created_at));
      const storageState = await context.storageState();
      await context.dispose();
      await use({ url: earshot.url, calls, tally, storageState });
      await earshot.dispose();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ still }, use) => use(still.url),
  storageState: async ({ still }, use) => use(still.storageState),
});

async function depthOf(url: string): Promise<number> {
  const { journal } = await (await fetch(`${url}/api/ready`)).json();
  return journal?.depth ?? -1;
}
