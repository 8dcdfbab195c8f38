import { describe, expect, test } from "vitest";
import {
  attributes,
  customer,
  details,
  flat,
  readOne,
  understood,
  withoutExtra,
} from "./test-record";

const json = JSON.stringify;
const { roster_attachment } = customer;

const values: [name: string, body: unknown][] = [
  ["minutes as text", { ...flat, minutes_used: "3" }],
  ["minutes 3.0", raw("minutes_used", "3.0")],
  ["minutes 3e0", raw("minutes_used", "3e0")],
  ['minutes "3.0"', { ...flat, minutes_used: " 3.0 " }],
  ["minutes given twice alike", { ...flat, minutesUsed: "3.00" }],
  ["booleans as text", { ...flat, has_transcript: "TRUE" }],
  ["booleans as 1", { ...flat, has_transcript: 1 }],
  ["booleans as 1.0", raw("has_transcript", "1.0")],
  ["booleans as yes", { ...flat, has_transcript: "yes" }],
  ["an epoch in seconds", { ...flat, created_at: 1795168800 }],
  ["an epoch in milliseconds", { ...flat, created_at: 1795168800000 }],
  ["an epoch as text", { ...flat, created_at: "1795168800" }],
  ["an epoch in milliseconds as text", { ...flat, created_at: "1795168800000" }],
  ["an epoch with a fraction", raw("created_at", "1795168800.000")],
  ["an epoch with an exponent", raw("created_at", "1.7951688e9")],
  ["RFC 2822", { ...flat, created_at: "Fri, 20 Nov 2026 10:00:00 +0000" }],
  ["RFC 2822 in another zone", { ...flat, created_at: "20 Nov 2026 05:00:00 EST" }],
  ["a date of HTTP", { ...flat, created_at: "Fri, 20 Nov 2026 10:00:00 GMT" }],
  ["RFC 2822 with a comment", { ...flat, created_at: "Fri, 20 Nov 2026 11:00:00 +0100 (CET)" }],
  ["an offset and its zone", { ...flat, created_at: "2026-11-20T11:00:00+01:00[Europe/Berlin]" }],
  ["a zone in brackets alone", { ...flat, created_at: "2026-11-20T11:00:00[Europe/Berlin]" }],
  ["Z and a zone", { ...flat, created_at: "2026-11-20T10:00:00Z[Europe/Berlin]" }],
  ["a calendar in brackets", { ...flat, created_at: "2026-11-20T10:00:00Z[u-ca=gregory]" }],
  ["without a zone", { ...flat, created_at: "2026-11-20 10:00:00" }],
  ["a campaign {id, name}", { ...flat, campaign: { id: "spring", name: "Spring 2026" } }],
  ["a campaign {name}", { ...flat, campaign: { name: "spring" } }],
  [
    "a campaign as a resource",
    { ...flat, campaign: { data: { type: "campaigns", id: "spring" } } },
  ],
  [
    "a campaign by relationship",
    {
      data: {
        id: "rec-1",
        attributes: { ...attributes, campaign: undefined },
        relationships: { campaign: { data: { type: "campaigns", id: "spring" } } },
      },
    },
  ],
  [
    "a campaign that is null, and by relationship",
    {
      data: {
        id: "rec-1",
        attributes: { ...attributes, campaign: null },
        relationships: { campaign: { data: { type: "campaigns", id: "spring" } } },
      },
    },
  ],
  ["an attachment {url}", { ...flat, recording_attachment: { url: flat.recording_attachment } }],
  [
    "an attachment [{href, size}]",
    { ...flat, recording_attachment: [{ size: 7, href: flat.recording_attachment }] },
  ],
  [
    "a roster {url}",
    { ...flat, customer: { details, roster_attachment: { url: roster_attachment } } },
  ],
  ["an id with spaces", { ...flat, id: " rec-1\t" }],
  [
    "a customer's id with spaces",
    { ...flat, customer: { ...customer, details: { ...details, id: "cus-1 " } } },
  ],
  ["ids that differ in spaces", { data: { id: "rec-1 ", attributes: flat } }],
];

describe("a value has one meaning", () => {
  test.each(values)("%s", (_, body) => {
    const { record, problems } = readOne(body);
    expect(problems).toEqual([]);
    expect(record && withoutExtra(record)).toEqual(understood);
  });
});

describe("numbers that are one id", () => {
  test.each(["7", "7.0", "7e0", "70e-1", "0.7e1", '"7"', '" 7 "'])("%s", (written) => {
    expect(readOne(raw("id", written)).record?.id).toBe("7");
  });

  test.each([
    ["-0", "0"],
    ["12345678901234567890123.0", "12345678901234567890123"],
    ["1e400", `1${"0".repeat(400)}`],
    ["7.50", "7.5"],
  ])("%s is %s", (written, id) => {
    expect(readOne(raw("id", written)).record?.id).toBe(id);
  });

  test("a campaign and a customer, too; also where the places of an id differ in form", () => {
    const body = json({ data: { id: "ID", attributes: { ...attributes, id: "7" } } });
    expect(readOne(body.replace('"ID"', "7.0")).record?.id).toBe("7");
    expect(readOne(raw("campaign", "7.0")).record?.campaign).toBe("7");
    expect(readOne(json(flat).replace('"cus-1"', "7e0")).record?.customerId).toBe("7");
  });
});

test("an id is kept in NFC", () => {
  const id = "Zoe\u0308 가";
  expect(readOne({ ...flat, id: id.normalize("NFD") }).record?.id).toBe(id.normalize("NFC"));
});

/** A flat record whose field holds what is written so. */
function raw(field: string, written: string): string {
  return json({ ...flat, [field]: "RAW" }).replace('"RAW"', written);
}
