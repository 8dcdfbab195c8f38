import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { log } from "@/lib/ops/log";
import {
  getWrongSecrets,
  patientPerAddress,
  toldPerAddress,
} from "../secrets/check/wrong-secret-tally";
import { refuseSecret } from "./accept-delivery";
import type { Sent } from "./read-request";

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

afterEach(() => vi.useRealTimers());

function post(headers: Record<string, string>, remoteAddress = "192.0.2.1"): Sent {
  return { headers: Object.entries(headers), remoteAddress };
}

test("answers 401 with a request id", () => {
  const { status, body } = refuseSecret(post({}, "192.0.2.1"));
  expect(status).toBe(401);
  expect(JSON.parse(body)).toMatchObject({
    code: "unknown-secret",
    requestId: expect.stringMatching(/^[\w-]{36}$/),
  });
});

test.each([
  [{ "content-length": "65536" }, undefined],
  [{ "content-length": "65537" }, "close"],
  [{ "content-length": "99999999999" }, "close"],
  [{ "transfer-encoding": "chunked" }, "close"],
])("%j leaves the connection at %s", (headers, expected) => {
  expect(refuseSecret(post(headers as Record<string, string>)).headers.Connection).toBe(expected);
});

test("a flood is counted, and named in the log a few times, without the secret", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const warn = vi.spyOn(log(), "warn");
  const before = getWrongSecrets()?.requests ?? 0;
  for (let n = 0; n < 200; n++) refuseSecret(post({}, "192.0.2.77"));
  expect(getWrongSecrets()?.requests).toBe(before + 200);
  expect(warn).toHaveBeenCalledTimes(toldPerAddress);
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ address: "192.0.2.77" });
  expect(JSON.stringify(warn.mock.calls)).not.toContain("canary");
});

test("a flood loses its connection with each answer, and others keep theirs", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const connections = Array.from(
    { length: patientPerAddress + 1 },
    () => refuseSecret(post({}, "192.0.2.88")).headers.Connection,
  );
  expect(connections.slice(0, -1)).not.toContain("close");
  expect(connections.at(-1)).toBe("close");
  const other = refuseSecret(post({}, "192.0.2.89"));
  expect(other.headers.Connection).toBeUndefined();
});
