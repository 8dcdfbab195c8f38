import { expect, test } from "vitest";
import { cutText } from "./list-page";

test("cuts at the length, and not what is shorter", () => {
  expect(cutText("abcdef", 4)).toEqual(["abcd", "ef"]);
  expect(cutText("abcd", 4)).toEqual(["abcd", ""]);
  expect(cutText("", 4)).toEqual(["", ""]);
});

test("keeps a character of two units whole", () => {
  expect(cutText("abc🙂d", 4)).toEqual(["abc", "🙂d"]);
  expect(cutText("ab🙂cd", 4)).toEqual(["ab🙂", "cd"]);
});
