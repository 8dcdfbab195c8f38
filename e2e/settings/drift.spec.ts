import { expect, type Page } from "@playwright/test";
import pg from "pg";
import { SequenceGenerator, toDeliveryId } from "@/lib/intake/journal/sequence";
import { section } from "../support/page/read-facts";
import { deliver, makeCampaign, makeEvent } from "../support/requests/recording-event";
import { embeddedDatabaseUrl } from "../support/server/embedded-database";
import { test } from "../support/test";

test("what differs from the interface is told, leads to its delivery, and is acknowledged", async ({
  page,
  earshot,
}) => {
  const field = makeCampaign().replaceAll("-", "_");
  const [status, campaign] = [`${field}_status`, makeCampaign()];
  const changes = { [field]: 1, minutes_used: "3", status, campaign };
  const id = await deliver({ ...earshot, request: page.request }, makeEvent(changes));
  const last = await deliver({ ...earshot, request: page.request }, makeEvent({ [field]: 2 }));

  await page.goto("/settings/webhooks");
  const news = section(page, "Schema changes");
  await expect(news).toContainText("Unknown field");
  await news.getByRole("link", { name: "All changes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Schema changes" })).toBeVisible();

  const known = rowOf(page, "Fields and types", field);
  await expect(known).toContainText("New");
  await expect(known).toContainText("Unknown field");
  await expect(known.getByRole("cell").first()).toHaveText(/^2\b/);
  await expect(known.getByRole("link").first()).toHaveAttribute("href", new RegExp(id));
  await expect(known.getByRole("link").last()).toHaveAttribute("href", new RegExp(last));
  const texts = rowOf(page, "Fields and types", "minutes_used").filter({
    hasText: "Text instead of a whole number",
  });
  await expect(texts).toBeVisible();
  await expect(rowOf(page, "Values", status)).toContainText("Status");
  await expect(rowOf(page, "Values", campaign)).toContainText("Campaign");

  const fields = section(page, "Fields and types");
  const acknowledge = fields.getByRole("button", { name: /^Acknowledge/ });
  await expect(acknowledge).toBeDisabled();
  const all = fields.getByRole("checkbox", { name: "Select all: Fields and types" });
  await all.check();
  const waiting = fields.getByRole("table").getByRole("checkbox");
  await expect(acknowledge).toHaveText(`Acknowledge ${await waiting.count()}`);
  await all.uncheck();
  await known.getByRole("checkbox", { name: `Unknown field ${field}` }).check();
  await texts.getByRole("checkbox").check();
  await expect(acknowledge).toHaveText("Acknowledge 2");
  await acknowledge.click();
  await expect(texts).toContainText("Known since");
  await expect(known).toContainText("Known since");
  await expect(known.getByRole("checkbox")).toHaveCount(0);
  await expect(known).not.toContainText("New");
  await deliver({ ...earshot, request: page.request }, makeEvent({ [field]: 3 }));
  await page.reload();
  await expect(known.getByRole("cell").first()).toHaveText(/^3\b/);
  await expect(known).toContainText("Known since");
  await known.getByRole("link").first().click();
  await expect(page.getByRole("main")).toContainText(`"${field}": 1`);
});

test("raw bytes are kept as long as is set, and dropping them is asked about first", async ({
  page,
  earshot,
}) => {
  const deliveryId = await makeOldDelivery(earshot.dataDir, 40);
  await page.goto("/settings/retention");
  await expect(section(page, "Stored payloads")).toContainText("Oldest day");
  const form = section(page, "Retention period");
  const days = form.getByLabel("Days");
  await expect(days).toHaveValue("90");

  for (const typed of ["soon", "0", "3651", "-1", "1.5", ""]) {
    await days.fill(typed);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toContainText("Enter a whole number of days from 1 to 3650.");
    await expect(days).toHaveValue(typed);
    await expect(days).toBeFocused();
    await expect(days).toHaveAttribute("aria-invalid", "true");
  }
  await form.getByLabel("forever").check();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("status")).toHaveText("Saved.");
  await page.reload();
  await expect(form.getByLabel("forever")).toBeChecked();

  await form.getByLabel("for", { exact: true }).check();
  await days.fill("30");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText("This deletes 1 day of raw payloads now");
  expect((await page.request.get(`/api/deliveries/${deliveryId}/raw`)).status()).toBe(200);
  await form.getByRole("button", { name: "Keep 30 days and delete 1 day" }).click();
  await expect(form.getByRole("status")).toHaveText("Saved.");

  const raw = () => page.request.get(`/api/deliveries/${deliveryId}/raw`);
  await expect.poll(async () => (await raw()).status()).toBe(410);
  expect((await raw()).headers()["content-type"]).toBe("application/problem+json");
  await page.goto(`/settings/webhooks/deliveries/${deliveryId}`);
  await expect(section(page, "Body")).toContainText("30 days after it arrived (retention period)");
  await expect(page.getByRole("link", { name: "Raw payload" })).toBeHidden();

  await page.goto("/settings/retention");
  await days.fill("90");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("status")).toHaveText("Saved.");
});

function rowOf(page: Page, table: string, name: string) {
  const rows = page.getByRole("table", { name: table }).getByRole("row");
  return rows.filter({ has: page.getByText(name, { exact: true }) });
}

/** A delivery as it would stand in the ledger by now. */
async function makeOldDelivery(dataDir: string, daysAgo: number): Promise<string> {
  const acceptedMs = Date.now() - daysAgo * 86_400_000;
  const acceptedSeq = new SequenceGenerator(9, 0n, () => acceptedMs).next();
  const id = toDeliveryId(acceptedSeq);
  const [day, next] = [acceptedMs, acceptedMs + 86_400_000].map((ms) =>
    new Date(ms).toISOString().slice(0, 10),
  );
  const database = new pg.Client(await embeddedDatabaseUrl(dataDir));
  await database.connect();
  // Who makes a day may drop it.
  await database.query("SET ROLE earshot_app");
  await database.query(
    `CREATE TABLE delivery_body_${day?.replaceAll("-", "")} PARTITION OF delivery_body
       FOR VALUES FROM ('${day}') TO ('${next}')`,
  );
  await database.query(
    `INSERT INTO delivery (id, accepted_on, accepted_at, accepted_seq, bytes, sha256, secret_hash,
       remote_address, outcome)
     VALUES ($1, $2, $3, $4, 2, '\\x00', '0123456789ab', '192.0.2.1', 'stored')`,
    [id, day, new Date(acceptedMs), acceptedSeq],
  );
  await database.query("INSERT INTO delivery_body VALUES ($1, $2, '[]', '{}')", [id, day]);
  await database.end();
  return id;
}
