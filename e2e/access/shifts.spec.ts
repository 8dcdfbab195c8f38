import { expect } from "@playwright/test";
import { openFilter, openList, rowOfList } from "../support/page/recordings-list";
import { watchEveryShift } from "../support/page/watch-shifts";
import { test } from "../support/server/static-dataset";

/** Rows and what ends them, and the bars over time, which are others; chips stand in the line of filters. */
const replaced =
  "#recordings-table tbody, #recordings-table ~ *, nav[aria-label=Pages], [role=img], .filter-strip";

for (const width of [1440, 390]) {
  test(`nothing moves by what one does at ${width} px, but for what that replaces`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const moved = await watchEveryShift(page, replaced);
    const expectStill = async (action: string) =>
      expect.soft(await moved(), `${action} at ${width} px`).toEqual([]);
    await openList(page);
    await expectStill("the list comes");

    const status = await openFilter(page, "Status");
    await expect(status.getByRole("checkbox", { name: "failed" })).toBeVisible();
    await expectStill("a filter opens");
    await status.getByRole("checkbox", { name: "failed" }).click();
    await expect(page).toHaveURL(/status=failed/);
    await expectStill("a filter is chosen");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Remove Status is failed" }).click();
    await expect(page).toHaveURL("/recordings");
    await expectStill("a chip is removed");

    if (width === 390) {
      await page.getByRole("button", { name: "Sort", exact: true }).click();
      await page.getByRole("link", { name: "Longest first" }).click();
    } else {
      await page.getByRole("columnheader", { name: "Minutes" }).getByRole("link").click();
    }
    await expect(page).toHaveURL(/sort=-minutes_used/);
    await expectStill("the list is sorted");

    await rowOfList(page, 1).getByRole("link").first().click();
    await expect(page.getByText("The audio address isn’t allowed")).toBeVisible();
    await expectStill("a call opens, and its audio can't be played");
    await page.keyboard.press("Escape");
    await expect(page.getByText("The audio address isn’t allowed")).toBeHidden();
    await expectStill("a call closes");

    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Find anything" });
    await expect(palette.getByRole("option").first()).toBeVisible();
    await expectStill("the palette opens");
    await page.keyboard.press("Escape");
    await expect(palette).toBeHidden();
    await expectStill("the palette closes");
  });
}
