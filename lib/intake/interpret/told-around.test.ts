import { describe, expect, test } from "vitest";
import { hashRecord } from "@/lib/recordings/record/call-record";
import {
  attributes,
  customer,
  details,
  flat,
  readOne,
  understood,
  withoutExtra,
} from "./test-record";

const resource = { type: "recordings", id: "rec-1", attributes };
const { campaign: _, ...noCampaign } = attributes;
const { customer: __, ...noCustomer } = attributes;
const reference = { type: "campaigns", id: "spring" };
const user = { type: "users", id: "7" };

/** A body of one meaning, and what is kept of it beside the fields. */
type Row = [name: string, body: unknown, extra: unknown];

describe("what a body tells beside the fields is kept", () => {
  test.each<Row>([
    [
      "an event's type beside data",
      { type: "recording.completed", data: resource },
      { envelope: { type: "recording.completed" } },
    ],
    [
      "an event's id and type around the record",
      { data: { type: "events", id: "evt-1", attributes: { recording: flat } } },
      { envelope: { type: "events", id: "evt-1" } },
    ],
    [
      "an event's type, whose id is the record's",
      { data: { type: "events", id: "rec-1", attributes: { recording: attributes } } },
      { envelope: { type: "events" } },
    ],
    [
      "an event's relationships, and what they lead to",
      {
        data: {
          type: "events",
          id: "evt-1",
          attributes: { payload: { data: resource } },
          relationships: { user: { data: user } },
        },
        included: [user],
      },
      {
        included: [user],
        envelope: { type: "events", id: "evt-1", relationships: { user: { data: user } } },
      },
    ],
    [
      "an event beside the included record",
      { data: { type: "events", id: "evt-1" }, included: [resource, user] },
      { included: [user], envelope: { data: { type: "events", id: "evt-1" } } },
    ],
    [
      "links of the sender's own",
      { data: resource, links: { self: "https://x.example/1", audio: "https://x.example/2" } },
      { envelope: { links: { self: "https://x.example/1", audio: "https://x.example/2" } } },
    ],
    ["links that are no object", { data: resource, links: ["x"] }, { envelope: { links: ["x"] } }],
    [
      "what is included, but no list",
      { data: resource, included: { user } },
      { envelope: { included: { user } } },
    ],
    [
      "what documents further out include",
      { payload: { data: resource, included: [] }, included: [user] },
      { envelope: { included: [user] } },
    ],
    [
      "relationships that are no object",
      { data: { ...resource, relationships: ["x"] } },
      { envelope: { relationships: ["x"] } },
    ],
  ])("%s", (_name, body, extra) => {
    const { record, problems } = readOne(body);
    expect(problems).toEqual([]);
    expect(record && withoutExtra(record)).toEqual(understood);
    expect(JSON.parse(record?.extra ?? "")).toEqual(extra);
    // None of that is a part of the content, unless it is the record's own.
    const own = JSON.stringify({ ...(extra as object), envelope: undefined });
    expect(record && hashRecord(record)).toBe(record && hashRecord({ ...record, extra: own }));
  });

  test.each<[string, unknown]>([
    ["a resource is a recording", { data: resource }],
    ["where the sender has it", { data: resource, links: { self: "https://x.example/1" } }],
    ["the same of the resource", { data: { ...resource, links: { self: "https://x.example/1" } } }],
    [
      "there is nothing",
      { data: { ...resource, relationships: null, links: null }, included: null, links: null },
    ],
    ["the version of JSON:API", { data: resource, jsonapi: { version: "1.1" } }],
  ])("but not that %s", (_name, body) => {
    expect(readOne(body).record?.extra).toBe("{}");
  });
});

describe("what is told of a related campaign is kept, as of one in the record", () => {
  const relate = (campaign: object, included: unknown[]) => ({
    data: {
      ...resource,
      attributes: noCampaign,
      relationships: { campaign: { data: campaign } },
    },
    included,
  });

  test.each<Row>([
    ["in the record", { ...flat, campaign: { id: "spring", name: "S" } }, { name: "S" }],
    ["included", relate(reference, [{ ...reference, attributes: { name: "S" } }]), { name: "S" }],
    ["included, flat", relate(reference, [{ ...reference, name: "S" }]), { name: "S" }],
    [
      "included, with another id among its attributes",
      relate(reference, [{ ...reference, attributes: { id: 7, name: "S" } }]),
      { id: 7, name: "S" },
    ],
    ["in the relationship", relate({ ...reference, attributes: { name: "S" } }, []), { name: "S" }],
    ["in the relationship, flat", relate({ ...reference, name: "S" }, []), { name: "S" }],
    [
      "in both",
      relate({ ...reference, meta: { n: 1 } }, [{ ...reference, name: "S" }]),
      { name: "S", meta: { n: 1 } },
    ],
  ])("%s", (_name, body, campaign) => {
    const { record, problems } = readOne(body);
    expect(problems).toEqual([]);
    expect(record && withoutExtra(record)).toEqual(understood);
    expect(JSON.parse(record?.extra ?? "")).toEqual({ campaign });
  });
});

test("a customer that is told in the relationship is read, with or without attributes", () => {
  const { roster_attachment } = customer;
  for (const data of [
    { ...details, roster_attachment, type: "customers", attributes: { type: details.type } },
    { type: "customers", id: "cus-1", attributes: { ...details, roster_attachment } },
    { type: "customers", id: "cus-1", details, roster_attachment },
  ]) {
    const { record, problems } = readOne({
      data: { ...resource, attributes: noCustomer, relationships: { customer: { data } } },
    });
    expect(problems).toEqual([]);
    expect(record && withoutExtra(record)).toEqual(understood);
  }
});
