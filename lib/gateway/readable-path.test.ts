import { expect, test } from "vitest";
import { toReadablePath } from "./answer-request";

test.each([
  ["/", "/"],
  ["/recordings?q=a%20b&status=x?y", "/recordings?q=a%20b&status=x?y"],
  ["/%e2%82%ac", "/%e2%82%ac"],
  ["/100%", "/100%25"],
  ["/%ff?q=%ff", "/%25ff?q=%ff"],
  ["http://calls.example.com/api/health?x=1", "/api/health?x=1"],
  ["HTTPS://calls.example.com", "/"],
  ["http://calls.example.com?q=1", "/?q=1"],
  ["*", "/*"],
  ["", "/"],
])("%j means %j", (url, expected) => {
  expect(toReadablePath(url)).toBe(expected);
});
