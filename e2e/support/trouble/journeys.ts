import { expect, test } from "@playwright/test";

test("the browser crashes", async ({ browser, page }) => {
  await page.setContent("<p>Here</p>");
  const session = await browser.newBrowserCDPSession();
  if (test.info().retry === 0) await session.send("Browser.crash").catch(() => undefined);
  await expect(page.getByText("Here")).toBeVisible({ timeout: 1_000 });
});

for (const name of ["one", "another", "a third"]) {
  test(`${name} passes the second time`, () => expect(test.info().retry).toBe(1));
}
