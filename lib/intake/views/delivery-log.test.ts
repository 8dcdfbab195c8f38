import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxSeq, toDeliveryId } from "../journal/sequence";
import {
  type DeliveryQuery,
  firstDeliveryPage,
  loggedOutcomeSchema,
  parseDeliveryQuery,
  writeDeliveryQuery,
} from "./delivery-log";

const day = fc
  .date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
  .filter((value) => !value.includes("\0") && value.trim() === value);
const id = fc.bigInt({ min: 0n, max: maxSeq }).map((seq) => toDeliveryId(seq));

const query: fc.Arbitrary<DeliveryQuery> = fc.record({
  filter: fc.record({
    outcomes: fc.subarray(loggedOutcomeSchema.options),
    from: fc.option(day),
    to: fc.option(day),
    secret: fc.option(fc.stringMatching(/^[0-9a-f]{12}$/)),
    address: fc.option(text),
    recording: fc.option(text),
  }),
  page: fc.oneof(
    fc.constant(firstDeliveryPage),
    fc.record({ after: id, before: fc.constant(null), limit: fc.integer({ min: 1, max: 200 }) }),
    fc.record({ after: fc.constant(null), before: id, limit: fc.constant(50) }),
  ),
});

test("what is written is read back", () => {
  fc.assert(
    fc.property(query, (asked) => {
      const written = writeDeliveryQuery(asked).toString();
      expect(parseDeliveryQuery(new URLSearchParams(written))).toEqual({ ...asked, unread: [] });
    }),
  );
});

test("whatever stands in the address, it is read, and what is read can be written", () => {
  const names = ["outcome", "from", "to", "secret", "address", "recording", "after", "before"];
  const parameter = fc.tuple(fc.constantFrom(...names, "limit", "other"), fc.string());
  fc.assert(
    fc.property(fc.array(parameter), (parameters) => {
      const { unread: _, ...read } = parseDeliveryQuery(new URLSearchParams(parameters));
      const { unread, ...again } = parseDeliveryQuery(writeDeliveryQuery(read));
      expect(again).toEqual(read);
      expect(unread).toEqual([]);
    }),
  );
});

describe("what can't be read is left out and named", () => {
  test.each([
    ["outcome", "pending"],
    ["outcome", "Quarantined"],
    ["from", "2026-02-30"],
    ["to", "yesterday"],
    ["secret", "0123456789AB"],
    ["secret", "0123456789abc"],
    ["address", "\0"],
    ["recording", "x".repeat(1_025)],
    ["after", "1"],
    ["before", "ffffffff-ffff-7fff-bfff-ffffffffffff"],
    ["limit", "0"],
  ])("%s=%j", (parameter, value) => {
    const { filter, page, unread } = parseDeliveryQuery(new URLSearchParams([[parameter, value]]));
    expect(unread).toEqual([{ parameter, value }]);
    expect(writeDeliveryQuery({ filter, page }).toString()).toBe("");
  });
});

test("outcomes have one order, and a repeated single parameter is taken once", () => {
  const { filter, unread } = parseDeliveryQuery(
    new URLSearchParams("outcome=stored&outcome=quarantined&outcome=stored&address=a&address=b"),
  );
  expect(filter.outcomes).toEqual(["quarantined", "stored"]);
  expect(filter.address).toBe("a");
  expect(unread).toEqual([{ parameter: "address", value: "b" }]);
});
