import { expect } from "@playwright/test";
import { readFacts, section } from "../support/page/read-facts";
import { deliver, makeEvent } from "../support/requests/recording-event";
import { readAcknowledged, readSentCalls, type SentCall } from "../support/requests/sent-calls";
import { test } from "../support/test";

test("a call shows every field of the record and the customer as sent", async ({
  page,
  earshot,
}) => {
  const acknowledged = await readAcknowledged(earshot.sandboxUrl);
  const calls = await readSentCalls(page.request, acknowledged.slice(0, 60));
  const full = calls.find(
    ({ campaign, customer }) => campaign && customer.roster_attachment && customer.details.email,
  );
  const bare = calls.find(
    ({ campaign, customer }) => !campaign && !(customer.details.email && customer.details.type),
  );
  const wrongNumber = calls.find(({ customer }) => !customer.details.is_phone_number_correct);
  for (const call of [full, bare, wrongNumber]) {
    await page.goto(`/recordings/${call?.id}`);
    const facts = await readFacts(section(page, "Call"));
    const { Received, "Last changed": changed, Created, ...others } = facts;
    expect(others).toEqual(callFacts(call));
    expect(toInstant(Created)).toBe(Math.floor(Date.parse(call?.created_at ?? "") / 1000));
    expect(toInstant(Received)).toBeLessThanOrEqual(Date.now() / 1000);
    expect(changed).toBe(Received);
    const { "Phone number": phoneNumber, ...person } = await readFacts(section(page, "Customer"));
    expect(person).toEqual(customerFacts(call));
    const details = call?.customer.details;
    expect(phoneNumber?.replaceAll(/\D/g, "")).toBe(details?.phone_number.replaceAll(/\D/g, ""));
    expect(phoneNumber?.includes("(not correct)")).toBe(!details?.is_phone_number_correct);
    await expect(section(page, "Summary").getByRole("paragraph")).toHaveText(call?.summary ?? "?");
    await expect(section(page, "Other fields")).toBeHidden();
    await expect(section(page, "History")).toContainText(call?.deliveryId ?? "no delivery");
  }
});

test("fields that nobody knows yet are shown as they came", async ({ page, earshot }) => {
  const event = makeEvent({
    sentiment: "hopeful",
    agent: { name: "Ada", build: 12_345_678_901_234_567n.toString() },
    scores: [1, 2.5],
  });
  Object.assign(event.data.attributes.customer.details, { shoe_size: 42 });
  await deliver({ ...earshot, request: page.request }, event);
  await page.goto(`/recordings/${event.data.id}`);
  const facts = await readFacts(section(page, "Other fields"));
  expect(Object.values(facts)).toEqual(
    expect.arrayContaining(['"hopeful"', '"Ada"', '"12345678901234567"', "[1,2.5]", "42"]),
  );
  expect(Object.keys(facts).join(" ")).toMatch(/sentiment/);
  expect(Object.keys(facts).join(" ")).toMatch(/agent\.name/);
  expect(Object.keys(facts).join(" ")).toMatch(/details\.shoe_size/);
});

test("each delivery is listed, and the newest is what the page shows", async ({
  page,
  earshot,
}) => {
  const first = makeEvent({ status: "ringing" });
  const { id, attributes } = first.data;
  const last = makeEvent({ ...attributes, status: "completed", minutes_used: 9 });
  last.data.id = id;
  const to = { ...earshot, request: page.request };
  const deliveryIds = [await deliver(to, first), await deliver(to, last), await deliver(to, last)];
  await page.goto(`/recordings/${id}`);
  const history = section(page, "History").getByRole("listitem");
  await expect(history).toContainText(deliveryIds.toReversed());
  await expect(history).toContainText(["Retry ignored", "Changed", "First received"]);
  const facts = await readFacts(section(page, "Call"));
  expect(facts).toMatchObject({ Status: "completed", "Minutes used": "9" });
});

test("a state that comes back is shown and told, and a retry can be taken after all", async ({
  page,
  earshot,
}) => {
  const to = { ...earshot, request: page.request };
  const ringing = makeEvent({ status: "ringing" });
  const { id, attributes } = ringing.data;
  const completed = makeEvent({ ...attributes, status: "completed" });
  completed.data.id = id;
  await deliver(to, ringing);
  await deliver(to, completed);
  await deliver(to, { ...ringing, sent_at: "a little later" } as typeof ringing);
  await page.goto(`/recordings/${id}`);
  const history = section(page, "History");
  expect(await readFacts(section(page, "Call"))).toMatchObject({ Status: "ringing" });
  await expect(history).toContainText("Came back to an earlier state");

  const retry = await deliver(to, completed);
  await page.reload();
  expect(await readFacts(section(page, "Call"))).toMatchObject({ Status: "ringing" });
  await expect(history).toContainText(/Same bytes as \d+ s before: counted as a retry/);
  await history.getByRole("button", { name: `Take it after all: delivery ${retry}` }).click();
  await expect(section(page, "Call")).toContainText("completed");
  await expect(history).toContainText("Taken after all");
  await expect(history).not.toContainText("counted as a retry");
  const delivery = await (await page.request.get(`/api/deliveries/${retry}`)).json();
  expect(delivery.outcome).toBe("stored");
});

test("a call that never was is a page of its own, with status 404", async ({ page }) => {
  const response = await page.goto("/recordings/rec_never");
  expect(response?.status()).toBe(404);
  const title = page.getByRole("heading", { level: 1, name: "Recording not found" });
  await expect(title).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Go to recordings" }).click();
  await expect(page.getByRole("table", { name: "Recordings" })).toBeVisible();
});

test("the customer list of a call can be saved", async ({ page, earshot }) => {
  const calls = await readSentCalls(
    page.request,
    (await readAcknowledged(earshot.sandboxUrl)).slice(0, 60),
  );
  const call = calls.find(({ customer }) => customer.roster_attachment);
  await page.goto(`/recordings/${call?.id}`);
  const saving = page.waitForEvent("download");
  await section(page, "Customer").getByRole("link", { name: "Roster" }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const stream = await download.createReadStream();
  const text = Buffer.concat(await stream.toArray()).toString("utf8");
  expect(text).toMatch(/^id,first_name,last_name,phone_number,gender,email,type\r\n/);
  expect(text).toContain(call?.customer.details.id);
});

function callFacts(call: SentCall | undefined) {
  return {
    Status: call?.status,
    Campaign: call?.campaign ?? "No campaign",
    "Minutes used": String(call?.minutes_used),
    Transcript: call?.has_transcript ? "Yes" : "No",
    "Call id": call?.id,
    "Session id": call?.call_sid,
    Recording: call?.recording_attachment,
  };
}

function customerFacts(call: SentCall | undefined) {
  const details = call?.customer.details;
  return {
    "First name": details?.first_name,
    "Last name": details?.last_name,
    "Phone number correct": details?.is_phone_number_correct ? "Yes" : "No",
    "E-mail": details?.email ?? "None",
    Gender: details?.gender,
    Type: details?.type ?? "None",
    Confirmed: details?.is_confirmed ? "Yes" : "No",
    "Customer id": details?.id,
    "Customer list": call?.customer.roster_attachment ?? "None",
  };
}

/** Seconds since 1970 of "20 November 2026 at 14:03:05 GMT+1". */
function toInstant(shown: string | undefined): number {
  const [, dayAndTime = "", sign = "+", hours = "0"] =
    /^(.+:\d\d) GMT(?:([+-])(\d+))?$/.exec(shown ?? "") ?? [];
  const inUtc = Date.parse(`${dayAndTime.replace(/ at |, /, " ")} UTC`);
  return inUtc / 1000 - Number(`${sign}${hours}`) * 3600;
}
