import { expect, test } from "vitest";
import { startReceiver } from "../testing/start-receiver";
import { startTestSandbox } from "../testing/start-test-sandbox";

test("a paced batch keeps its rate, and its calls have just ended", async () => {
  const receiver = await startReceiver();
  const sandbox = await startTestSandbox("--webhook", receiver.url);
  const startMs = Date.now();
  await sandbox.placer.place({ count: 6, ratePerSecond: 20 });
  const elapsedMs = Date.now() - startMs;
  expect(elapsedMs).toBeGreaterThanOrEqual(240);
  expect(elapsedMs).toBeLessThan(4000);
  for (const { body } of receiver.accepted) {
    const ageSeconds =
      (Date.now() - Date.parse(JSON.parse(body).data.attributes.created_at)) / 1000;
    expect(ageSeconds).toBeGreaterThan(0);
    expect(ageSeconds).toBeLessThan(1000);
  }
});

test("an endless batch ends when it is stopped", async () => {
  const receiver = await startReceiver();
  const sandbox = await startTestSandbox("--webhook", receiver.url);
  const placing = sandbox.placer.place({ count: Number.POSITIVE_INFINITY, ratePerSecond: 100 });
  await expect.poll(() => receiver.accepted.length).toBeGreaterThan(3);
  sandbox.placer.stop();
  await placing;
});
