import { expect, test } from "vitest";
import { nameSchema, termChangeSchema, termKeySchema, termTraitsSchema } from "./views";

test("empty texts and strange colours say nothing", () => {
  expect(nameSchema.parse("  ")).toBeNull();
  expect(termTraitsSchema.parse({ colour: "mauve", group: "" })).toEqual({
    colour: null,
    group: null,
  });
});

test("names in any script are taken, and lose the blanks around them", () => {
  expect(nameSchema.parse(" مكتمل ✅ ")).toBe("مكتمل ✅");
});

test.each(["x".repeat(81), "two\nlines", "\0", "\ud800"])("no name: %j", (name) => {
  expect(nameSchema.safeParse(name).error?.issues[0]?.message).toMatch(/^The name (must|can) /);
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

test("nothing is undone that no change can have left", () => {
  const term = { displayName: "Done", colour: "teal", group: null, position: 2 };
  const change = (before: object) => ({
    field: "status",
    terms: [{ value: "completed", before, after: term }],
  });
  expect(termChangeSchema.safeParse(change(term)).success).toBe(true);
  for (const wrong of [
    { colour: "mauve" },
    { position: -1 },
    { displayName: "\0" },
    { group: 1 },
  ]) {
    expect(termChangeSchema.safeParse(change({ ...term, ...wrong })).success).toBe(false);
  }
});
