import { readdirSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { inProject } from "@/bin/command/project";
import { deliver, makeEvent } from "../requests/recording-event";
import { readShared } from "../server/shared-earshot";
import { recordingsTable } from "./recordings-list";

/** The route of every page that there is, such as "/recordings/[id]". */
export function listPages(): string[] {
  return readdirSync(inProject("app"), { recursive: true, encoding: "utf8" })
    .filter((path) => /(?:^|\/)page\.tsx$/.test(path))
    .map((path) => `/${path.replace(/\/?page\.tsx$/, "")}`.replaceAll(/\/\([^)]+\)/g, "") || "/")
    .sort();
}

/** Where the page of a route is; it may make what the page shows. `page` reads English. */
export async function addressOf(route: string, page: Page): Promise<string> {
  const address = await (addresses[route]?.(page) ?? route);
  expect(address, `${route} is new: say where it is`).not.toContain("[");
  return address;
}

/** Where the pages are whose route alone does not say it. */
const addresses: Record<string, (page: Page) => Promise<string>> = {
  "/customers": async () => "/customers?limit=8",
  "/customers/[id]": findCustomer,
  "/recordings": async () => "/recordings?limit=8",
  "/recordings/[id]": findRecording,
  "/settings/webhooks/deliveries/[id]": findDelivery,
  "/set-up/[token]": makeInvitation,
};

export async function findRecording(page: Page): Promise<string> {
  await page.goto("/recordings?status=completed");
  const link = recordingsTable(page).getByRole("row").nth(1).getByRole("link");
  return (await link.getAttribute("href")) ?? "no recording";
}

async function findDelivery(page: Page): Promise<string> {
  await page.goto("/settings/webhooks");
  const link = page.getByRole("region", { name: "Recent deliveries" }).getByRole("link").first();
  return (await link.getAttribute("href")) ?? "";
}

/** Somebody whose calls disagree, and who has a double. */
async function findCustomer(page: Page): Promise<string> {
  const { webhookUrl } = readShared();
  const event = makeEvent();
  const { details } = event.data.attributes.customer;
  const { id } = details;
  await deliver({ webhookUrl, request: page.request }, event);
  const contradicting = makeEvent();
  Object.assign(contradicting.data.attributes.customer.details, {
    ...details,
    first_name: "x".repeat(60),
    is_phone_number_correct: false,
  });
  await deliver({ webhookUrl, request: page.request }, contradicting);
  const double = makeEvent();
  double.data.attributes.customer.details.phone_number = details.phone_number;
  await deliver({ webhookUrl, request: page.request }, double);
  return `/customers/${id}`;
}

async function makeInvitation(page: Page): Promise<string> {
  await page.goto("/settings/members");
  await page.getByRole("button", { name: "Create invite link" }).click();
  const made = page.getByRole("status").filter({ hasText: "/set-up/" });
  return /http\S+\/set-up\/\S+/.exec((await made.textContent()) ?? "")?.[0] ?? "no link";
}

/** Asks for the palette until the page listens: keys work a moment after it is there. @returns its box */
export async function openPalette(page: Page): Promise<Locator> {
  const box = page.getByRole("combobox", { name: /^Find a page/ });
  await expect(async () => {
    if (!(await box.isVisible())) await page.keyboard.press("Control+k");
    await expect(box).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return box;
}
