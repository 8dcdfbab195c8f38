import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it, test } from "vitest";
import { parseEnv } from "@/lib/platform/settings/env";
import { readRemoteAddress, trustedOrigins } from "./request-origin";

it("trusts the public address alone", () => {
  expect(trustedOrigins("https://calls.example.com/")).toEqual(["https://calls.example.com"]);
  expect(trustedOrigins("http://localhost.example.com:81")).toEqual([
    "http://localhost.example.com:81",
  ]);
});

it("trusts every name of this machine when it runs there", () => {
  const origins = ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"];
  expect(trustedOrigins("http://localhost:3000")).toEqual(origins);
  expect(trustedOrigins("http://127.0.0.1:3000")).toEqual(origins);
});

function requestFrom(peer: string, forwardedFor?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: peer });
  const request = new IncomingMessage(socket);
  if (forwardedFor !== undefined) request.headers["x-forwarded-for"] = forwardedFor;
  return request;
}

const chain = "198.51.100.66, 203.0.113.7, 10.0.0.2";

test.each([
  ["nobody is believed by default", undefined, "10.0.0.1", chain, "10.0.0.1"],
  ["none", 0, "10.0.0.1", chain, "10.0.0.1"],
  ["one hop", 1, "10.0.0.1", chain, "10.0.0.2"],
  ["two hops", 2, "10.0.0.1", chain, "203.0.113.7"],
  ["more hops than there are", 9, "10.0.0.1", chain, "198.51.100.66"],
  ["a network", ["10.0.0.0/8"], "10.0.0.1", chain, "203.0.113.7"],
  ["a network that the peer is not of", ["192.0.2.0/24"], "10.0.0.1", chain, "10.0.0.1"],
  ["an address", ["10.0.0.1"], "10.0.0.1", chain, "10.0.0.2"],
  ["one of both families", ["10.0.0.1", "2001:db8::/32"], "2001:db8::1", chain, "10.0.0.2"],
  ["no header", 1, "10.0.0.1", undefined, "10.0.0.1"],
  ["a mapped address", undefined, "::ffff:192.0.2.4", undefined, "192.0.2.4"],
  ["what is no address", ["10.0.0.0/8"], "10.0.0.1", "nonsense, 10.0.0.2", "nonsense"],
])("%s", (_name, trusted, peer, forwardedFor, expected) => {
  expect(readRemoteAddress(requestFrom(peer, forwardedFor), trusted)).toBe(expected);
});

test("the setting is a count or a list, and says what it does not understand", () => {
  const read = (value: string) => parseEnv({ TRUSTED_PROXIES: value }).TRUSTED_PROXIES;
  expect(read("2")).toBe(2);
  expect(read("10.0.0.0/8, 2001:db8::1")).toEqual(["10.0.0.0/8", "2001:db8::1"]);
  for (const wrong of ["nginx", "10.0.0.0/99", "1.2.3", "-1", "10.0.0.1,,"]) {
    expect(() => read(wrong), wrong).toThrow(/TRUSTED_PROXIES: must be a number of proxies/);
  }
});
