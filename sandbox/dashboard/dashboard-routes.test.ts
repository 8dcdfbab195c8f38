import { expect, test } from "vitest";
import { startReceiver } from "../testing/start-receiver";
import { startTestSandbox } from "../testing/start-test-sandbox";

function sendForm(url: string, fields: Record<string, string>, headers: HeadersInit = {}) {
  const body = new URLSearchParams(fields);
  return fetch(url, { method: "POST", body, headers, redirect: "manual" });
}

test("a webhook that is registered on the page gets the calls, until it is removed", async () => {
  const receiver = await startReceiver();
  const sandbox = await startTestSandbox();
  const page = `${sandbox.url}/settings/webhooks`;
  expect(await (await fetch(page)).text()).toContain("No webhook is registered");

  const registered = await sendForm(page, { url: receiver.url });
  expect(registered.status).toBe(303);
  expect(registered.headers.get("location")).toBe("/settings/webhooks");
  await sandbox.placer.place({ count: 5, ratePerSecond: Number.POSITIVE_INFINITY });
  expect(receiver.accepted).toHaveLength(5);
  const withWebhook = await (await fetch(page)).text();
  expect(withWebhook).toContain(receiver.url);
  expect(withWebhook).toContain("Accepted with 202");

  await sendForm(`${page}/remove`, { url: receiver.url });
  await sandbox.placer.place({ count: 5, ratePerSecond: Number.POSITIVE_INFINITY });
  expect(receiver.accepted).toHaveLength(5);
});

test("an address that cannot be registered comes back with its fault, escaped", async () => {
  const { url } = await startTestSandbox();
  const response = await sendForm(`${url}/settings/webhooks`, { url: "ftp://<b>" });
  const text = await response.text();
  expect(response.status).toBe(422);
  expect(text).toContain("is not an http or https address");
  expect(text).not.toContain("<b>");
});

test("the front page shows calls, counts and campaigns, and takes no form of another site", async () => {
  const sandbox = await startTestSandbox();
  await sendForm(`${sandbox.url}/calls`, {});
  await sandbox.placer.place({ count: 30, ratePerSecond: Number.POSITIVE_INFINITY });
  const page = await (await fetch(sandbox.url)).text();
  expect(page).toContain("<dt>Calls placed</dt><dd>31</dd>");
  expect(page).toContain("No campaign");
  const foreign = await sendForm(`${sandbox.url}/calls`, {}, { origin: "http://example.com" });
  expect(foreign.status).toBe(403);
});
