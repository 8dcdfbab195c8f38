import fc from "fast-check";
import { expect, test } from "vitest";
import { flattenExtra } from "@/lib/recordings/record/call-record";
import { attributes, customer, details, flat, read, understood, withoutExtra } from "./test-record";

type Json = Record<string, unknown>;

const { customer: _, ...alone } = flat;
const { id: __, ...callAlone } = alone;
const reference = { type: "customers", id: "cus-1" };

/** How the customer is told: what the record holds of it, and what stands beside the record. */
const places: Record<
  string,
  { own: Json; beside?: Json; relationships?: Json; included?: Json[] }
> = {
  nested: { own: { customer } },
  text: { own: { customer: JSON.stringify(customer) } },
  list: { own: { customer: [customer] } },
  "without details": {
    own: { customer: { ...details, roster_attachment: customer.roster_attachment } },
  },
  resource: { own: { customer: { data: { ...reference, attributes: customer } } } },
  beside: { own: {}, beside: { customer } },
  "null and beside": { own: { customer: null }, beside: { customer } },
  flat: {
    own: {
      ...Object.fromEntries(
        Object.entries(details).map(([key, value]) => [`customer_${key}`, value]),
      ),
      customer_roster_attachment: customer.roster_attachment,
    },
  },
  included: {
    own: {},
    relationships: { customer: { data: reference } },
    included: [{ ...reference, attributes: customer }],
  },
  "null and included": {
    own: { customer: null },
    relationships: { customer: { data: reference } },
    included: [{ ...reference, attributes: customer }],
  },
};

/** How a record stands in a body; what stands beside it stands beside the record's own key. */
const envelopes: Record<string, (record: Json, beside: Json) => unknown> = {
  resource: (record, beside) => ({ data: toResource(record), ...beside }),
  "a list of one": (record, beside) => ({ data: [toResource(record)], ...beside }),
  call: (record, beside) => ({ call: record, ...beside }),
  events: (record, beside) => ({ events: [{ id: "evt-1", data: record, ...beside }] }),
  object: (record, beside) => ({ id: "evt-1", data: { object: record, ...beside } }),
  unknown: (record, beside) => ({ kk: { vv: record, ...beside }, note: "n" }),
  message: (record, beside) => ({
    Type: "Notification",
    Message: JSON.stringify({ data: record, ...beside }),
  }),
  operations: (record, beside) => ({
    "atomic:operations": [{ op: "add", data: toResource(record), ...beside }],
  }),
  included: (record, { included = [], Included = included, ...beside }) => ({
    data: { type: "events", id: "evt-1", attributes: { event: "new" } },
    included: [toResource(record), ...(Included as Json[])],
    ...beside,
  }),
  details: (record, beside) => ({ event: "new", details: { it: record, ...beside } }),
  payload: (record, beside) => JSON.stringify(JSON.stringify({ payload: record, ...beside })),
  lines: (record, beside) => `${JSON.stringify({ body: record, ...beside })}\n`,
  form: (record, beside) =>
    `payload=${encodeURIComponent(JSON.stringify({ result: record, ...beside }))}`,
};

function toResource({ id, relationships, included: __, ...fields }: Json): Json {
  return {
    type: "recordings",
    id,
    attributes: fields,
    ...(relationships ? { relationships } : {}),
  };
}

const spellings: Record<string, (key: string) => string> = {
  snake_case: (key) => key,
  "dash-case": (key) => key.replaceAll("_", "-"),
  camelCase: (key) => key.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
  PascalCase: (key) => key.replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase()),
};

/** Each a form of the same value. */
const oneMeaning = fc.record({
  id: fc.constantFrom("rec-1", " rec-1", "rec-1\n"),
  minutes_used: fc.constantFrom<unknown>(3, "3", "3.0", " 3", "3e0", "+3"),
  has_transcript: fc.constantFrom<unknown>(true, 1, "1", "true", "TRUE", "yes"),
  created_at: fc.constantFrom<unknown>(
    "2026-11-20T10:00:00Z",
    "2026-11-20 10:00:00",
    "2026-11-20T15:45:00+05:45",
    "2026-11-20T11:00:00+01:00[Europe/Berlin]",
    "Fri, 20 Nov 2026 10:00:00 GMT",
    1795168800,
    "1795168800000",
    1795168800000,
  ),
  campaign: fc.constantFrom<unknown>("spring", { id: "spring", name: "Spring" }, " spring "),
  recording_attachment: fc.constantFrom<unknown>(
    flat.recording_attachment,
    { url: flat.recording_attachment, size: 7 },
    [flat.recording_attachment],
  ),
});

/** Each several meanings or none, by the field that has them. */
const severalMeanings = fc.constantFrom<Json>(
  { minutes_used: "0x10" },
  { minutes_used: "3 minutes" },
  { minutes_used: 3.5 },
  { created_at: "2026-11-20T10:00:00+05:00[Europe/Berlin]" },
  { created_at: "Mon, 20 Nov 2026 10:00:00 GMT" },
  { created_at: "10/11/2026 10:00" },
  { created_at: 20261120 },
  { has_transcript: "perhaps" },
  { campaign: ["spring", "autumn"] },
  { id: ["rec-1", "rec-2"] },
  { minutesused: 4 },
  { status: "" },
);

const arbitrary = fc.record({
  envelope: fc.constantFrom(...Object.keys(envelopes)),
  place: fc.constantFrom(...Object.keys(places)),
  spelling: fc.constantFrom(...Object.keys(spellings)),
  values: oneMeaning,
});
type Generated = typeof arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

test("200 bodies of one meaning each mean the record, and lose nothing beside it", () => {
  fc.assert(
    fc.property(arbitrary, fc.uuid(), (generated, marker) => {
      const { readings, problems } = read(toBody(generated, { ...generated.values, marker }));
      expect(problems).toEqual([]);
      expect(readings.map((reading) => reading.problems)).toEqual([[]]);
      const record = readings[0]?.record;
      expect(record && withoutExtra(record)).toEqual(understood);
      expect(record?.extra).toContain(marker);
      const kept = flattenExtra(record?.extra ?? "{}").map(({ path }) => path.toLowerCase());
      if (typeof generated.values.campaign === "object") expect(kept).toContain("campaign.name");
    }),
    { numRuns: 200, seed: 20_261_120 },
  );
});

test("200 bodies of several meanings each have words for the very field, which is empty", () => {
  fc.assert(
    fc.property(arbitrary, severalMeanings, (generated, wrong) => {
      const { readings, problems } = read(toBody(generated, { ...generated.values, ...wrong }));
      expect(problems).toEqual([]);
      const [field = ""] = Object.keys(wrong);
      const named = field === "minutesused" ? "minutes_used" : field;
      const [remark, ...others] = readings[0]?.problems ?? [];
      expect(others).toEqual([]);
      expect(remark?.path.split(".").at(-1)).toBe(named);
      expect(remark?.message.length).toBeGreaterThan(10);
      const record = readings[0]?.record;
      if (named === "id") {
        expect(record).toBeNull();
        return;
      }
      const empty = { ...understood, ...emptied[named], problems: record?.problems };
      expect(record && withoutExtra(record)).toEqual(empty);
      expect(record?.problems.map(({ path }) => path)).toEqual([named]);
      expect(flattenExtra(record?.extra ?? "{}").length).toBeGreaterThan(0);
    }),
    { numRuns: 200, seed: 20_261_121 },
  );
});

/** Fields of the interface, each with a value of its own that can't be any other's. */
const marked = {
  id: "m-id",
  call_sid: "m-sid",
  summary: "m-summary",
  status: "m-status",
  campaign: "m-campaign",
  recording_attachment: "m-attachment",
};
const markedCustomer = {
  details: {
    id: "m-cid",
    first_name: "m-first",
    last_name: "m-last",
    phone_number: "m-phone",
    gender: "m-gender",
    email: "m-email",
    type: "m-type",
  },
  roster_attachment: "m-roster",
};

/** What a call says whose field can't be read, by that field. */
const emptied: Record<string, Json> = {
  minutes_used: { minutesUsed: null },
  created_at: { createdAt: null },
  has_transcript: { hasTranscript: null },
  campaign: { campaign: null },
  status: { status: "" },
};

test("whatever a named field says is in the record, beside it, or held back with words", () => {
  const odd = fc.constantFrom<unknown>(null, "x", 7, {}, [], { a: 1 }, true, undefined);
  const own = fc.constantFrom<unknown>(markedCustomer, markedCustomer.details, [markedCustomer]);
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(envelopes)),
      fc.constantFrom(...Object.keys(spellings)),
      own,
      fc.subarray(Object.keys(marked)),
      odd,
      (envelope, spelling, whose, broken, value) => {
        const record = { ...attributes, ...marked, customer: whose };
        const given: Json = { ...record, ...Object.fromEntries(broken.map((key) => [key, value])) };
        const body = wrap(envelope, spelling, given, {});
        const { readings, problems } = read(body);
        const [reading] = readings;
        if (!reading?.record) {
          expect([...problems, ...(reading?.problems ?? [])].length).toBeGreaterThan(0);
          return;
        }
        const said = JSON.stringify(body).match(/m-[a-z]+/g) ?? [];
        const kept = JSON.stringify(reading.record);
        expect(said.filter((word) => !kept.includes(word))).toEqual([]);
      },
    ),
    { numRuns: 500, seed: 20_261_122 },
  );
});

function toBody({ envelope, place, spelling }: Generated, values: Json): unknown {
  const { own = {}, beside = {}, relationships, included } = places[place] ?? {};
  const record = { ...callAlone, ...values, ...own, ...(relationships ? { relationships } : {}) };
  return wrap(envelope, spelling, record, { ...beside, ...(included ? { included } : {}) });
}

/** Names are respelled in the record and in what stands beside it, not in the envelope. */
function wrap(envelope: string, spelling: string, record: Json, beside: Json): unknown {
  const rename = spellings[spelling] ?? ((key: string) => key);
  const inner = (value: unknown): unknown => respell(value, rename);
  // The envelopes put these beside the fields, under their own names.
  const { id, relationships, ...fields } = record;
  const apart = { id, ...(relationships ? { relationships: inner(relationships) } : {}) };
  return envelopes[envelope]?.({ ...(inner(fields) as Json), ...apart }, inner(beside) as Json);
}

function respell(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => respell(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [rename(key), respell(item, rename)]),
  );
}
