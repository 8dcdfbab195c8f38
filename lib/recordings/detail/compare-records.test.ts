import { describe, expect, test } from "vitest";
import { callRecordSchema } from "../record/call-record";
import { toCallRecord } from "../record/test-record";
import { compareRecords } from "./compare-records";

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
