import { expect, test } from "vitest";
import { formatBounded, formatCalls, formatMegabytes } from "./numbers";

test.each([
  [{ total: 1, isTotalMore: false, estimate: null }, "1 call"],
  [{ total: 0, isTotalMore: false, estimate: null }, "0 calls"],
  [{ total: 10_000, isTotalMore: true, estimate: null }, "more than 10,000 calls"],
  [{ total: 10_000, isTotalMore: true, estimate: 24_000 }, "more than 10,000 calls, about 24,000"],
  [{ total: 0, isTotalMore: true, estimate: 24_000 }, "about 24,000 calls"],
  [{ total: 0, isTotalMore: true, estimate: null }, "not counted"],
])("%j is %j", (counted, text) => {
  expect(formatCalls(counted)).toBe(text);
});

test.each([
  [{ count: 1204, isMore: false }, "1,204"],
  [{ count: 10_000, isMore: true }, "10,000+"],
  [{ count: 0, isMore: true }, ""],
])("%j is %j", (counted, text) => {
  expect(formatBounded(counted)).toBe(text);
});

test.each([
  [0, "0 MB"],
  [1, "less than 0.1 MB"],
  [1_240_000, "1.2 MB"],
  [12_400_000, "12 MB"],
  [1_234_000_000, "1,234 MB"],
])("%d bytes are %s", (bytes, text) => expect(formatMegabytes(bytes)).toBe(text));
