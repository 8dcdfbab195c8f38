import fc from "fast-check";
import { expect, test } from "vitest";
import { newRecordCounter } from "./download-export";

const encode = (text: string) => new TextEncoder().encode(text);

test("the head of a CSV is no record, and neither is a line feed within quotes", () => {
  const count = newRecordCounter("csv");
  expect(count(encode("id,summary\n"))).toBe(0);
  expect(count(encode('1,"two\nlines"\n2,"a ""quoted"" word\n"\n'))).toBe(2);
});

test("each line of JSON Lines is one", () => {
  const file = '{"summary":"a \\"quote"}\n{}\n';
  expect(newRecordCounter("jsonl")(encode(file))).toBe(2);
});

test("wherever a file is cut, the count is the same", () => {
  const file = encode('id\n"a\n""b"\nc\n"é"\n');
  fc.assert(
    fc.property(fc.nat({ max: file.length }), (at) => {
      const count = newRecordCounter("csv");
      count(file.subarray(0, at));
      expect(count(file.subarray(at))).toBe(3);
    }),
  );
});
