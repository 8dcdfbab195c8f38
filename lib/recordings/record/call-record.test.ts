import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashRecord, isOfThisForm, isSameContent, saysTheSame } from "./call-record";
import { toCallRecord } from "./test-record";

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

  test.each([
    ["other order", (long: string) => `{"b":2,"long":"${long}","a":[{"d":1.0,"c":1e0}]}`],
    [
      "something around",
      (long: string) => `{"a":[{"c":1,"d":1}],"b":2,"long":"${long}","envelope":{"sent_at":7}}`,
    ],
  ])("is one for %s, however long it is", (_, write) => {
    const long = "x".repeat(300_000);
    const plain = `{"a":[{"c":1,"d":1}],"b":2,"long":"${long}"}`;
    expect(hashOf(write(long))).toBe(hashOf(plain));
    expect(hashOf(write(`${long}y`))).not.toBe(hashOf(plain));
  });

  test("takes no more than the time of its length", () => {
    const members = Array.from({ length: 100_000 }, (_, n) => `"k${(n * 7_919) % 100_000}":"1e5"`);
    const startedMs = performance.now();
    hashOf(`{${members.join()}}`);
    // What costs the square of it takes minutes.
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });

  test("depends on every field", () => {
    const record = toCallRecord("r1");
    const others = { extra: '{"a":1}', problems: [{ path: "status", message: "is missing" }] };
    for (const name of Object.keys(record)) {
      const changed = { ...record, [name]: "something else", ...pick(others, name) };
      expect(hashRecord(changed), name).not.toBe(hashRecord(record));
    }
  });

  test("stays what it was before anything could be missing", () => {
    const record = toCallRecord("r1", { extra: '{"score":1.0,"envelope":{"a":1}}' });
    expect(hashRecord(record)).toBe(
      "00624479041c7233937e74748454a1175da12d8498d83fb4c63a66b13f861e7498c8314f",
    );
  });

  test("stays what it was, to the byte, over records of many kinds", () => {
    const texts = ["", "Ada", 'a "quoted"\ttext\u2028', "Zo\u00eb \u6771\u4eac \ud83d\ude00"];
    const extras = [
      "{}",
      '{"b":1,"a":[true,null,"x",{"z":{},"y":[]}]}',
      '{"10":1.50,"9":-0,"a b":1e400}',
      '{"envelope":{"sent_at":1},"v":12345678901234567890}',
      '{"\u6771":"\u4eac","\\u0007":"\\\\"}',
      '{"__proto__":{"a":1},"constructor":2}',
      `{"long":"${"x".repeat(200_000)}"}`,
    ];
    const records = texts.flatMap((text, n) =>
      extras.flatMap((extra, m) =>
        [[], ["status"], ["customer.details.email", "campaign", "status"]].map((paths) =>
          toCallRecord(`r-${n}-${m}`, {
            summary: text,
            campaign: text || null,
            minutesUsed: m === 0 ? null : m - n,
            hasTranscript: m % 2 === 0,
            createdAt: n === 0 ? null : `2026-11-20T10:00:0${n}Z`,
            customerFirstName: text,
            problems: paths.map((path) => ({ path, message: text })),
            extra,
          }),
        ),
      ),
    );
    const hashes = createHash("sha256").update(records.map(hashRecord).join());
    expect(hashes.digest("hex")).toBe(
      "27b285a009e17de597a4273fd88693f7388bdca72d2271f34088f9dc2522b910",
    );
  });

  test("tells which fields have problems, whatever their words and order", () => {
    const hashOf = (...problems: string[]) =>
      hashRecord(
        toCallRecord("r1", {
          campaign: null,
          problems: problems.map((path, n) => ({ path, message: `words ${n}` })),
        }),
      );
    expect(hashOf("campaign")).not.toBe(hashOf());
    expect(hashOf("campaign")).not.toBe(hashOf("campaign", "summary"));
    expect(hashOf("summary", "campaign")).toBe(hashOf("campaign", "summary"));
    const unknown = toCallRecord("r1", { minutesUsed: null });
    expect(hashRecord(unknown)).not.toBe(hashRecord(toCallRecord("r1", { minutesUsed: 0 })));
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

  test("are the same whether or not they know of problems, as long as there are none", () => {
    const { problems: _, ...before } = { ...older, hasTranscript: true };
    expect(isSameContent(before, record)).toBe(true);
    const incomplete = { ...record, problems: [{ path: "campaign", message: "must be text" }] };
    expect(isSameContent(before, incomplete)).toBe(false);
  });

  test("say something else where a field differs", () => {
    expect(saysTheSame({ ...older, status: "failed" }, record)).toBe(false);
  });
});

function pick(values: Record<string, unknown>, name: string): Record<string, unknown> {
  return name in values ? { [name]: values[name] } : {};
}
