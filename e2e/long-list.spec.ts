import { expect, type Page, test } from "@playwright/test";
import { administrator, type Earshot, startEarshot } from "./support/earshot";
import { recordingsTable } from "./support/recordings-list";
import { startCalls } from "./support/sandbox-run";
import { signIn } from "./support/sign-in";

test.use({ viewport: { width: 1440, height: 900 } });

let earshot: Earshot;
test.beforeAll(async () => {
  earshot = await startEarshot();
  const calls = await startCalls(earshot.webhookUrl, ["--calls", "700", "--rate", "max"]);
  await calls.finish();
  await calls.stop();
});
test.afterAll(() => earshot?.dispose());

test("of a long list the rows out of sight are room only, and there when one comes", async ({
  page,
}) => {
  await page.goto(`${earshot.url}/sign-in`);
  await signIn(page, administrator);
  await page.waitForURL("**/recordings");
  await page.goto(`${earshot.url}/recordings?limit=200`);
  await scrollToTheEnd(page);
  const rows = recordingsTable(page).locator("tbody tr");
  await expect.poll(() => rows.count()).toBeLessThan(500);
  await expect(rows.last()).toHaveAttribute("aria-rowindex", "701");
  await rows.last().getByRole("checkbox").check();
  await page.keyboard.press("Control+a");
  await expect(page.getByRole("region", { name: "Selected calls" })).toContainText("700 selected");
  await page.keyboard.press("Escape");

  await page.evaluate(() => window.scrollBy({ top: -9_000, behavior: "instant" }));
  await expect.poll(() => readIndex(page)).not.toBeNull();
  const place = await readIndex(page);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await expect.poll(() => readIndex(page)).toBeLessThan(20);
  await page.evaluate(() =>
    window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }),
  );
  await page.evaluate(() => window.scrollBy({ top: -9_000, behavior: "instant" }));
  await expect.poll(() => readIndex(page)).toBe(place);

  await page.reload();
  await expect.poll(() => readIndex(page)).toBe(place);
});

async function scrollToTheEnd(page: Page): Promise<void> {
  await page.mouse.move(500, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 6_000);
    await expect(page.getByText("End of the list")).toBeVisible({ timeout: 300 });
  }).toPass();
}

/** Which row stands in the middle. */
function readIndex(page: Page): Promise<number | null> {
  return page.evaluate(() => {
    const row = document.elementFromPoint(600, 450)?.closest("tr");
    return row ? Number(row.ariaRowIndex ?? row.getAttribute("aria-rowindex")) : null;
  });
}
