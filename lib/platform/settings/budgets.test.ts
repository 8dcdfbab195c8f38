import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { budgets } from "./budgets";

test("each bound names the test that asks for more", () => {
  const source = readFileSync(new URL("budgets.ts", import.meta.url), "utf8");
  for (const name of Object.keys(budgets)) {
    const [before = ""] = source.split(new RegExp(`^  ${name}: `, "m"));
    const [, path = ""] = /\(([\w/.-]+\.test\.ts)\)\.\s+\*\/\s+$/.exec(before.slice(-200)) ?? [];
    expect(existsSync(path), `${name}: ${path}`).toBe(true);
  }
});
