import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPoller } from "./watch-changes";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("asks at once, then only as often as it may, and once more for what came meanwhile", async () => {
  const asked: number[] = [];
  const poller = createPoller(async () => {
    asked.push(Date.now());
    return "answered";
  });
  const begun = Date.now();
  for (let n = 0; n < 100; n += 1) {
    poller.want();
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked[0]).toBe(begun);
  expect(asked.length).toBeGreaterThanOrEqual(5);
  expect(asked.length).toBeLessThanOrEqual(6);
});

test("asks again by itself after a failure, less and less often", async () => {
  let asked = 0;
  const poller = createPoller(async () => {
    asked += 1;
    return asked < 5 ? "failed" : "answered";
  });
  poller.want();
  await vi.advanceTimersByTimeAsync(3_100);
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(3_100);
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toBe(5);
});

test("asks no more once it is stopped, nor more often than the answers take", async () => {
  vi.useRealTimers();
  let asked = 0;
  const poller = createPoller(async () => {
    asked += 1;
    await sleep(60);
    return "answered";
  });
  poller.want();
  await sleep(20);
  poller.want();
  await sleep(250);
  expect(asked).toBe(1);
  poller.stop();
  await sleep(200);
  poller.want();
  expect(asked).toBe(1);
});
