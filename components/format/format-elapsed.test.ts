import { describe, expect, it } from "vitest";
import { formatElapsed, sayElapsed } from "./format-elapsed";

describe("formatElapsed", () => {
  it.each([
    [0, "0:00"],
    [65.9, "1:05"],
    [3599.99, "59:59"],
    [3729, "1:02:09"],
    [-3, "0:00"],
    [Number.NaN, "0:00"],
    [Number.POSITIVE_INFINITY, "0:00"],
  ])("%d seconds are %s", (seconds, text) => expect(formatElapsed(seconds)).toBe(text));
});

describe("sayElapsed", () => {
  it.each([
    [0, "0 seconds"],
    [1, "1 second"],
    [60, "1 minute"],
    [3725, "1 hour 2 minutes 5 seconds"],
  ])("%d seconds are said %s", (seconds, text) => expect(sayElapsed(seconds)).toBe(text));
});
