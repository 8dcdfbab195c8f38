import fc from "fast-check";
import { expect, test } from "vitest";
import type { WordChange } from "../views/views";
import { diffWords } from "./compare-records";

function join(changes: WordChange[] | null, ...kinds: WordChange["kind"][]): string | undefined {
  return changes
    ?.filter(({ kind }) => kinds.includes(kind))
    .map(({ text }) => text)
    .join("");
}

test("words that went stand before those that came", () => {
  expect(diffWords("She asked for a call back today.", "She asked for a mail tomorrow.")).toEqual([
    { kind: "kept", text: "She asked for a " },
    { kind: "removed", text: "call back today" },
    { kind: "added", text: "mail tomorrow" },
    { kind: "kept", text: "." },
  ]);
});

test("a word that comes in between leaves its neighbours as they are", () => {
  expect(diffWords("Asked for a call.", "Asked for a call soon.")).toEqual([
    { kind: "kept", text: "Asked for a call" },
    { kind: "added", text: " soon" },
    { kind: "kept", text: "." },
  ]);
});

test("knows words without spaces between them", () => {
  const changes = diffWords("顧客は返金を希望しました", "顧客は交換を希望しました");
  expect(changes).toContainEqual({ kind: "removed", text: "返金" });
  expect(changes).toContainEqual({ kind: "added", text: "交換" });
});

test("says nothing of texts that have too little in common, or are too long", () => {
  expect(diffWords("one two three four", "five six seven four")).toBeNull();
  expect(diffWords("", "all is new")).toBeNull();
  expect(diffWords("word ".repeat(2_500), "word ".repeat(2_499))).toBeNull();
});

test("whatever the texts are, both can be put together again", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", " ", "\n", "é", "e\u0301", "🙂", "\ud800", "."))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = diffWords(before, after);
      if (!changes) return;
      expect(join(changes, "kept", "removed")).toBe(before);
      expect(join(changes, "kept", "added")).toBe(after);
    }),
  );
});
