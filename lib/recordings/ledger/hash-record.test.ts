import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCallRecord } from "../test-record";
import { hashRecord, isOfThisForm, isSameContent, saysTheSame } from "./hash-record";

const hashOf = (extra: string) => hashRecord(toCallRecord("r1", { extra }));

describe("the hash of a content", () => {
  test.each([
    ['{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
    ['{"a":1}', '{"a":1.0}'],
    ['{"a":1}', '{"a":1e0}'],
    ['{"a":100}', '{"a":1E+2}'],
    ['{"a":0.5}', '{"a":5.0e-1}'],
    ['{"a":0}', '{"a":-0.0e7}'],
    ['{"a":12345678901234567890}', '{"a":1234567890123456789.0e1}'],
    ['{"a":[1,{"b":2.50}]}', '{"a": [1.0, {"b": 25e-1}]}'],
    ["{}", '{"envelope":{"event_id":"7"}}'],
    ['{"a":1}', '{"envelope":{"sent_at":1},"a":1}'],
    ['{"envelope":1,"envelope_":{"sent_at":1}}', '{"envelope":1,"envelope_":{}}'],
  ])("is one for %s and %s", (one, other) => {
    expect(hashOf(one)).toBe(hashOf(other));
  });

  test.each([
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":12345678901234567890}', '{"a":12345678901234567891}'],
    ['{"a":0.1234567890123456789}', '{"a":0.1234567890123456788}'],
    ['{"a":1e299}', '{"a":1e298}'],
    ['{"a":1}', '{"a":-1}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":null}', "{}"],
    ['{"a":{"envelope":1}}', '{"a":{}}'],
    ['{"envelope":1,"envelope_":{}}', '{"envelope":2,"envelope_":{}}'],
    ['{"envelope":1,"envelope_":{}}', '{"envelope":{}}'],
    ['{"a":"1.0"}', '{"a":"1"}'],
  ])("is another for %s and %s", (one, other) => {
    expect(hashOf(one)).not.toBe(hashOf(other));
  });

  test("is the same in whatever order and spelling JSON is written", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.constantFrom(true, "1", null))),
        (value) => {
          const reversed = Object.fromEntries(Object.entries(value).reverse());
          const spelled = JSON.stringify(reversed, null, 1).replaceAll(
            /(: -?\d{1,9})(?=[,\n])/g,
            "$1.0e0",
          );
          expect(hashOf(spelled)).toBe(hashOf(JSON.stringify(value)));
        },
      ),
    );
  });

  test("depends on every field", () => {
    const record = toCallRecord("r1");
    for (const name of Object.keys(record)) {
      const changed = { ...record, [name]: name === "extra" ? '{"a":1}' : "something else" };
      expect(hashRecord(changed), name).not.toBe(hashRecord(record));
    }
  });

  test("tells its form", () => {
    expect(isOfThisForm(hashRecord(toCallRecord("r1")))).toBe(true);
    expect(isOfThisForm("ab".repeat(32))).toBe(false);
  });
});

describe("contents of another form", () => {
  const record = toCallRecord("r1", { extra: '{"score":1}' });
  const { hasTranscript: _, ...older } = { ...record, extra: '{"score":1.0,"envelope":{}}' };

  test("say the same where both know a field, and are not the same to the last one", () => {
    expect(saysTheSame(older, record)).toBe(true);
    expect(isSameContent(older, record)).toBe(false);
    expect(isSameContent({ ...older, hasTranscript: true }, record)).toBe(true);
  });

  test("say something else where a field differs", () => {
    expect(saysTheSame({ ...older, status: "failed" }, record)).toBe(false);
  });
});
