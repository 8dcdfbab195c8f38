import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { toPayload } from "../journal/test-entry";
import { interpretDelivery } from "./interpret-delivery";

const json = { contentType: "application/json", contentEncoding: null };
const payload = toPayload("rec-1");
/** What costs the square of its size takes minutes. */
const mostMs = 20_000;

function read(body: string) {
  return interpretDelivery(Buffer.from(body), json, "UTC");
}

describe("a body that would take too long is held back as a whole, and says what is read", () => {
  const list = (count: number, item = "{}") => `[${Array(count).fill(item).join()}]`;

  test.each<[string, string, string]>([
    [
      "500,000 empty records",
      list(500_000),
      "holds 500,000 records; at most 5,000 are read at once",
    ],
    [
      "100,000 records under a key",
      `{"data": ${list(100_000, '{"id": "r"}')}}`,
      "holds 100,000 records; at most 5,000 are read at once",
    ],
    [
      "lists of records, each short",
      list(100, `{"data": ${list(100)}}`),
      "holds more than 5,000 records; at most 5,000 are read at once",
    ],
    [
      "three million values",
      list(3_000_000, "0"),
      "holds about 3,000,001 values, 3,000,000 of them beside each other; at most 1,000,000 are read at once",
    ],
    [
      "much around many records",
      `{"note": "${"x".repeat(1_000_000)}", "data": ${list(1_000, JSON.stringify(payload))}}`,
      "holds too much around its records to keep that with each of them",
    ],
    [
      "many keys around many records",
      `{${Array.from({ length: 1_000 }, (_, n) => `"k${n}": 1`)}, "data": ${list(2_000, '{"x": 1, "attributes": {}}')}}`,
      "holds too much around its records to keep that with each of them",
    ],
  ])("%s", (_, body, message) => {
    const startedMs = performance.now();
    expect(read(body)).toEqual({ readings: [], problems: [{ path: "", message }] });
    expect(performance.now() - startedMs).toBeLessThan(mostMs);
  });

  test("what is large only once it is decompressed", () => {
    const body = gzipSync(JSON.stringify({ ...payload, summary: "x".repeat(17_000_000) }));
    expect(body.length).toBeLessThan(20_000);
    expect(interpretDelivery(body, json, "UTC")).toEqual({
      readings: [],
      problems: [{ path: "", message: "holds more than 16,777,216 bytes when it is decompressed" }],
    });
  });

  test("but 5,000 records are read, each for itself", () => {
    const { readings } = read(list(5_000, JSON.stringify(payload)));
    expect(readings).toHaveLength(5_000);
    expect(readings.every(({ record }) => record !== null)).toBe(true);
  });

  test.each<[string, string]>([
    ["given 100,000 times", Array.from({ length: 100_000 }, (_, n) => `"status": "${n}"`).join()],
    [
      "spelled in 60,000 ways",
      Array.from({ length: 60_000 }, (_, n) =>
        JSON.stringify(
          [...n.toString(2).padStart(16, "0")].map((digit) => "_-"[Number(digit)]).join("") +
            "status",
        ),
      )
        .map((key) => `${key}: "x"`)
        .join(),
    ],
  ])("a key %s costs no more than many keys", (_, members) => {
    const startedMs = performance.now();
    expect(read(`{"call_sid": "CA1", ${members}}`).readings).toHaveLength(1);
    expect(performance.now() - startedMs).toBeLessThan(mostMs);
  });

  test("a customer is found among as many as a document includes", () => {
    const relationships = { customer: { data: { type: "customers", id: 5_000 } } };
    const data = list(5_000, JSON.stringify({ attributes: { id: "r" }, relationships }));
    const included = Array.from({ length: 5_000 }, (_, n) => ({ type: "customers", id: n + 1 }));
    const startedMs = performance.now();
    read(`{"data": ${data}, "included": ${JSON.stringify(included)}}`);
    expect(performance.now() - startedMs).toBeLessThan(mostMs);
  });
});
