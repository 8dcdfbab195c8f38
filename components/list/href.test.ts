import { expect, it } from "vitest";
import { toListHref, toParameters } from "./href";

it("leaves out what a form left empty", () => {
  expect(
    toListHref([
      ["from", ""],
      ["to", ""],
    ]),
  ).toBe("/recordings");
  expect(
    toListHref([
      ["q", "a&b"],
      ["from", ""],
      ["status", "x"],
      ["status", "!y"],
    ]),
  ).toBe("/recordings?q=a%26b&status=x&status=%21y");
});

it("keeps every value of a repeated parameter, in order", () => {
  const parameters = toParameters({ status: ["a", "!b"], q: "x y", none: undefined });
  expect([...parameters]).toEqual([
    ["status", "a"],
    ["status", "!b"],
    ["q", "x y"],
  ]);
});
