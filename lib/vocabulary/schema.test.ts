import { expect, test } from "vitest";
import { termKeySchema, termNamingSchema } from "./schema";

const naming = { displayName: "", colour: "", group: "" };

test("empty texts and strange colours say nothing", () => {
  expect(termNamingSchema.parse({ displayName: "  ", colour: "mauve", group: "" })).toEqual({
    ...{ displayName: null, colour: null, group: null },
  });
});

test("names in any script are taken, and lose the blanks around them", () => {
  expect(termNamingSchema.parse({ ...naming, displayName: " مكتمل ✅ " }).displayName).toBe(
    "مكتمل ✅",
  );
});

test.each(["x".repeat(81), "two\nlines", "\0", "\ud800"])("no name: %j", (displayName) => {
  const faults = termNamingSchema.safeParse({ ...naming, displayName }).error?.issues;
  expect(faults).toMatchObject([{ path: ["displayName"] }]);
});

test("a key is a field and a value that calls may have", () => {
  expect(termKeySchema.safeParse({ field: "status", value: "a\nb" }).success).toBe(true);
  for (const key of [
    null,
    { field: "gender", value: "female" },
    { field: "status", value: "" },
    { field: "status", value: "\0" },
    { field: "status", value: "x".repeat(601) },
    { field: "campaign", value: ["spring"] },
  ]) {
    expect(termKeySchema.safeParse(key).success, JSON.stringify(key)).toBe(false);
  }
});
