import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { budgets } from "@/lib/platform/settings/budgets";
import { toPayload } from "../journal/test-entry";
import { interpretDelivery, type Reading } from "./interpret-delivery";
import { openKept } from "./interpret-kept";
import { openBody } from "./open-body";

beforeAll(() => {
  process.env.LOG_LEVEL = "silent";
});

const json = { contentType: "application/json", contentEncoding: null };

async function open(body: string | Buffer) {
  const { isWhole, parts } = await openBody(Buffer.from(body), json, "UTC");
  const sizes: number[] = [];
  const readings: Reading[] = [];
  const problems: string[] = [];
  for await (const part of parts()) {
    if (part.readings.length > 0) sizes.push(part.readings.length);
    readings.push(...part.readings);
    problems.push(...part.problems.map(({ message }) => message));
  }
  return { isWhole, sizes, readings, problems };
}

const payloads = (count: number) => Array.from({ length: count }, (_, n) => toPayload(`r${n}`));
/** A text in which brackets, commas and quotes mean nothing. */
const hostile = 'a "],[" \\ {"x": [1,2],} \\" ';

const bodies: [string, string][] = [
  ["a list", JSON.stringify(payloads(2_300))],
  ["a list with space around everything", JSON.stringify(payloads(2_300), null, 2)],
  [
    "a list under a key, among others",
    JSON.stringify({ batch: 7, note: hostile, data: payloads(2_300), last: [1, 2] }),
  ],
  [
    "a list deeper down",
    JSON.stringify({ sent: "x", payload: { more: [1], recordings: payloads(1_500) } }),
  ],
  [
    "resources with what they include",
    JSON.stringify({
      included: Array.from({ length: 1_500 }, (_, n) => ({
        type: "customers",
        id: `c${n}`,
        attributes: toPayload("x").customer,
      })),
      data: payloads(1_500).map(({ customer: _, ...attributes }, n) => ({
        type: "recordings",
        id: attributes.id,
        attributes,
        relationships: { customer: { data: { type: "customers", id: `c${n}` } } },
      })),
    }),
  ],
  [
    "records with hostile texts",
    JSON.stringify(payloads(1_200).map((one) => ({ ...one, summary: hostile }))),
  ],
  [
    "records of which some are none",
    JSON.stringify([...payloads(1_100), 1, null, "x", [], {}, [{}]]),
  ],
  ["a list twice under one key", `{"data": ${JSON.stringify(payloads(1_200))}, "data": [1]}`],
  [
    "one record with a long list of its own",
    JSON.stringify({ ...toPayload("r"), data: Array(3_000).fill({ a: 1 }) }),
  ],
  [
    "an event with one record among many that are included",
    JSON.stringify({
      data: [{ type: "events", id: "evt-1" }],
      included: [
        ...Array.from({ length: 1_500 }, (_, n) => ({
          type: "customers",
          id: `c${n}`,
          attributes: toPayload("x").customer,
        })),
        toPayload("r"),
      ],
    }),
  ],
  [
    "events, each with its record",
    JSON.stringify(payloads(1_500).map((one) => ({ data: { id: "evt-1" }, included: [one] }))),
  ],
  [
    "records of which little is told under an unknown key",
    JSON.stringify({
      note: hostile,
      kk: payloads(2_300).map(({ id, status, summary }) => ({ id, status, summary })),
    }),
  ],
  ["one record", JSON.stringify(toPayload("r"))],
  ["several documents", `${JSON.stringify(payloads(1_100))}\n${JSON.stringify(payloads(2))}`],
  ["no JSON", `${JSON.stringify(payloads(1_100))}]`],
  ["nothing", ""],
];

test.each(bodies)("%s is read in parts as it is at once", async (_, body) => {
  const inParts = await open(body);
  const atOnce = interpretDelivery(Buffer.from(body), json, "UTC");
  expect(inParts.readings).toHaveLength(atOnce.readings.length);
  const apart = inParts.readings.findIndex((one, n) => !isDeepStrictEqual(one, atOnce.readings[n]));
  expect({ apart, reading: inParts.readings[apart] }).toEqual({ apart: -1, reading: undefined });
  expect(inParts.problems).toEqual(atOnce.problems.map(({ message }) => message));
  expect(Math.max(0, ...inParts.sizes)).toBeLessThanOrEqual(1_000);
});

test("a compressed list beyond what is read at once is read to its end", async () => {
  const body = gzipSync(JSON.stringify(payloads(20_000)));
  const { isWhole, sizes, readings, problems } = await open(body);
  expect({ isWhole, problems }).toEqual({ isWhole: false, problems: [] });
  expect(sizes.length).toBeGreaterThanOrEqual(20);
  expect(readings.every(({ record, recordingId }, n) => record && recordingId === `r${n}`)).toBe(
    true,
  );
});

describe("a body that is held back as a whole says so before anything of it is read", () => {
  const list = (count: number, item = "{}") => `[${Array(count).fill(item).join()}]`;
  const payload = JSON.stringify(toPayload("r"));
  test.each<[string, string | Buffer, string]>([
    [
      "500,000 empty records",
      list(500_000),
      "holds 500,000 records; at most 200,000 are read from one delivery",
    ],
    [
      "lists in lists",
      list(100, list(3_000)),
      "holds 90,000 records; at most 5,000 are read at once",
    ],
    [
      "much around many records",
      `{"note": "${"x".repeat(100_000)}", "data": ${list(2_000, payload)}}`,
      "holds too much around its records to keep that with each of them",
    ],
    [
      "a fault far behind",
      `[${list(5_000, payload).slice(1, -1)},{"id":}]`,
      "the body is not JSON: the fault is in its item 4,879 or behind it",
    ],
    [
      "a comma too many",
      `[${list(2_000, payload).slice(1, -1)},]`,
      "the body is not JSON: the fault is in its item 1,627 or behind it",
    ],
    [
      "more than is decompressed",
      gzipSync(Buffer.alloc(65 * 1024 * 1024, " ")),
      "holds more than 67,108,864 bytes when it is decompressed",
    ],
  ])(
    "%s",
    async (_, body, message) => {
      const beganMs = performance.now();
      expect(await open(body)).toMatchObject({ readings: [], problems: [message] });
      expect(performance.now() - beganMs).toBeLessThan(10_000);
    },
    30_000,
  );
});

test("a slice whose items look like no records is read as what stands in the list all the same", async () => {
  const slice = budgets.delivery.slice.records;
  const records = Array.from({ length: slice }, (_, n) => ({ id: `r${n}`, call_sid: `CA${n}` }));
  const odd = [...Array(slice).fill([]), { broken: 1 }, { broken: 2 }];
  const body = { id: "b7", created_at: "2026-11-20T10:00:00Z", data: [...records, ...odd] };
  const opened = await openBody(
    new TextEncoder().encode(JSON.stringify(body)),
    { contentType: null, contentEncoding: null },
    "UTC",
  );
  const paths: string[] = [];
  for await (const { readings, problems } of opened.parts()) {
    expect(problems).toEqual([]);
    for (const { recordingId, problems } of readings) {
      expect(recordingId).not.toBe("b7");
      paths.push(problems[0]?.path ?? "");
    }
  }
  expect(paths.length).toBeGreaterThanOrEqual(slice + 2);
  expect(paths.every((path) => path.startsWith("data["))).toBe(true);
  expect(paths.at(-1)).toMatch(new RegExp(`^data\\[${2 * slice + 1}\\]`));
});

test("while a long body is looked through, other work has its turn every few slices", async () => {
  const body = Buffer.from(JSON.stringify(payloads(20_000)));
  let turns = 0;
  const steps = { meanwhile: async () => void turns++ };
  const { isWhole } = await openBody(body, json, "UTC", steps);
  expect(isWhole).toBe(false);
  expect(turns).toBeGreaterThan(20);
});

test("what fails in the work between ends the opening", async () => {
  const kept = { deliveryId: "d1", headers: [], body: Buffer.from(JSON.stringify(payloads(1))) };
  const meanwhile = () => Promise.reject(new Error("the job was stopped"));
  await expect(openKept(kept, meanwhile)).rejects.toThrow("the job was stopped");
});

test("what can't be opened at all is held back, and says why", async () => {
  const headers = [null] as unknown as [string, string][];
  const kept = { deliveryId: "d1", headers, body: Buffer.from("[]") };
  const { parts } = await openKept(kept, async () => undefined);
  const read = [];
  for await (const part of parts()) read.push(part);
  expect(read).toEqual([
    {
      readings: [],
      problems: [{ path: "", message: expect.stringMatching(/^can't be stored: /) }],
    },
  ]);
});
