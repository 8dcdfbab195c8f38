import { expect, type Page } from "@playwright/test";

/** Makes a status one of success, or takes that back, in the list and for everyone. */
export async function countAsSuccess(page: Page, status: string, isSuccess = true): Promise<void> {
  const title = `${isSuccess ? "Set up" : "Change"} what counts as success`;
  await page.goto("/recordings");
  await page.getByRole("button", { name: title }).click();
  const menu = page.getByRole("dialog", { name: title });
  await menu.getByRole("checkbox", { name: status, exact: true }).setChecked(isSuccess);
  await menu.getByRole("button", { name: "Save" }).click();
  await expect(menu).toBeHidden();
}
