import { expect, test } from "vitest";
import { describeDrift } from "./drift";

const none = { path: null, expected: null, found: null };

test.each([
  [{ ...none, kind: "unknown_field", path: "customer.nick" }, "Unknown field", "customer.nick"],
  [{ ...none, kind: "status", path: "status", found: "busy" }, "Status", "busy"],
  [
    { kind: "type", path: "minutes_used", expected: "a whole number", found: "text" },
    "Text instead of a whole number",
    "minutes_used",
  ],
  [{ ...none, kind: "form", path: "envelope", found: "" }, "Record without an envelope", null],
  [
    { ...none, kind: "form", path: "envelope", found: "data[].attributes" },
    "Several records in one delivery",
    "data[].attributes",
  ],
  [{ ...none, kind: "form", path: "names", found: "camelCase" }, "Field names in camelCase", null],
  [{ ...none, kind: "campaign" }, "Other campaigns", null],
  [{ ...none, kind: "unknown_field", path: "a\u202eb" }, "Unknown field", "a\\u{202e}b"],
] as const)("%j", (drift, what, which) => {
  expect(describeDrift(drift)).toEqual({ what, which });
});
