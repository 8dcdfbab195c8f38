import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusals } from "./gateway";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const exported = "/api/recordings/export?format=csv";

function asking(url: string, cookie?: string, method = "GET"): IncomingMessage {
  return { method, url, headers: { ...(cookie && { cookie }) } } as IncomingMessage;
}

function saying(statusCode: number): ServerResponse {
  return { statusCode } as ServerResponse;
}

test("whoever has too many open is told so for a second without asking web", () => {
  const refusals = new Refusals();
  refusals.note(asking(exported, "a=1"), saying(429));
  const answer = refusals.find(asking("/api/recordings/export?format=jsonl", "a=1"));
  expect(answer).toMatchObject({ status: 429, headers: { "Retry-After": "5" } });
  expect(JSON.parse(answer?.body ?? "")).toMatchObject({ code: "too-many-open" });
  vi.advanceTimersByTime(999);
  expect(refusals.find(asking(exported, "a=1"))).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(refusals.find(asking(exported, "a=1"))).toBeUndefined();
});

test("nobody else is refused for it, and nothing else", () => {
  const refusals = new Refusals();
  refusals.note(asking(exported, "a=1"), saying(429));
  for (const other of [
    asking(exported, "a=2"),
    asking(exported),
    asking("/api/live", "a=1"),
    asking(exported, "a=1", "POST"),
  ]) {
    expect(refusals.find(other)).toBeUndefined();
  }
});

test.each([
  ["an answer", asking(exported, "a=1"), 200],
  ["a page", asking("/recordings", "a=1"), 429],
  ["a stranger's", asking("/api/auth/get-session"), 429],
  ["a form", asking("/api/auth/sign-in/email", "a=1", "POST"), 429],
  ["sound", asking("/api/recordings/r1/audio", "earshot.session_token=x"), 429],
])("%s is no such refusal", (_, request, status) => {
  const refusals = new Refusals();
  refusals.note(request, saying(status));
  expect(refusals.find(request)).toBeUndefined();
});

test("of many, the last are known", () => {
  const refusals = new Refusals();
  for (let n = 0; n < 5_000; n++) refusals.note(asking(exported, `a=${n}`), saying(429));
  expect(refusals.find(asking(exported, "a=4999"))).toBeDefined();
  expect(refusals.find(asking(exported, "a=0"))).toBeUndefined();
});
