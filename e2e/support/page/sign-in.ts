import { expect, type Page } from "@playwright/test";

/** Fills in the sign-in page that is open and sends it. */
export async function signIn(page: Page, person: { email: string; password: string }) {
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export async function expectSignInPage(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "Sign in to Earshot" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/sign-in");
}
