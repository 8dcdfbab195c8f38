import { describe, expect, it } from "vitest";
import { toStatusTone } from "./status-tone";

describe("toStatusTone", () => {
  it("knows the usual words in any spelling", () => {
    expect(toStatusTone("Completed")).toBe("green");
    expect(toStatusTone("no-answer")).toBe("amber");
    expect(toStatusTone("NO_ANSWER ")).toBe("amber");
  });

  it("gives an unknown word one stable colour that claims neither success nor failure", () => {
    const tone = toStatusTone("escalated to a person");
    expect(toStatusTone("escalated to a person")).toBe(tone);
    for (const word of ["a", "b", "c", "übergeben", "転送", "", "x".repeat(1000)]) {
      expect(["green", "red", "grey"]).not.toContain(toStatusTone(word));
    }
  });

  it("is not fooled by names of an object's own", () => {
    for (const word of ["constructor", "toString", "__proto__"]) {
      expect(typeof toStatusTone(word)).toBe("string");
    }
  });
});
