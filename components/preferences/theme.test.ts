import { expect, it } from "vitest";
import { parseTheme } from "@/components/preferences/theme";

it("follows the system unless a theme was chosen", () => {
  expect(parseTheme("dark")).toBe("dark");
  for (const value of [undefined, "", "DARK", "x onload=1"])
    expect(parseTheme(value)).toBe("system");
});
