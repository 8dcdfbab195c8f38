import { expect, type Page } from "@playwright/test";
import { goOn, openFilter } from "../support/page/recordings-list";
import { test } from "../support/server/static-dataset";

test("the timeline shows how many calls there are, and follows the filter", async ({
  page,
  still,
}) => {
  await page.goto("/recordings");
  await expect(bars(page)).toHaveAccessibleName(
    new RegExp(`: ${still.calls.length} calls, at most `),
  );
  const status = still.calls[0]?.status ?? "";
  await (await openFilter(page, "Status")).getByRole("checkbox", { name: status }).check();
  const count = still.calls.filter((call) => call.status === status).length;
  await expect(bars(page)).toHaveAccessibleName(new RegExp(`: ${count} calls?, at most `));
});

test("a drag over it narrows the list to its days, and so does a click", async ({ page }) => {
  await page.goto("/recordings?from=2026-01-01&to=2026-01-20");
  const box = await bars(page).boundingBox();
  if (!box) throw new Error("The timeline has no place");
  const at = (day: number) => box.x + ((day - 0.5) / 20) * box.width;
  await page.mouse.move(at(15), box.y + 20);
  await page.mouse.down();
  await page.mouse.move(at(10), box.y + 20, { steps: 4 });
  await expect(page.getByText("10 Jan 2026 – 15 Jan 2026: 0 calls")).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL("/recordings?from=2026-01-10&to=2026-01-15");
  await goOn(page, bars(page));
  await expect(page).toHaveURL(/\?from=(2026-01-1\d)&to=\1$/);
});

function bars(page: Page) {
  return page.getByRole("region", { name: "Timeline" }).getByRole("img");
}
