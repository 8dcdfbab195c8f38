import { expect, it } from "vitest";
import { trustedOrigins } from "./request-origin";

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
