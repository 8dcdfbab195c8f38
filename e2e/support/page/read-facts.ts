import { expect, type Locator, type Page } from "@playwright/test";

/** A section of the page by its title. */
export function section(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

/** What a call keeps folded: its ids, addresses and unknown fields. */
export async function unfoldDetails(page: Page): Promise<Locator> {
  const details = section(page, "Details");
  await details.getByRole("heading", { name: "Details" }).click();
  await expect(details.getByRole("term").first()).toBeVisible();
  return details;
}

/** The names and values of a section, as they are read. */
export async function readFacts(region: Locator): Promise<Record<string, string>> {
  await expect(region).toBeVisible();
  const [terms, values] = await Promise.all([
    region.getByRole("term").allInnerTexts(),
    region.getByRole("definition").allInnerTexts(),
  ]);
  expect(values.length).toBe(terms.length);
  return Object.fromEntries(terms.map((term, index) => [term, values[index]?.trim() ?? ""]));
}
