import { describe, expect, test } from "vitest";
import { toCommandKey } from "./keys";

const plain = {
  key: "J",
  hasModifier: false,
  isComposing: false,
  isTyping: false,
  isCovered: false,
};

describe("a key that is pressed", () => {
  test("is a command, in lower case", () => {
    expect(toCommandKey(plain, true)).toBe("j");
    expect(toCommandKey({ ...plain, key: "ArrowDown" }, true)).toBe("arrowdown");
  });

  test.each(["hasModifier", "isComposing", "isTyping", "isCovered"] as const)(
    "is none where %s",
    (reason) => {
      for (const key of ["j", "Escape", "ArrowUp"]) {
        expect(toCommandKey({ ...plain, key, [reason]: true }, true)).toBeNull();
      }
    },
  );

  test("that is a character is none once single keys are off; the others stay", () => {
    for (const key of ["j", "/", "?", "[", " "]) {
      expect(toCommandKey({ ...plain, key }, false)).toBeNull();
    }
    for (const key of ["Escape", "ArrowDown", "Enter"]) {
      expect(toCommandKey({ ...plain, key }, false)).toBe(key.toLowerCase());
    }
  });
});
