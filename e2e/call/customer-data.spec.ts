import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { deliver, makeEvent, type RecordingEvent } from "../support/requests/recording-event";
import { test } from "../support/test";

test("what calls disagree about, what changed and who has the same number is shown", async ({
  page,
  earshot,
}) => {
  const id = `cus_${randomBytes(8).toString("hex")}`;
  const line = String(randomBytes(2).readUInt16BE() % 10_000).padStart(4, "0");
  const area = String(200 + (randomBytes(2).readUInt16BE() % 700));
  const number = `+1 ${area} 555 ${line}`;
  const send = (event: RecordingEvent) => deliver({ ...earshot, request: page.request }, event);
  const first = personEvent({ id, phone_number: number });
  const second = personEvent({ id, phone_number: number, first_name: "Theodore" });
  const third = personEvent({ id, phone_number: number, is_phone_number_correct: false });
  for (const event of [first, second, third]) await send(event);
  const other = personEvent({ id: `${id}_other`, phone_number: `(${area}) 555-${line}` });
  await send(other);

  await page.goto(`/customers/${id}`);
  const contradictions = page.getByRole("region", { name: "Contradictions" });
  await expect(contradictions.getByRole("listitem").first()).toBeHidden();
  await contradictions.getByRole("heading", { name: "2 contradictions" }).click();
  await expect(contradictions.getByText("Theodora", { exact: false }).first()).toBeVisible();
  const theodore = contradictions.getByRole("listitem").filter({ hasText: "Theodore" });
  await expect(theodore.getByRole("link")).toHaveAttribute("href", `/recordings/${second.data.id}`);
  const wrong = contradictions.getByRole("listitem").filter({ hasText: /^No/ });
  await expect(wrong.getByRole("link")).toHaveAttribute("href", `/recordings/${third.data.id}`);

  const history = page.getByRole("region", { name: "Change history" });
  const entries = history.getByRole("list").first().getByRole("heading");
  await expect(entries).toHaveText(["Changed", "Changed", "First seen"]);
  await expect(history.getByText("Theodora → Theodore")).toBeVisible();
  await expect(history.getByRole("link", { name: "this call" }).last()).toHaveAttribute(
    "href",
    `/recordings/${first.data.id}`,
  );

  const matches = page.getByRole("region", { name: "Probably the same person" });
  await expect(matches.getByText(`(${area}) 555-${line}`)).toBeVisible();
  await matches.getByRole("link").click();
  await expect(page).toHaveURL(`/customers/${id}_other`);
  await expect(page.getByRole("region", { name: "Probably the same person" })).toContainText(
    number,
  );
  await expect(page.getByRole("region", { name: "Contradictions" })).toBeHidden();

  const table = page.getByRole("table", { name: "Customers" });
  // The list is a moment behind the calls.
  await expect(async () => {
    await page.goto(`/customers?contradictions=true&q=${id}`);
    await expect(table.getByRole("row")).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  await expect(table.getByText("Contradictions")).toBeVisible();
});

test("the calls of a person are a strip over time, with the days between them", async ({
  page,
  earshot,
}) => {
  const id = `cus_${randomBytes(8).toString("hex")}`;
  const days = ["2026-03-02", "2026-03-02", "2026-03-05"];
  const statuses = ["no-answer", "busy", "completed"];
  const ids: string[] = [];
  for (const [n, status] of statuses.entries()) {
    const event = personEvent({ id });
    Object.assign(event.data.attributes, { status, created_at: `${days[n]}T1${n}:00:00Z` });
    await deliver({ ...earshot, request: page.request }, event);
    ids.push(event.data.id);
  }
  await page.goto(`/customers/${id}`);
  const strip = page.getByRole("region", { name: "Attempts" });
  await expect(strip.getByRole("heading")).toHaveText("3 calls within 3 days");
  const marks = strip.getByRole("list").last();
  await expect(marks.getByRole("link")).toHaveText([/no-answer$/, /busy$/, /completed$/]);
  await expect(marks.getByRole("listitem")).toHaveText([/no-answer/, /busy/, /^3 d.*completed/]);
  await marks.getByRole("link").last().click();
  await expect(page).toHaveURL(`/recordings/${ids[2]}`);
});

test("a call that a newer body gives to somebody else is on their page, and on no other", async ({
  page,
  earshot,
}) => {
  const send = (event: RecordingEvent) => deliver({ ...earshot, request: page.request }, event);
  const event = makeEvent();
  const { details } = event.data.attributes.customer;
  const former = details.id;
  await send(event);
  details.id = `${former}_new`;
  await send(event);
  await page.goto(`/customers/${details.id}`);
  const link = page.getByRole("table", { name: "Calls" }).getByRole("link");
  await expect(link).toHaveAttribute("href", `/recordings/${event.data.id}`);
  await page.goto(`/customers/${former}`);
  await expect(
    page.getByText("No calls left: newer deliveries name another customer."),
  ).toBeVisible();
  await page.goto(`/customers?q=${former}&sort=calls`);
  const rows = page.getByRole("table", { name: "Customers" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("0 calls");
  await expect(rows.nth(1)).toContainText("Never");
  await expect(rows.nth(2)).toContainText("1 call");
});

function personEvent(person: Record<string, unknown>): RecordingEvent {
  const event = makeEvent();
  Object.assign(event.data.attributes.customer.details, { last_name: "Lindqvist" }, person);
  return event;
}
