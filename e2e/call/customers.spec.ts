import { expect, type Locator, type Page } from "@playwright/test";
import { goOn } from "../support/page/recordings-list";
import type { SentCall } from "../support/server/sent-calls";
import { test } from "../support/server/static-dataset";

test("everybody who was called is there once, with their calls and the last of them", async ({
  page,
  still,
}) => {
  const people = groupByPerson(still.calls);
  await page.goto("/customers?limit=200");
  await expect(page.getByText(`${people.size} customers`)).toBeVisible();
  await expect(customersTable(page)).toBeVisible();
  expect(await readPeople(page)).toEqual([...people.keys()]);
  for (const [id, calls] of [...people].slice(0, 12)) {
    const [last] = calls;
    const row = rowOf(page, id);
    await expect(cell(row, 0)).toHaveText(nameOf(last));
    await expect(cell(row, 4)).toHaveText(new RegExp(`^${calls.length} call`));
    await expect(row.getByRole("time")).toHaveAttribute("datetime", toIso(last));
    await expect(cell(row, 5)).toContainText(last?.status ?? "");
  }
});

test("flags are for what is wrong alone, and can be asked for", async ({ page, still }) => {
  const people = groupByPerson(still.calls);
  const wrong = [...people].filter(([, [last]]) => !detailsOf(last)?.is_phone_number_correct);
  expect(wrong.length).toBeGreaterThan(0);
  await page.goto("/customers?limit=200");
  await page.getByRole("button", { name: "Phone number correct" }).click();
  await goOn(page, page.getByRole("link", { name: "No", exact: true }));
  await expect(page.getByText(`${wrong.length} customers`)).toBeVisible();
  expect(await readPeople(page)).toEqual(wrong.map(([id]) => id));
  for (const [id] of wrong) {
    await expect(rowOf(page, id).getByText("Phone wrong")).toBeVisible();
  }
  await expect(customersTable(page).getByText("Confirmed", { exact: true })).toHaveCount(0);
});

test("a search finds people by name, by number however it is spelled, and by id", async ({
  page,
  still,
}) => {
  const [call] = still.calls;
  const details = detailsOf(call);
  const digits = details?.phone_number.replaceAll(/\D/g, "") ?? "";
  await page.goto("/customers");
  for (const words of [
    `${details?.last_name} ${details?.first_name}`.toUpperCase(),
    `${digits.slice(0, 4)} ${digits.slice(4)}`,
    details?.id ?? "",
  ]) {
    await page.getByRole("searchbox", { name: "Search customers" }).fill(words);
    await expect(page).toHaveURL((url) => url.searchParams.get("q") === words);
    await expect(rowOf(page, details?.id ?? "")).toBeVisible();
  }
});

test("page by page, each is there once, in every order", async ({ page, still }) => {
  const people = groupByPerson(still.calls);
  for (const sort of ["-last_call", "calls", "name"]) {
    await page.goto(`/customers?sort=${sort}&limit=40`);
    const ids = await readPeople(page);
    const next = page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: "Next" });
    while (await next.isVisible()) {
      await goOn(page, next);
      ids.push(...(await readPeople(page)));
    }
    expect(ids.toSorted()).toEqual([...people.keys()].toSorted());
  }
});

test("the page of a person has every call of theirs, and leads on", async ({ page, still }) => {
  const people = groupByPerson(still.calls);
  const [id = "", calls = []] =
    [...people].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  expect(calls.length).toBeGreaterThan(1);
  await page.goto(`/recordings/${calls[0]?.id}`);
  await page.getByRole("heading", { level: 1 }).getByRole("link").click();
  await expect(page).toHaveURL(`/customers/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(nameOf(calls[0]));
  const table = page.getByRole("table", { name: "Calls" });
  expect(await readHrefs(table)).toEqual(calls.map((call) => `/recordings/${call.id}`));
  await page.goto(`/customers/${id}?limit=1`);
  expect(await readHrefs(table)).toHaveLength(1);
  await goOn(page, page.getByRole("link", { name: "Older" }));
  expect(await readHrefs(table)).toEqual([`/recordings/${calls[1]?.id}`]);
  await page.getByRole("link", { name: "Show in recordings" }).click();
  await expect(page).toHaveURL(`/recordings?customer=${id}`);
  await expect(page.getByText(`${calls.length} calls`, { exact: true })).toBeVisible();
});

test("an unknown person, and an address of any kind, get a page that says so", async ({ page }) => {
  for (const path of ["/customers/nobody", "/customers/%00", "/customers/%", "/customers/%F0"]) {
    const response = await page.goto(path);
    expect.soft(response?.status(), path).toBe(404);
    await expect.soft(page.getByRole("heading", { level: 1 }), path).toBeVisible();
  }
  await expect(page.getByRole("heading", { name: "Customer not found" })).toBeVisible();
});

test("parameters of a person's address degrade, and so do those of the list", async ({
  page,
  still,
}) => {
  const id = detailsOf(still.calls[0])?.id;
  for (const query of [
    "after=garbage&before=&limit=-1&sort=password",
    "after=9999999999999999~x",
    "limit=1e9&status=%00&q=%ED%A0%80&x[y]=1",
    `q=${encodeURIComponent("'\"%_\\ 🎧 \u202e OR 1=1 --".repeat(100))}`,
  ]) {
    expect((await page.goto(`/customers/${id}?${query}`))?.status()).toBe(200);
    await expect(page.getByRole("region", { name: "Calls" })).toBeVisible();
    expect((await page.goto(`/customers?${query}`))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  }
});

function customersTable(page: Page): Locator {
  return page.getByRole("table", { name: "Customers" });
}

function rowOf(page: Page, id: string): Locator {
  const link = page.locator(`a[href="/customers/${id}"]`);
  return customersTable(page).getByRole("row").filter({ has: link });
}

function cell(row: Locator, index: number): Locator {
  return row.getByRole("cell").nth(index);
}

async function readPeople(page: Page): Promise<string[]> {
  await expect(customersTable(page)).toBeVisible();
  const hrefs = await readHrefs(customersTable(page));
  return hrefs.flatMap((href) => /^\/customers\/([^?]+)$/.exec(href)?.[1] ?? []);
}

async function readHrefs(table: Locator): Promise<string[]> {
  const links = table.getByRole("row").getByRole("link");
  return links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
}

/** Newest first, people and calls. */
function groupByPerson(calls: SentCall[]): Map<string, SentCall[]> {
  const people = new Map<string, SentCall[]>();
  for (const call of calls) {
    const { id } = call.customer.details;
    people.set(id, [...(people.get(id) ?? []), call]);
  }
  return people;
}

function detailsOf(call: SentCall | undefined) {
  return call?.customer.details;
}

function nameOf(call: SentCall | undefined): string {
  const { first_name = "", last_name = "" } = detailsOf(call) ?? {};
  return `${first_name} ${last_name}`;
}

function toIso(call: SentCall | undefined): string {
  return new Date(call?.created_at ?? 0).toISOString();
}
