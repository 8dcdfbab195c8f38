import { expect } from "@playwright/test";
import { readFacts, section, unfoldDetails } from "../support/page/read-facts";
import { deliver, makeEvent } from "../support/requests/recording-event";
import { readAcknowledged, readSentCalls, type SentCall } from "../support/server/sent-calls";
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
    const { Created, "Minutes used": minutes, ...told } = await readFacts(section(page, "Call"));
    expect(told).toEqual({ Status: call?.status, Campaign: call?.campaign ?? "No campaign" });
    expect(minutes).toMatch(new RegExp(`^${call?.minutes_used} minutes? billed`));
    const created = section(page, "Call").getByRole("time");
    await expect(created).toHaveAttribute(
      "datetime",
      new Date(call?.created_at ?? "").toISOString(),
    );
    expect(Created).toMatch(/^\d+ \w{3}, \d\d:\d\d$/);
    await expect(created).toHaveAttribute("title", /^\d+ \w+ \d{4} at \d\d:\d\d:\d\d GMT/);
    const { Received, ...others } = await readFacts(await unfoldDetails(page));
    expect(others).toEqual(detailFacts(call));
    expect(Received).not.toBe("");
    const { "Phone number": phoneNumber, ...person } = await readFacts(section(page, "Customer"));
    expect(person).toEqual(customerFacts(call));
    const details = call?.customer.details;
    expect(phoneNumber?.replaceAll(/\D/g, "")).toBe(details?.phone_number.replaceAll(/\D/g, ""));
    expect(phoneNumber?.includes("(not correct)")).toBe(!details?.is_phone_number_correct);
    await expect(section(page, "Summary").getByRole("paragraph")).toHaveText(call?.summary ?? "?");
    expect(await readFacts(section(page, "Summary"))).toEqual({
      Transcript: call?.has_transcript
        ? "The calling service has one, but doesn’t send it"
        : "None",
    });
    await expect(section(page, "Other fields")).toBeHidden();
    await expect(section(page, "History")).toContainText(call?.deliveryId ?? "no delivery");
  }
});

test("a person can be called and written to, and ids are cut in their middle and copied whole", async ({
  page,
  earshot,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const callSid = `CA${"0123456789abcdef".repeat(6)}`;
  const event = makeEvent({ call_sid: callSid });
  Object.assign(event.data.attributes.customer.details, {
    first_name: "",
    last_name: "",
    phone_number: "+49 30 5550 1234",
    email: "a.rather.long.name@mail.example.com",
  });
  await deliver({ ...earshot, request: page.request }, event);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/recordings/${event.data.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\+49 30/);
  const customer = section(page, "Customer");
  const [phone, email] = ["+49 30", "a.rather"].map((name) => customer.getByRole("link", { name }));
  await expect(phone ?? customer).toHaveAttribute("href", "tel:+493055501234");
  await expect(email ?? customer).toHaveAttribute(
    "href",
    "mailto:a.rather.long.name@mail.example.com",
  );
  const details = await unfoldDetails(page);
  const id = details.getByTitle(callSid);
  await expect(id).toHaveText(callSid);
  expect((await id.boundingBox())?.height).toBeLessThan(30);
  const end = await id.getByText(callSid.slice(-8), { exact: true }).boundingBox();
  expect((end?.x ?? 999) + (end?.width ?? 0)).toBeLessThan(390);
  await details.getByRole("button", { name: "Copy session id" }).click();
  await expect.poll(copied).toBe(callSid);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(copied).toBe(page.url());
});

test("on paper a call is black on white, whole, and without controls", async ({
  page,
  earshot,
}) => {
  const event = makeEvent({ sentiment: "hopeful" });
  await deliver({ ...earshot, request: page.request }, event);
  const { id, attributes } = event.data;
  for (const path of [`/recordings/${id}`, `/recordings?q=${id}&open=${id}`]) {
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    const details = section(page, "Details");
    await expect(details).toBeVisible();
    await expect(details.getByTitle(attributes.call_sid)).toBeHidden();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(section(page, "Summary")).toContainText(attributes.summary);
    await expect(details.getByTitle(attributes.call_sid)).toBeVisible();
    await expect(details.getByText("sentiment")).toBeVisible();
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByRole("table", { name: "Recordings" })).toBeHidden();
    for (const name of ["Player", "Search recordings"]) {
      await expect(page.getByLabel(name).filter({ visible: true })).toHaveCount(0);
    }
    for (const name of ["Copy call id", "Play", "Next call", "Open as a page", "All calls"]) {
      await expect(page.getByText(name).filter({ visible: true })).toHaveCount(0);
      await expect(page.getByLabel(name, { exact: true }).filter({ visible: true })).toHaveCount(0);
    }
    const colours = await section(page, "Summary").evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return [color, backgroundColor];
    });
    expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
    // Nothing is cut off that a screen would scroll to.
    const isWhole = await section(page, "History").evaluate((element) =>
      [...document.querySelectorAll("aside, main")].every(
        (part) => !part.contains(element) || part.scrollHeight <= part.clientHeight + 1,
      ),
    );
    expect(isWhole).toBe(true);
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
  await unfoldDetails(page);
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
  expect(facts).toMatchObject({ Status: "completed", "Minutes used": "9 minutes billed" });
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
  await expect(history).toContainText("Returned to its state of");

  const retry = await deliver(to, completed);
  await page.reload();
  expect(await readFacts(section(page, "Call"))).toMatchObject({ Status: "ringing" });
  await expect(history).toContainText(/Identical to a delivery \d+ s earlier: ignored as a retry/);
  await history.getByRole("button", { name: `Apply anyway: delivery ${retry}` }).click();
  await expect(section(page, "Call")).toContainText("completed");
  await expect(history).toContainText("Applied anyway");
  await expect(history).not.toContainText("ignored as a retry");
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

function detailFacts(call: SentCall | undefined) {
  return {
    "Call id": call?.id,
    "Session id": call?.call_sid,
    "Customer id": call?.customer.details.id,
    Recording: call?.recording_attachment,
    "Customer list": call?.customer.roster_attachment ?? "None",
  };
}

function customerFacts(call: SentCall | undefined) {
  const details = call?.customer.details;
  return {
    "First name": details?.first_name,
    "Last name": details?.last_name,
    "Phone number correct": details?.is_phone_number_correct ? "Yes" : "No",
    Email: details?.email ?? "None",
    Gender: details?.gender,
    Type: details?.type ?? "None",
    Confirmed: details?.is_confirmed ? "Yes" : "No",
  };
}
