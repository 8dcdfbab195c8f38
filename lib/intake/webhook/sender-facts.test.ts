import { expect, test } from "vitest";
import { type HeaderPairs, readSenderFacts } from "./read-request";

const secret = "naSq-5~Xw.Rt_0b9Kd7uQz3mVy2LpEf8";
const url = `https://calls.example.com/api/webhooks/recordings/${secret}`;

function encode(text: string): string {
  return text.replaceAll(/./gs, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

function factsOf(...names: string[]) {
  const headers: HeaderPairs = [];
  for (let index = 0; index < names.length; index += 2) {
    headers.push([names[index]?.toLowerCase() ?? "", names[index + 1] ?? ""]);
  }
  return readSenderFacts({ headers, remoteAddress: "192.0.2.9" }, secret);
}

test("what says how to read a body is kept, in its order", () => {
  const { headers } = factsOf(
    ...["Content-Type", "application/json", "User-Agent", "Sender/1.0", "Content-Length", "7"],
  );
  expect(headers).toEqual([
    ["content-type", "application/json"],
    ["user-agent", "Sender/1.0"],
    ["content-length", "7"],
  ]);
});

test.each(["X-Original-URI", "X-Envoy-Original-Path", "X-Forwarded-Uri", "Referer", "X-Anything"])(
  "a proxy's %s is not kept",
  (name) => {
    expect(factsOf(name, url).headers).toEqual([]);
  },
);

test.each(["X-Api-Key", "Authorization", "Proxy-Authorization", "Cookie"])(
  "the sender's own secret in %s is not kept",
  (name) => {
    expect(factsOf(name, "Basic c2VjcmV0").headers).toEqual([]);
  },
);

test.each([
  ["as it is", secret],
  ["in another case", secret.toUpperCase()],
  ["percent-encoded", encode(secret)],
  ["percent-encoded in part", secret.replace("~", "%7e").replace("S", "%53")],
  ["percent-encoded twice", encode(encode(secret))],
])("a value that spells the secret is blanked: %s", (_form, spelt) => {
  const { headers } = factsOf("User-Agent", `Sender (${spelt}; ${spelt})`);
  expect(headers).toEqual([["user-agent", "[redacted]"]]);
  const { remoteAddress } = readSenderFacts({ headers: [], remoteAddress: spelt }, secret);
  expect(remoteAddress).toBe("[redacted]");
});

test("an address of any length is cut", () => {
  const sent = { headers: [], remoteAddress: "1".repeat(30_000) };
  expect(readSenderFacts(sent, secret).remoteAddress).toHaveLength(64);
});
