import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeNotices, parseChangeNotice, toChangeNotice } from "./change-notices";

describe("a notice", () => {
  test("is read as it was written, and is never too long for PostgreSQL", () => {
    const id = fc.string({ unit: "grapheme", minLength: 1, maxLength: 1024 });
    fc.assert(
      fc.property(fc.array(id, { maxLength: 120 }), (ids) => {
        const text = JSON.stringify(toChangeNotice(ids));
        expect(Buffer.byteLength(text)).toBeLessThan(8_000);
        expect(parseChangeNotice(text)?.ids ?? ids).toEqual(ids);
      }),
    );
  });

  test("names up to a hundred, and else says only that there are many", () => {
    const ids = Array.from({ length: 101 }, (_, n) => `rec-${n}`);
    expect(toChangeNotice(ids.slice(1)).ids).toHaveLength(100);
    expect(toChangeNotice(ids)).toEqual({ ids: null });
    expect(toChangeNotice(["x".repeat(8_000)])).toEqual({ ids: null });
  });

  test.each(["", "echo", "{}", '{"ids":[1]}', '{"ids":"a"}', "[]"])("%j is none", (text) => {
    expect(parseChangeNotice(text)).toBeUndefined();
  });
});

describe("two notices in one", () => {
  test("name each recording once", () => {
    const merged = mergeNotices({ ids: ["a", "b"] }, { ids: ["b", "c"] });
    expect(merged).toEqual({ ids: ["a", "b", "c"] });
  });

  test("that don't know which, or know too many, say so", () => {
    expect(mergeNotices({ ids: null }, { ids: ["a"] })).toEqual({ ids: null });
    expect(mergeNotices({ ids: ["a"] }, { ids: null })).toEqual({ ids: null });
    const ids = Array.from({ length: 60 }, (_, n) => `rec-${n}`);
    expect(mergeNotices({ ids }, { ids: ids.map((id) => `${id}!`) })).toEqual({ ids: null });
  });
});
