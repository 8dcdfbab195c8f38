import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { deliver, makeEvent } from "../support/requests/recording-event";
import { test } from "../support/test";

for (const id of [".", "..", "~..", "../recordings", "a/b?c#d%2F", "%2e%2e", "Zoë 가"]) {
  test(`a call and a customer of the id ${id} have pages`, async ({ page, earshot }) => {
    const event = makeEvent({ summary: `Odd ${randomBytes(8).toString("hex")}` });
    const { customer, summary } = event.data.attributes;
    Object.assign(customer.details, { id });
    event.data.id = id;
    await deliver({ ...earshot, request: page.request }, event);

    await page.goto(`/recordings?q=${summary.slice(4)}`);
    const rows = page.getByRole("table", { name: "Recordings" });
    const href = await rows.locator('a[href^="/recordings/"]').first().getAttribute("href");
    const address = new URL(href ?? "", page.url()).href;
    await page.goto(address);
    await expect(page).toHaveURL(address);
    await expect(page.getByText(summary).first()).toBeVisible();

    const sound = await page.request.get(
      `${address.replace("/recordings/", "/api/recordings/")}/audio`,
    );
    expect(await sound.text()).not.toContain("recording-not-found");

    const person = page.locator('main a[href^="/customers/"]').first();
    await page.goto((await person.getAttribute("href")) ?? "");
    await expect(page).toHaveURL(/\/customers\/./);
    await expect(page.getByText(customer.details.last_name).first()).toBeVisible();
  });
}
