import { describe, expect, test } from "vitest";
import { readJson } from "../interpret/json/read-json";
import { findRecords } from "../interpret/records/find-records";
import { toPayload } from "../journal/test-entry";
import { explainRecord } from "./get-first-contact";

function explain(body: object) {
  const [found] = findRecords(readJson(JSON.stringify(body)));
  if (!found) throw new Error("a record expected");
  const { fields, ...others } = explainRecord(found, "UTC");
  return { ...others, fields, of: new Map(fields.map((field) => [field.name, field])) };
}

function toDocument(changes: Record<string, unknown> = {}) {
  const { id, ...attributes } = toPayload("r1", changes);
  return { data: { type: "recordings", id, attributes } };
}

describe("how a record was understood", () => {
  test("names all 19 fields of the interface, and where each stood", () => {
    const { fields, of, envelope, extra, otherRemarks } = explain(toDocument());
    expect(fields).toHaveLength(19);
    expect(fields.map(({ state }) => state)).toEqual(fields.map(() => "read"));
    expect(envelope).toEqual({ kind: "json-api", path: "data.attributes" });
    expect(of.get("id")).toMatchObject({ value: "r1", from: "data.id", given: '"r1"' });
    expect(of.get("minutes_used")).toMatchObject({
      value: "3",
      from: "data.attributes.minutes_used",
    });
    expect(of.get("customer.details.id")).toMatchObject({
      value: "cus-r1",
      from: "data.attributes.customer.details.id",
    });
    expect(of.get("customer.roster_attachment")).toMatchObject({ value: null, given: "null" });
    expect([extra, otherRemarks]).toEqual([[], []]);
  });

  test("tells the key that a field came under, and the form that it was taken from", () => {
    const { minutes_used: _, ...payload } = toPayload("r1");
    const { of, envelope } = explain({ ...payload, minutesUsed: "3", has_transcript: "true" });
    expect(envelope).toEqual({ kind: "flat", path: "" });
    expect(of.get("minutes_used")).toEqual({
      name: "minutes_used",
      state: "noted",
      value: "3",
      from: "minutesUsed",
      given: '"3"',
      remarks: ["is text; taken as 3"],
    });
    expect(of.get("has_transcript")).toMatchObject({ state: "noted", value: "true" });
    expect(of.get("status")).toMatchObject({ state: "read", from: "status" });
  });

  test("tells what is missing, and what stood there of a record that is held back", () => {
    const { status: _, ...payload } = toPayload("r1", { minutes_used: "about three" });
    const { of, recordingId } = explain({ recording: { ...payload, campaign: undefined } });
    expect(recordingId).toBe("r1");
    expect(of.get("status")).toMatchObject({ state: "wrong", from: null, given: null });
    expect(of.get("minutes_used")).toMatchObject({
      state: "wrong",
      value: null,
      given: '"about three"',
      from: "recording.minutes_used",
    });
    expect(of.get("campaign")).toMatchObject({
      state: "noted",
      remarks: ["is missing; taken as null"],
    });
  });

  test("tells what is wrong of a record that is stored all the same, as it came", () => {
    const { of } = explain(toDocument({ minutes_used: "about three", status: null }));
    expect(of.get("minutes_used")).toMatchObject({
      state: "wrong",
      value: null,
      given: '"about three"',
    });
    expect(of.get("status")).toMatchObject({ state: "wrong", value: null, given: "null" });
    expect(of.get("call_sid")).toMatchObject({ state: "read" });
  });

  test("keeps what the interface doesn't name", () => {
    const { extra } = explain(toDocument({ voice: { accent: "soft" } }));
    expect(extra).toEqual([{ path: "voice.accent", json: '"soft"' }]);
  });

  test("finds the details at the customer itself, and in what is included", () => {
    const { customer, ...payload } = toPayload("r1");
    const flat = explain({
      ...payload,
      customer: { ...customer.details, roster_attachment: null },
    });
    expect(flat.of.get("customer.details.email")).toMatchObject({ from: "customer.email" });
    expect(flat.otherRemarks).toMatchObject([{ path: "customer.details" }]);

    const { id, ...attributes } = payload;
    const reference = { type: "customers", id: "c1" };
    const related = explain({
      data: { id, attributes, relationships: { customer: { data: reference } } },
      included: [{ ...reference, attributes: customer }],
    });
    expect(related.of.get("customer.details.email")).toMatchObject({
      value: "noor@example.com",
      from: "included[0].attributes.details.email",
    });
  });

  test("shows nothing invisible, and cuts what is long", () => {
    const { of } = explain(toDocument({ summary: `a\u202eb${"x".repeat(1_000)}` }));
    expect(of.get("summary")?.value).toMatch(/^a\\u\{202e\}bx+…$/);
    expect(of.get("summary")?.value?.length).toBeLessThan(400);
  });
});
