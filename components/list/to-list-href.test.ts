import { expect, it } from "vitest";
import { toListHref } from "./to-list-href";

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
