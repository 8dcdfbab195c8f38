import { type CallRecord, callRecordSchema } from "@/lib/recordings/call-record";
import { FieldReader, type FieldSource, maxKeyLength, type Remarks } from "./field-reader";
import type { FoundRecord } from "./find-records";
import { type Observation, observeKeys } from "./observation";
import { isJsonObject, type JsonObject, type JsonValue } from "./read-json";
import { toStorableJson, toStorableText } from "./storable-text";

/** What one record of a body means. Without `record` it is held back for its problems. */
export type Reading = Remarks & { recordingId: string | null; record: CallRecord | null };

/**
 * Reads a record whole, so that all its problems are named at once. Pure.
 * @param sources takes where each field was looked for
 */
export function interpretRecord(
  found: FoundRecord,
  timeZone: string,
  sources?: FieldSource[],
): Reading {
  const observations = observeEnvelope(found);
  const remarks: Remarks = { problems: [], notices: [], observations, ...(sources && { sources }) };
  if (!isJsonObject(found.fields)) {
    remarks.problems.push({ path: found.path, message: "must be an object" });
    return { ...remarks, recordingId: null, record: null };
  }
  const call = new FieldReader(withOuterId(found.fields, found.outerId), found.path, remarks);
  const customer = readCustomer(call, found.relatedCustomer);
  const id = call.key("id");
  const fields = {
    id,
    minutesUsed: call.integer("minutes_used"),
    callSid: call.text("call_sid"),
    recordingAttachment: call.text("recording_attachment"),
    campaign: call.nullableText("campaign", maxKeyLength),
    hasTranscript: call.boolean("has_transcript"),
    summary: call.text("summary"),
    createdAt: call.instant("created_at", timeZone),
    status: call.text("status", { maxLength: maxKeyLength, mayBeEmpty: false }),
    ...customer.fields,
    extra: toStorableJson({
      ...call.rest(),
      ...(isEmpty(customer.rest) ? {} : { customer: customer.rest }),
      ...(isEmpty(found.envelope) ? {} : { envelope: found.envelope }),
    }),
  };
  remarks.observations.push(...observeValues(fields));
  const isHeldBack = remarks.problems.length > 0;
  return {
    ...remarks,
    recordingId: id ? toStorableText(id).slice(0, maxKeyLength) : null,
    record: isHeldBack ? null : callRecordSchema.parse(fields),
  };
}

/** The id may stand beside the attributes, among them, or in both places if it is the same. */
function withOuterId(fields: JsonObject, outerId: JsonValue | undefined): JsonObject {
  if (outerId === undefined || outerId === null) return fields;
  return "id" in fields ? { ...fields, Id: outerId } : { ...fields, id: outerId };
}

function readCustomer(call: FieldReader, related: JsonValue | undefined) {
  const given = call.has("customer") ? call.object("customer") : related;
  if (!isJsonObject(given) && !call.has("customer")) call.object("customer");
  const path = call.path ? `${call.path}.customer` : "customer";
  const observeForm = (place: string, found: string) =>
    call.remarks.observations.push({ kind: "form", path: [place], found });
  const customer = isJsonObject(given)
    ? new FieldReader(unwrapResource(given), path, call.remarks, ["customer"])
    : new FieldReader({}, path, unheard());
  if (!call.has("customer") && isJsonObject(given)) observeForm("customer", "included");
  const isFlat = !customer.has("details") && customer.has("first_name");
  const rosterAttachment = customer.nullableText("roster_attachment");
  const details = isFlat ? customer : readDetails(customer);
  if (isFlat) {
    customer.notice("details", "is missing; its fields were taken from the customer");
    observeForm("customer", "without details");
  }

  const fields = {
    rosterAttachment,
    customerId: details.key("id"),
    customerFirstName: details.text("first_name"),
    customerLastName: details.text("last_name"),
    customerPhoneNumber: details.text("phone_number", { maxLength: maxKeyLength }),
    customerGender: details.text("gender", { maxLength: maxKeyLength }),
    customerEmail: details.nullableText("email"),
    customerType: details.nullableText("type", maxKeyLength),
    customerIsConfirmed: details.boolean("is_confirmed"),
    customerIsPhoneNumberCorrect: details.boolean("is_phone_number_correct"),
  };
  const detailsRest = isFlat ? {} : details.rest();
  const rest = {
    ...customer.rest(),
    ...(isEmpty(detailsRest) ? {} : { details: detailsRest }),
  };
  return { fields, rest };
}

function readDetails(customer: FieldReader): FieldReader {
  const given = customer.object("details");
  const path = `${customer.path}.details`;
  return given
    ? new FieldReader(unwrapResource(given), path, customer.remarks, [...customer.place, "details"])
    : new FieldReader({}, path, unheard());
}

/** Where an object is missing as a whole, its single fields need no words. */
function unheard(): Remarks {
  return { problems: [], notices: [], observations: [] };
}

/** What stands around the record, where it isn't the one JSON:API document that is described. */
function observeEnvelope({ path, envelope }: FoundRecord): Observation[] {
  const form = path.replaceAll(/\[\d+\]/g, "[]");
  const members = observeKeys("unknown_member", Object.keys(envelope), []);
  if (form === "data.attributes") return members;
  return [...members, { kind: "form", path: ["envelope"], found: form }];
}

/** The values of fields whose values the interface leaves open. */
function observeValues(fields: Omit<CallRecord, "extra">): Observation[] {
  const values: [Observation["kind"], string[], string | null][] = [
    ["status", ["status"], fields.status],
    ["campaign", ["campaign"], fields.campaign],
    ["gender", ["customer", "details", "gender"], fields.customerGender],
    ["customer_type", ["customer", "details", "type"], fields.customerType],
  ];
  return values.flatMap(([kind, path, found]) => (found ? [{ kind, path, found }] : []));
}

/** A nested JSON:API resource reads like its attributes. */
function unwrapResource(value: JsonObject): JsonObject {
  const resource = isJsonObject(value.data) ? value.data : value;
  if (!isJsonObject(resource.attributes)) return value;
  const { attributes, id, type: _, ...others } = resource;
  return { ...others, ...(id === undefined ? {} : { id }), ...attributes };
}

function isEmpty(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}
