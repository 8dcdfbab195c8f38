import { readFile } from "node:fs/promises";
import { type Download, expect, type Page } from "@playwright/test";
import { readCsv, readWorkbook } from "@/lib/export/test-export";
import { openFilter, readIdsToTheEnd } from "../support/page/recordings-list";
import { test } from "../support/server/static-dataset";

test("the list is taken away as a file: what the filter matches, in its order", async ({
  page,
  still,
}) => {
  await page.goto("/recordings?sort=created_at&limit=200");
  const dialog = await openExport(page);
  await dialog.getByRole("radio", { name: "CSV" }).check();
  await expect(dialog.getByLabel("Add BOM for Excel")).not.toBeChecked();
  const [head = [], ...rows] = readCsv((await save(page)).toString());
  expect(head).toHaveLength(27);
  const listed = await readIdsToTheEnd(page);
  expect(rows.map(([id]) => id)).toEqual(listed);
  expect(rows).toHaveLength(still.calls.length);
  const day = await page.evaluate(() => new Date().toLocaleDateString("sv"));
  await expect(dialog.getByRole("status")).toHaveText(
    `${rows.length} calls saved as recordings-${day}.csv`,
  );
});

test("a workbook holds the same calls, and phone numbers as they are", async ({ page, still }) => {
  await page.goto("/recordings?sort=created_at");
  const dialog = await openExport(page);
  await expect(dialog.getByRole("radio", { name: "Excel" })).toBeChecked();
  await expect(dialog.getByRole("button", { name: /^Export/ })).toHaveText(
    `Export ${still.calls.length} calls`,
  );
  const [head = [], ...rows] = readWorkbook(await save(page)).get("Calls") ?? [];
  const at = head.findIndex(({ value }) => value === "customer.details.phone_number");
  const numbers = still.calls.map(({ customer }) => customer.details.phone_number);
  expect(rows.map((row) => row[at]?.value).sort()).toEqual(numbers.sort());
  expect(new Set(rows.map((row) => row[at]?.kind))).toEqual(new Set(["text"]));
  await expect(dialog.getByRole("status")).toHaveText(
    new RegExp(`^${rows.length} calls saved as recordings-.*\\.xlsx$`),
  );
});

test("the button stays in sight however low the window is", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.goto("/recordings");
  const dialog = await openExport(page);
  await expect(dialog.getByRole("button", { name: /^Export/ })).toBeInViewport({ ratio: 1 });
});

test("its filter, its format and its columns can be chosen", async ({ page, still }) => {
  await page.goto("/recordings");
  const status = still.calls[0]?.status ?? "";
  await (await openFilter(page, "Status")).getByRole("checkbox", { name: status }).check();
  await expect(page).toHaveURL(/status=/);
  await page.keyboard.press("Escape");
  const dialog = await openExport(page);
  await dialog.getByLabel("JSON Lines").check();
  await dialog.getByText("Columns: all").click();
  await dialog.getByRole("button", { name: "Choose none" }).click();
  await dialog.getByLabel("customer.details.phone_number").check();
  await dialog.getByRole("checkbox", { name: "id", exact: true }).check();
  const lines = (await save(page)).toString().trim().split("\n");
  const expected = still.calls
    .filter((call) => call.status === status)
    .map(({ id, customer }) => ({
      id,
      customer: { details: { phone_number: customer.details.phone_number } },
    }));
  expect(lines.map((line) => JSON.parse(line))).toEqual(expected);
});

test("an address that can't be read is refused, and each part of it named", async ({ page }) => {
  const answer = await page.request.get("/api/recordings/export?from=soon&minutes=few&statsu=x");
  expect(answer.status()).toBe(400);
  const { code, detail } = await answer.json();
  expect(code).toBe("parameters-unreadable");
  for (const name of ["from", "minutes", "statsu"]) expect(detail).toContain(name);
});

test("what a browser does without scripts saves the file too", async ({ page, still }) => {
  const answer = await page.request.get("/api/recordings/export?format=csv");
  expect(answer.headers()["content-disposition"]).toMatch(
    /^attachment; filename="recordings-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(readCsv(await answer.text())).toHaveLength(still.calls.length + 1);
});

test("a download that breaks off is said to have, and saves nothing", async ({ page }) => {
  await page.goto("/recordings");
  const dialog = await openExport(page);
  await page.route("**/api/recordings/export?*", (route) => route.abort("connectionreset"));
  await dialog.getByRole("button", { name: /^Export/ }).click();
  await expect(dialog.getByRole("status")).toContainText("nothing was saved");
});

async function openExport(page: Page) {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  return page.getByRole("dialog", { name: "Export", exact: true });
}

async function save(page: Page): Promise<Buffer> {
  const coming = page.waitForEvent("download");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Export/ })
    .click();
  const download: Download = await coming;
  return readFile(await download.path());
}
