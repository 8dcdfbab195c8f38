import { test as base } from "@playwright/test";
import { readShared, type Shared } from "./server/shared-earshot";

type Fixtures = {
  earshot: Shared;
  /** Whether the page belongs to the signed-in administrator: `test.use({ signedIn: false })`. */
  signedIn: boolean;
};

/** Playwright's test, at home on the shared Earshot. */
export const test = base.extend<Fixtures>({
  signedIn: [true, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from this pattern.
  earshot: async ({}, use) => use(readShared()),
  baseURL: async ({ earshot }, use) => use(earshot.url),
  storageState: async ({ earshot, signedIn }, use) =>
    use(signedIn ? earshot.storageState : { cookies: [], origins: [] }),
});
