import { describe, expect, test } from "vitest";
import {
  attributes,
  customer,
  details,
  flat,
  read,
  readOne,
  understood,
  withoutExtra,
} from "./test-record";

const resource = { type: "recordings", id: "rec-1", attributes };
const document = { data: resource };
const json = JSON.stringify;
const { customer: _, ...alone } = flat;
const { id: __, ...callAlone } = alone;
const form = "application/x-www-form-urlencoded";
const { roster_attachment } = customer;
const reference = { type: "customers", id: "cus-1" };
const { id: ___, ...person } = details;

/** A document whose record has its customer by relationship. */
function related(included: unknown[], own: object = {}) {
  const relationships = { customer: { data: reference } };
  return {
    data: { type: "recordings", id: "rec-1", attributes: { ...callAlone, ...own }, relationships },
    included,
  };
}

/** An event that has its recording beside it. */
const event = {
  type: "events",
  id: "evt-1",
  attributes: { event: "recording.completed" },
  relationships: { recording: { data: { type: "recordings", id: "rec-1" } } },
};
const busyEvent = {
  ...event,
  attributes: { status: "sent", created_at: "2026-11-20T11:00:00Z" },
};

/** Each means the whole record, and nothing else. */
type Spelling = [name: string, body: unknown, contentType?: string];

const envelopes: Spelling[] = [
  ["{call}", { call: flat }],
  ["{call_recording}", { call_recording: flat }],
  ["{callRecording}", { callRecording: resource }],
  ["{body}", { body: flat }],
  ["{result}", { result: document }],
  ["{results: []}", { results: [flat] }],
  ["{events: []}", { events: [flat] }],
  ["{events: [{data}]}", { events: [{ id: "evt-1", type: "recording", data: flat }] }],
  ["data.object", { id: "evt-1", type: "recording", data: { object: flat } }],
  [
    "data.object beside former values",
    {
      created: 1,
      data: { object: flat, previous_attributes: { status: "ringing", call_sid: "x" } },
    },
  ],
  ["data.attributes.recording", { data: { type: "events", attributes: { recording: flat } } }],
  [
    "data.attributes.recording, the id outside",
    { data: { type: "events", id: "rec-1", attributes: { recording: attributes } } },
  ],
  ["data.attributes, an event's id outside", { id: "evt-1", data: { attributes: flat } }],
  ["atomic:operations", { "atomic:operations": [{ op: "add", data: resource }] }],
  ["SNS", { Type: "Notification", MessageId: "m-1", Message: json(document) }],
  ["SNS in Lambda", { Records: [{ EventSource: "aws:sns", Sns: { Message: json(flat) } }] }],
  ["EventBridge", { version: "0", "detail-type": "recording", detail: flat }],
  ["CloudEvents", { specversion: "1.0", id: "evt-1", time: "2026-11-20T10:00:01Z", data: flat }],
  ["JSON in a string", json(json(flat))],
  ["JSON in a string in a string", json(json(json(document)))],
  ["a string under a key", { payload: json(flat) }],
  ["attributes in a string", { data: { id: "rec-1", attributes: json(attributes) } }],
  ["JSON lines, one", `${json(flat)}\n`],
  ["a JSON text sequence", `\u001e${json(flat)}\n`],
  ["a form with payload", `payload=${encodeURIComponent(json(document))}`, form],
  ["the same under another type", `payload=${encodeURIComponent(json(flat))}`, "text/plain"],
  ["a form with two fields", `event=recording&data=${encodeURIComponent(json(flat))}`, form],
  ["a form of fields", writeForm(flat), form],
  ["an unknown key", { kk: flat }],
  ["four unknown keys", { a: { b: { c: { d: flat } } } }],
  ["beside something else", { meta: { id: "m" }, tags: ["a"], thing: { y: flat, n: 1 } }],
  ["in a list under an unknown key", { delivered: [flat] }],
  [
    "an event with an id, a status and a time of its own",
    { id: "evt-1", status: "ok", created_at: "2026-11-20T11:00:00Z", thing: flat },
  ],
  ["the same record twice in one body", { first: flat, again: flat }],
  ["a resource in a list", [resource]],
  ["a list in a list", [[flat]]],
  ["data beside a note of the same name", { data: resource, recording: { url: "x" } }],
  ["a nested document", { event: { payload: document } }],
  ["included beside an event", { data: event, included: [resource] }],
  ["included, flat", { data: event, included: [{ type: "recordings", ...flat }] }],
  [
    "included beside an event with a status and a time of its own",
    { data: busyEvent, included: [resource] },
  ],
  [
    "included with its customer and its campaign",
    {
      data: event,
      included: [
        { ...reference, attributes: { ...customer, status: "new", created_at: "2026-01-01" } },
        { type: "campaigns", id: "spring", attributes: { status: "on", minutes_used: 900 } },
        {
          type: "recordings",
          id: "rec-1",
          attributes: callAlone,
          relationships: { customer: { data: reference } },
        },
      ],
    },
  ],
  [
    "in relationships",
    { data: { type: "events", id: "evt-1", relationships: { recording: { data: resource } } } },
  ],
  ["under details", { event: "recording.completed", details: flat }],
  ["under details, deeper", { event: { details: { recording: resource } } }],
  [
    "under details beside a status and a time",
    { id: "evt-1", status: "sent", created_at: "2026-11-20T11:00:00Z", details: flat },
  ],
  ["under links", { event: "recording.completed", links: { recording: flat } }],
  ["lines of events, one", `${json({ data: event, included: [resource] })}\n`],
];

const customers: Spelling[] = [
  ["beside the record", { call: alone, customer }],
  ["beside data", { data: { id: "rec-1", attributes: callAlone }, customer }],
  ["beside the attributes", { data: { id: "rec-1", attributes: callAlone, customer } }],
  ["beside data in an envelope", { event: "x", payload: { recording: alone, customer } }],
  ["null, and beside", { call: { ...alone, customer: null }, customer }],
  ["included", related([{ ...reference, attributes: customer }])],
  ["null, and included", related([{ ...reference, attributes: customer }], { customer: null })],
  [
    "{roster_attachment}, and included",
    related([{ ...reference, attributes: person }], { customer: { roster_attachment } }),
  ],
  [
    "included with details",
    related([{ ...reference, attributes: { details, roster_attachment } }]),
  ],
  ["included with details, flat", related([{ ...reference, details, roster_attachment }])],
  [
    "included with details without an id",
    related([{ ...reference, attributes: { details: person, roster_attachment } }]),
  ],
  [
    "included, its details, too",
    related([
      {
        ...reference,
        attributes: { roster_attachment },
        relationships: { details: { data: { type: "customer_details", id: "cus-1" } } },
      },
      { type: "customer_details", id: "cus-1", attributes: details },
    ]),
  ],
  [
    "included under a list",
    {
      data: [
        {
          id: "rec-1",
          attributes: callAlone,
          relationships: { customer: { data: [reference] } },
        },
      ],
      included: [{ ...reference, attributes: customer }],
    },
  ],
  [
    "included, not related, but the only one",
    { data: { id: "rec-1", attributes: callAlone }, included: [{ ...reference, ...customer }] },
  ],
  [
    "in relationships",
    {
      data: {
        id: "rec-1",
        attributes: callAlone,
        relationships: { customer: { data: { ...reference, attributes: customer } } },
      },
    },
  ],
  ["in a list of one", { ...flat, customer: [customer] }],
  ["details in a list of one", { ...flat, customer: { ...customer, details: [details] } }],
  ["as JSON in a string", { ...flat, customer: json(customer) }],
  ["details as JSON in a string", { ...flat, customer: { ...customer, details: json(details) } }],
  ["without details", { ...flat, customer: { ...details, roster_attachment } }],
  ["as a resource", { ...flat, customer: { data: { ...reference, attributes: customer } } }],
  ["as attributes", { ...flat, customer: { ...reference, attributes: customer } }],
  [
    "flat",
    { ...alone, ...prefix("customer_", details), customer_roster_attachment: roster_attachment },
  ],
  [
    "flat in camelCase",
    withCamel({
      ...alone,
      ...prefix("customer_", details),
      customer_roster_attachment: roster_attachment,
    }),
  ],
  [
    "flat with dots",
    {
      ...alone,
      ...prefix("customer.details.", details),
      "customer.roster_attachment": roster_attachment,
    },
  ],
  [
    "flat in an envelope",
    {
      data: {
        id: "rec-1",
        attributes: {
          ...callAlone,
          ...prefix("customer_", details),
          customer_roster_attachment: roster_attachment,
        },
      },
    },
  ],
  [
    "details beside an id and a type of the call's customer",
    {
      ...alone,
      ...person,
      customer_id: "cus-1",
      customer_type: "lead",
      roster_attachment,
      type: undefined,
    },
  ],
  ["customer_details", { ...alone, customer_details: details, customer: { roster_attachment } }],
  [
    "its id beside its fields",
    { ...flat, customer: { id: "cus-1", details: person, roster_attachment } },
  ],
];

describe.each([
  ["a record", envelopes],
  ["a customer", customers],
])("%s has one meaning", (_name, spellings) => {
  test.each(spellings)("%s", (_, body, contentType) => {
    const { record, problems } = readOne(body, { contentType });
    expect(problems).toEqual([]);
    expect(record && withoutExtra(record)).toEqual(understood);
  });
});

test("lines of JSON are a list, of which a broken one is held back alone", () => {
  const { readings } = read(`${json(flat)}\n{"id": "rec-2",\n${json(document)}\n`);
  expect(readings.map(({ record }) => record?.id)).toEqual(["rec-1", undefined, "rec-1"]);
  expect(readings[1]?.problems).toEqual([{ path: "[1]", message: "must be an object" }]);
});

function prefix(before: string, object: object): object {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [before + key, value]));
}

function withCamel(object: object): object {
  const toCamel = (key: string) => key.replace(/_(\w)/g, (_all, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [toCamel(key), value]));
}

function writeForm({ customer: given, ...fields }: typeof flat): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(fields)) parameters.set(key, String(value));
  for (const [key, value] of Object.entries(given.details)) {
    parameters.set(`customer[details][${key}]`, String(value));
  }
  parameters.set("customer[roster_attachment]", given.roster_attachment);
  return parameters.toString();
}
