import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { recordingsTable } from "./recordings-list";

/** The names of a list, and the values of those that have several. */
export function terms(page: Page, list: "Statuses" | "Campaigns"): Locator {
  return page.getByRole("list", { name: list }).getByRole("listitem");
}

/** Gives a name in its place. */
export async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole("button", { name: `Rename ${from}` }).click();
  await page.getByRole("textbox", { name: `Name of ${from}` }).fill(to);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Renamed ${from} to`)).toBeVisible();
}

/** Gives a name its group and its colour. */
export async function characterise(
  page: Page,
  name: string,
  { group, colour }: { group?: string; colour?: string },
): Promise<void> {
  await page.getByRole("button", { name: `Change ${name}` }).click();
  const form = page.getByRole("form", { name: `Change ${name}` });
  if (group) await form.getByLabel("Group").fill(group);
  if (colour) await form.getByRole("radio", { name: colour }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`Saved ${name}.`)).toBeVisible();
  await expect(form).toBeHidden();
}

/** What a name is held by. */
export function gripOf(page: Page, name: string): Locator {
  return page.getByRole("button", { name: `Move ${name}`, exact: true });
}

/** Follows an invitation as somebody new. */
export async function join(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  await page.getByLabel("Name").fill("Ada Member");
  await page.getByLabel("Email").fill("member@example.com");
  await page.getByLabel("Password").fill("long enough for a member");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(recordingsTable(page)).toBeVisible();
  return page;
}
