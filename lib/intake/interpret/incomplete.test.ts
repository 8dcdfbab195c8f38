import { describe, expect, test } from "vitest";
import type { CallRecord } from "@/lib/recordings/record/call-record";
import {
  call,
  customer,
  details,
  flat,
  read,
  readOne,
  understood,
  withoutExtra,
} from "./test-record";

type Json = Record<string, unknown>;

/** Each field under its path, and what the record says without it. */
const fields: [path: string, empty: Partial<CallRecord>][] = [
  ["minutes_used", { minutesUsed: null }],
  ["call_sid", { callSid: "" }],
  ["recording_attachment", { recordingAttachment: "" }],
  ["has_transcript", { hasTranscript: null }],
  ["summary", { summary: "" }],
  ["created_at", { createdAt: null }],
  ["status", { status: "" }],
  ["customer.details.id", { customerId: "" }],
  ["customer.details.first_name", { customerFirstName: "" }],
  ["customer.details.last_name", { customerLastName: "" }],
  ["customer.details.phone_number", { customerPhoneNumber: "" }],
  ["customer.details.gender", { customerGender: "" }],
  ["customer.details.is_confirmed", { customerIsConfirmed: null }],
  ["customer.details.is_phone_number_correct", { customerIsPhoneNumberCorrect: null }],
];
/** Those that may be null have a problem only where they can't be read. */
const nullable: typeof fields = [
  ["campaign", { campaign: null }],
  ["customer.details.email", { customerEmail: null }],
  ["customer.details.type", { customerType: null }],
  ["customer.roster_attachment", { rosterAttachment: null }],
];
const noCustomer = {
  customerId: "",
  customerFirstName: "",
  customerLastName: "",
  customerPhoneNumber: "",
  customerGender: "",
  customerEmail: null,
  customerType: null,
  rosterAttachment: null,
  customerIsConfirmed: null,
  customerIsPhoneNumberCorrect: null,
};

function change(path: string, toValue: (value: unknown) => unknown): Json {
  const record = structuredClone(flat) as Json;
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const holder = keys.reduce((at, key) => at[key] as Json, record);
  const value = toValue(holder[last]);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return record;
}

function wrap({ id, ...attributes }: Json): Json {
  return { data: { type: "recordings", id, attributes } };
}

/** What is kept beside the fields under a path. */
function keptAt(record: CallRecord | null, path: string): unknown {
  const extra = JSON.parse(record?.extra ?? "{}") as Json;
  return path.split(".").reduce<unknown>((at, key) => (at as Json | undefined)?.[key], extra);
}

describe("one field alone", () => {
  test.each(fields)("%s is missing, or null", (path, empty) => {
    for (const [value, message] of [
      [undefined, "is missing; expected"],
      [null, "is null; expected"],
    ]) {
      const { record, problems } = readOne(wrap(change(path, () => value)));
      expect(problems).toEqual([
        { path: `data.attributes.${path}`, message: expect.stringContaining(message ?? "") },
      ]);
      const stored = [{ path, message: problems[0]?.message }];
      expect(record && withoutExtra(record)).toEqual({ ...understood, ...empty, problems: stored });
      expect(record?.extra).toBe("{}");
    }
  });

  test.each([...fields, ...nullable])("%s can't be read, and is kept as it came", (path, empty) => {
    const odd = [{ a: 1 }, "b"];
    const { record } = readOne(wrap(change(path, () => odd)));
    expect(record && withoutExtra(record)).toEqual({
      ...understood,
      ...empty,
      problems: [{ path, message: expect.stringContaining("must be") }],
    });
    expect(keptAt(record, path)).toEqual(odd);
  });

  test.each([...fields, ...nullable])("%s is given twice, and both are kept", (path, empty) => {
    const twice = change(path, () => "true");
    const body = JSON.stringify(twice).replace('"true"', `"true","${path.split(".").at(-1)}":"no"`);
    const { record } = readOne(body);
    expect(record && withoutExtra(record)).toEqual({
      ...understood,
      ...empty,
      problems: [{ path, message: "is given several times with different values" }],
    });
    expect(keptAt(record, path)).toEqual(["true", "no"]);
  });
});

describe("very little is enough", () => {
  test.each<[string, Json, Partial<CallRecord>]>([
    ["call_sid", { call_sid: call.call_sid }, { callSid: call.call_sid }],
    ["created_at", { created_at: call.created_at }, { createdAt: call.created_at }],
    ["status", { status: call.status }, { status: call.status }],
  ])("an id and %s", (_, told, expected) => {
    const { record, recordingId } = readOne(wrap({ id: "rec-1", ...told }));
    const empty = Object.assign({}, ...fields.slice(0, 7).map(([, one]) => one));
    expect(recordingId).toBe("rec-1");
    expect(record && withoutExtra(record)).toEqual({
      id: "rec-1",
      campaign: null,
      ...empty,
      ...noCustomer,
      ...expected,
      problems: expect.arrayContaining([{ path: "customer", message: "is missing" }]),
    });
    expect(record?.problems).toHaveLength(7);
  });

  test.each<[string, unknown]>([
    ["{call} with a status alone", { call: { id: "rec-1", status: call.status } }],
    ["an unknown key, with a summary", { kk: { id: "rec-1", status: call.status, summary: "x" } }],
    ["with a campaign", { kk: { id: "rec-1", status: call.status, campaign: "spring" } }],
    ["with a customer", { kk: { id: "rec-1", status: call.status, customer } }],
    ["with a flat customer", { kk: { id: "rec-1", status: call.status, customer_last_name: "x" } }],
    [
      "as a resource",
      { kk: { type: "calls", id: "rec-1", attributes: { status: call.status, summary: "x" } } },
    ],
    ["in a list", { kk: [{ id: "rec-1", status: call.status, summary: "x" }] }],
    [
      "beside an event",
      { event: { name: "new" }, kk: { id: "rec-1", status: call.status, customer } },
    ],
  ])("an id and a status, %s", (_, body) => {
    expect(readOne(body).record).toMatchObject({ id: "rec-1", status: call.status, callSid: "" });
  });

  test("lines are looked through one by one", () => {
    const lines = [
      { kk: { id: "rec-1", status: "busy", summary: "x" } },
      { data: { type: "events", id: "evt-1" }, included: [{ ...flat, id: "rec-2" }] },
      { ...flat, id: "rec-3" },
    ];
    const { readings } = read(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(readings.map(({ record }) => record?.id)).toEqual(["rec-1", "rec-2", "rec-3"]);
  });

  test("a customer without details, or told by some of its fields", () => {
    expect(readOne({ ...flat, customer: { roster_attachment: null } }).record).toMatchObject({
      ...noCustomer,
      problems: [{ path: "customer.details", message: "is missing" }],
    });
    const some = { id: "cus-1", phone_number: details.phone_number };
    const { customer: _, ...alone } = flat;
    for (const body of [
      { ...flat, customer: some },
      { ...alone, customer_id: "cus-1", customer_phone_number: details.phone_number },
    ]) {
      const { record } = readOne(body);
      expect(record).toMatchObject({
        customerId: "cus-1",
        customerPhoneNumber: details.phone_number,
        customerFirstName: "",
        customerIsConfirmed: null,
      });
      expect(record?.problems.map(({ path }) => path.split(".").at(-1))).toEqual([
        "first_name",
        "last_name",
        "gender",
        "is_confirmed",
        "is_phone_number_correct",
      ]);
    }
  });

  test("of a customer that is only named, the name is kept", () => {
    const { customer: _, ...alone } = flat;
    const { id, ...attributes } = alone;
    const { record } = readOne({
      data: {
        id,
        attributes,
        relationships: { customer: { data: { type: "customers", id: "cus-9" } } },
      },
    });
    expect(record).toMatchObject(noCustomer);
    expect(keptAt(record, "customer.id")).toBe("cus-9");
  });

  test.each<[string, unknown]>([
    ["text", "Noor Haddad"],
    ["several", [customer, customer]],
    ["true", true],
  ])("a customer that is %s is kept as it came", (_, given) => {
    const { record } = readOne({ ...flat, customer: given });
    expect(record).toMatchObject(noCustomer);
    expect(keptAt(record, "customer")).toEqual(given);
  });
});
