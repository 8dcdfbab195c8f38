import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { callRecordSchema } from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import type { WordChange } from "../views/views";
import { compareRecords, diffWords } from "./compare-records";

const record = toCallRecord("rec-1");

function changesOf(before: string, after: string) {
  return compareRecords({ ...record, extra: before }, { ...record, extra: after }).extra;
}

test("every field that a content has is compared", () => {
  const { id, extra, problems, ...fields } = callRecordSchema.shape;
  for (const field of Object.keys(fields)) {
    const { fields } = compareRecords(record, { ...record, [field]: "another" });
    expect(fields).toMatchObject([{ field, after: "another" }]);
  }
});

test("equal contents have no changes", () => {
  expect(compareRecords(record, { ...record })).toEqual({ fields: [], extra: [], moreExtra: 0 });
});

test("a status that changes, and a campaign that goes", () => {
  const after = { ...record, status: "failed", campaign: null };
  expect(compareRecords(record, after).fields).toEqual([
    { field: "status", before: "completed", after: "failed", words: null },
    { field: "campaign", before: "spring", after: null, words: null },
  ]);
});

test("a summary is compared word by word", () => {
  const { fields } = compareRecords(record, { ...record, summary: "Asked for a call back soon." });
  expect(fields).toEqual([
    {
      field: "summary",
      before: "Asked for a call back.",
      after: "Asked for a call back soon.",
      words: [
        { kind: "kept", text: "Asked for a call back" },
        { kind: "added", text: " soon" },
        { kind: "kept", text: "." },
      ],
    },
  ]);
});

describe("unknown fields", () => {
  test("are added, changed and removed by their path, null being a value", () => {
    expect(
      changesOf('{"a":1,"b":{"c":"x","d":true}}', '{"b":{"c":"y","d":true},"e":null}'),
    ).toEqual([
      { path: "a", before: "1", after: null },
      { path: "b.c", before: '"x"', after: '"y"' },
      { path: "e", before: null, after: "null" },
    ]);
  });

  test("differ in the last digit of a long number", () => {
    expect(changesOf('{"n":9007199254740993}', '{"n":9007199254740992}')).toEqual([
      { path: "n", before: "9007199254740993", after: "9007199254740992" },
    ]);
  });

  test("in another order are the same", () => {
    expect(changesOf('{"a":1,"b":2}', '{"b":2,"a":1}')).toEqual([]);
  });

  test("whose paths are written alike are not lost", () => {
    expect(changesOf('{"a.b":1,"a":{"b":2}}', '{"a.b":3,"a":{"b":2}}')).toEqual([
      { path: "a.b", before: "1, 2", after: "3, 2" },
    ]);
  });
});

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
