import fc from "fast-check";
import { expect, test } from "vitest";
import { toPayload } from "../journal/test-entry";
import { packBody, unpackBody } from "./packed-body";

const event = Buffer.from(JSON.stringify({ data: { id: "r1", attributes: toPayload("r1") } }));

test("an ordinary event takes less than half its room", () => {
  const packed = packBody(event);
  expect(packed.packing).toBe(1);
  expect(packed.body.length).toBeLessThan(event.length / 2);
  expect(unpackBody(packed).equals(event)).toBe(true);
});

test("whatever bytes came are the bytes that are given back", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 20_000 }),
    fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text.repeat(4))),
    fc.string({ unit: "binary", maxLength: 400 }).map((text) => Buffer.from(text.repeat(50))),
  );
  fc.assert(
    fc.property(bytes, (array) => {
      const body = Buffer.from(array);
      const packed = packBody(body);
      expect(packed.body.length).toBeLessThanOrEqual(body.length);
      expect(unpackBody(packed).equals(body)).toBe(true);
    }),
  );
});

test.each([
  ["empty", Buffer.alloc(0)],
  ["short", Buffer.from("{}")],
  ["long", Buffer.from(" ".repeat(16_385))],
])("what is %s stays as it is", (_, body) => {
  expect(packBody(body)).toEqual({ body, packing: null });
});

test("what was packed once can be read for ever", () => {
  const body = Buffer.from(
    "Q5gAVl0ECjZU9QhxVJ3GaPGuC9ZLIOrTMnNSi/WQAl+/yBAjOSgVFxRl5qUjZwssSSK5tBhiJUrC8MvPB2UH5MThkZiSAs5kGElEwcjQSMHU1FTBwNDECG96ycvPL8KeZqAZmKR0A0oFFCUbR0TGBmdbSKbFmpgMDXWNDEIMoYkJV0KqrQUA",
    "base64",
  );
  expect(unpackBody({ body, packing: 1 }).toString()).toBe(event.toString());
});

test("a way of packing that a later version knows is told apart from the bytes", () => {
  expect(() => unpackBody({ body: event, packing: 2 })).toThrow("packed in the way 2");
});
