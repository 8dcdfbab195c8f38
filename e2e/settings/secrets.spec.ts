import { expect, type Page } from "@playwright/test";
import { section } from "../support/page/read-facts";
import { test } from "../support/test";

test("a second secret works beside the first, and a revoked one is refused", async ({ page }) => {
  const name = `Journey ${Date.now()}`;
  await page.goto("/settings/webhooks/secrets");
  await page.getByLabel("Secret name").fill(name);
  await page.getByRole("button", { name: "Create secret" }).click();
  await expect(page.getByRole("status").filter({ hasText: `“${name}” works now` })).toBeVisible();

  const url = await reveal(page, name);
  await expect.poll(() => post(url)).toBe(202);

  await page.getByRole("button", { name: `Revoke ${name}` }).click();
  await page.getByRole("button", { name: "Revoke secret" }).click();
  await expect(page.getByRole("button", { name: `Revoke ${name}` })).toHaveCount(0);
  await expect.poll(() => post(url)).toBe(401);
});

test("a name that is taken is named as such, and stays in the field", async ({ page }) => {
  await page.goto("/settings/webhooks/secrets");
  const field = page.getByLabel("Secret name");
  await field.fill("First secret");
  await page.getByRole("button", { name: "Create secret" }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("First secret");
});

async function reveal(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: `Show the secret of ${name}` }).click();
  const shown = section(page, "URL to register").getByRole("listitem").filter({ hasText: name });
  await expect(shown).toContainText(/recordings\/[\w-]{20,}/);
  return /https?:\S+\/recordings\/[\w-]+/.exec((await shown.textContent()) ?? "")?.[0] ?? "";
}

async function post(url: string): Promise<number> {
  return (await fetch(url, { method: "POST", body: '{"data":[]}' })).status;
}
