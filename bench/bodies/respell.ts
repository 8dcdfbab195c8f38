import type { JsonObject } from "./call-record";

/** The keys of an object and of all below it in another spelling. */
export const spellings: Record<string, (key: string) => string> = {
  snake_case: (key) => key,
  "dash-case": (key) => key.replaceAll("_", "-"),
  camelCase: (key) => key.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
  UPPER_CASE: (key) => key.toUpperCase(),
};

export function respell(value: unknown, spell: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((member) => respell(member, spell));
  if (typeof value !== "object" || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [spell(key), respell(member, spell)]),
  );
}

/** Ways to put a record into a document. */
export const envelopes: Record<string, (record: JsonObject) => unknown> = {
  flat: (record) => record,
  "a list of flat records": (record) => [record],
  document: ({ id, ...attributes }) => ({ data: { type: "recordings", id, attributes } }),
  "document with a list": ({ id, ...attributes }) => ({
    data: [{ type: "recordings", id, attributes }],
  }),
  "id among the attributes": (record) => ({ data: { type: "recordings", attributes: record } }),
  "id in both places": (record) => ({
    data: { type: "recordings", id: record.id, attributes: record },
  }),
  "two different ids": (record) => ({
    data: { type: "recordings", id: "another", attributes: record },
  }),
  "customer included": ({ id, customer, ...attributes }) => ({
    data: {
      type: "recordings",
      id,
      attributes,
      relationships: { customer: { data: { type: "customers", id: "c1" } } },
    },
    included: [{ type: "customers", id: "c1", attributes: customer }],
  }),
  "document in a document": (record) => ({ data: { data: record } }),
  "an event around it": (record) => ({ event: "recording", payload: record }),
};
