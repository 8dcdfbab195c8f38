import { expect, it } from "vitest";
import { toParameters } from "./to-parameters";

it("keeps every value of a repeated parameter, in order", () => {
  const parameters = toParameters({ status: ["a", "!b"], q: "x y", none: undefined });
  expect([...parameters]).toEqual([
    ["status", "a"],
    ["status", "!b"],
    ["q", "x y"],
  ]);
});
