import { describe, expect, test } from "vitest";
import { median, percentile } from "./percentile";

describe("percentile", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  test("is a value that occurred, whatever the order", () => {
    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile([9, 10, 100], 0.5)).toBe(10);
  });

  test("of few values is the worst of them", () => {
    expect(percentile([3, 1], 0.99)).toBe(3);
    expect(percentile([7], 0.01)).toBe(7);
  });

  test("of none is not a number", () => {
    expect(percentile([], 0.5)).toBeNaN();
  });
});

test("the median of an even number is between the two in the middle", () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([5, 1, 3])).toBe(3);
  expect(median([])).toBeNaN();
});
