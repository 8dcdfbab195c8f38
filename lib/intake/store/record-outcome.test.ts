import { expect, test } from "vitest";
import { interpretDelivery } from "../interpret/interpret-delivery";
import { isWholeBody } from "../views/delivery-log";
import { toRecordOutcomes } from "./record-outcome";

const json = { contentType: "application/json", contentEncoding: null };

function readOutcomes(body: unknown) {
  const interpretation = interpretDelivery(Buffer.from(JSON.stringify(body)), json, "UTC");
  return toRecordOutcomes(interpretation, [][Symbol.iterator]());
}

test("5,000 records that lack everything keep few problems, and say of each that there are more", () => {
  const records = readOutcomes(Array.from({ length: 5_000 }, () => ({ id: "r" })));
  expect(records).toHaveLength(5_000);
  expect(records.some(isWholeBody)).toBe(false);
  expect(records.flatMap(({ problems }) => problems).length).toBeLessThan(10_600);
  expect(JSON.stringify(records).length).toBeLessThan(1_500_000);
  expect(records[0]?.problems.at(-1)?.message).not.toMatch(/more$/);
  expect(records.at(-1)?.problems).toEqual([
    { path: "[4999].customer", message: "is missing" },
    { path: "", message: expect.stringMatching(/^and \d+ more$/) },
  ]);
});

test("what a sender wrote into a problem's place or words is cut", () => {
  const key = `d${"_".repeat(100_000)}ata`;
  const [record] = readOutcomes({
    [key]: { call_sid: "CA1", has_transcript: `${" ".repeat(100_000)}true` },
  });
  expect(JSON.stringify(record).length).toBeLessThan(20_000);
});
