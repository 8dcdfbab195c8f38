import { expect, test } from "vitest";
import { firstTestIndex, makeCall } from "../calls/make-call";
import type { Sandbox } from "../start-sandbox";
import { startReceiver } from "../testing/start-receiver";
import { startTestSandbox } from "../testing/start-test-sandbox";
import { tallyBy } from "../testing/tally-by";

const ratePerSecond = Number.POSITIVE_INFINITY;

async function fetchTally(sandbox: Sandbox) {
  return (await fetch(`${sandbox.url}/api/sandbox/tally`)).json();
}

async function fetchAcknowledged(sandbox: Sandbox, query = "") {
  const response = await fetch(`${sandbox.url}/api/sandbox/acknowledged${query}`);
  const lines = (await response.text()).trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

test("each call arrives once, with all of its fields", async () => {
  const receiver = await startReceiver();
  const sandbox = await startTestSandbox("--webhook", receiver.url);
  await sandbox.placer.place({ count: 150, ratePerSecond });
  expect(receiver.accepted).toHaveLength(150);
  expect(receiver.show().size).toBe(150);
  const [first] = receiver.accepted;
  expect(first?.contentType).toBe("application/vnd.api+json");
  const { data } = JSON.parse(first?.body ?? "");
  expect(data).toEqual({
    type: "recordings",
    id: expect.any(String),
    attributes: {
      minutes_used: expect.any(Number),
      call_sid: expect.stringMatching(/^CA/),
      recording_attachment: expect.stringContaining(`${sandbox.url}/recordings/CA`),
      campaign: expect.toSatisfy((value) => value === null || typeof value === "string"),
      customer: {
        details: expect.objectContaining({
          id: expect.any(String),
          is_confirmed: expect.any(Boolean),
        }),
        roster_attachment: expect.toSatisfy((value) => value === null || value.endsWith(".csv")),
      },
      has_transcript: expect.any(Boolean),
      summary: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      status: expect.any(String),
    },
  });
});

test("the tally is what the receiver shows", async () => {
  const receiver = await startReceiver();
  const sandbox = await startTestSandbox("--webhook", receiver.url);
  await fetch(`${sandbox.url}/api/sandbox/calls`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ count: 200, rate: "max" }),
  });
  await expect
    .poll(() => fetchTally(sandbox), { timeout: 4000 })
    .toMatchObject({ placed: 200, outstanding: 0 });
  const shown = [...receiver.show().values()];
  expect(await fetchTally(sandbox)).toMatchObject({
    delivered: 200,
    refused: 0,
    unanswered: 0,
    ids: 200,
    byStatus: tallyBy(shown, ({ status }) => status),
    byCampaign: tallyBy(shown, ({ campaign }) => campaign),
    outOfOrder: [],
  });
});

test("the tally is what the receiver shows, however the sandbox misbehaves", async () => {
  const receiver = await startReceiver();
  const sandbox = await startTestSandbox("--webhook", receiver.url, "--misbehave");
  await sandbox.placer.place({ count: 400, ratePerSecond });
  const shown = receiver.show();
  const tally = await fetchTally(sandbox);
  expect(tally.delivered).toBe(receiver.accepted.length);
  expect(tally.ids).toBe(shown.size);
  expect(tally.ids).toBeLessThan(tally.placed);
  expect(tally.byStatus).toEqual(tallyBy(shown.values(), ({ status }) => status));
  expect(tally.byCampaign).toEqual(tallyBy(shown.values(), ({ campaign }) => campaign));
  expect(tally.outOfOrder.length).toBeGreaterThan(0);
  for (const { id, lastDelivered } of tally.outOfOrder) {
    expect(lastDelivered).toBe("in-progress");
    expect(shown.get(id)?.status).toBe("in-progress");
  }
  const bodies = receiver.accepted.map(({ body }) => body);
  expect(new Set(bodies).size).toBeLessThan(bodies.length);
  for (const oddity of [/^\{"id"/, /^\{"data":\[/, /"call-sid"/, /"callSid"/, /"sentiment"/]) {
    expect(
      bodies.some((body) => oddity.test(body)),
      String(oddity),
    ).toBe(true);
  }
});

test("acknowledged lines carry the receiver's delivery ids and the hashes of its bodies", async () => {
  const receiver = await startReceiver();
  const sandbox = await startTestSandbox("--webhook", receiver.url, "--misbehave");
  await sandbox.placer.place({ count: 100, ratePerSecond });
  const latest = await fetchAcknowledged(sandbox);
  expect(latest.map(({ id }) => id).sort()).toEqual([...receiver.show().keys()].sort());
  for (const line of latest) expect(line.status).toBe(receiver.show().get(line.id)?.status);
  const every = await fetchAcknowledged(sandbox, "?every=1");
  expect(new Set(every.map(({ deliveryId }) => deliveryId)).size).toBe(receiver.accepted.length);
  expect(new Set(every.map(({ sha256 }) => sha256))).toEqual(
    new Set(receiver.accepted.map(({ sha256 }) => sha256)),
  );
});

test("test calls are counted and send nothing", async () => {
  const receiver = await startReceiver();
  const sandbox = await startTestSandbox("--webhook", receiver.url);
  const response = await fetch(`${sandbox.url}/api/sandbox/test-call`, { method: "POST" });
  const testCall = await response.json();
  expect(testCall.id).toBe(makeCall(42, firstTestIndex).id);
  await fetch(`${sandbox.url}/test-calls`, { method: "POST" });
  await sandbox.placer.place({ count: 100, ratePerSecond });
  const { placed, test, ids } = await fetchTally(sandbox);
  expect(placed).toBe(100);
  expect(ids).toBe(100);
  expect(test).toBeGreaterThan(2);
  const testIds = Array.from({ length: test }, (_, i) => makeCall(42, firstTestIndex + i).id);
  expect(testIds.filter((id) => receiver.show().has(id))).toEqual([]);
});

test("what is refused is counted and not sent again", async () => {
  const receiver = await startReceiver((n) => (n % 4 === 0 ? 503 : 202));
  const sandbox = await startTestSandbox("--webhook", receiver.url);
  await sandbox.placer.place({ count: 40, ratePerSecond });
  const tally = await fetchTally(sandbox);
  expect(tally).toMatchObject({ delivered: 30, refused: 10, retried: 0, ids: 30 });
  expect(receiver.show().size).toBe(30);
});

test("with --retry everything arrives in the end", async () => {
  const receiver = await startReceiver((n) => (n % 4 === 0 ? 503 : 202));
  const sandbox = await startTestSandbox("--webhook", receiver.url, "--retry");
  await sandbox.placer.place({ count: 40, ratePerSecond });
  const tally = await fetchTally(sandbox);
  expect(tally).toMatchObject({ delivered: 40, refused: 0, ids: 40 });
  expect(tally.retried).toBeGreaterThanOrEqual(10);
  expect(receiver.show().size).toBe(40);
});

test("a webhook that is away is counted as unanswered, and keeps no other from its events", async () => {
  const receiver = await startReceiver();
  const away = "http://127.0.0.1:9/hook";
  const sandbox = await startTestSandbox("--webhook", away, "--webhook", receiver.url);
  await sandbox.placer.place({ count: 20, ratePerSecond });
  const ofOne = async (url: string) =>
    (await fetch(`${sandbox.url}/api/sandbox/tally?webhook=${encodeURIComponent(url)}`)).json();
  expect(await ofOne(away)).toMatchObject({ delivered: 0, unanswered: 20, ids: 0 });
  expect(await ofOne(receiver.url)).toMatchObject({ delivered: 20, unanswered: 0, ids: 20 });
});
