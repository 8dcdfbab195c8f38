import { type CallRecord, callRecordSchema } from "@/lib/recordings/call-record";
import { FieldReader, type FieldSource, maxKeyLength, type Remarks } from "./field-reader";
import type { FoundRecord } from "./find-records";
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
  const remarks: Remarks = { problems: [], notices: [], ...(sources && { sources }) };
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
  const customer = isJsonObject(given)
    ? new FieldReader(unwrapResource(given), path, call.remarks)
    : new FieldReader({}, path, unheard());
  const isFlat = !customer.has("details") && customer.has("first_name");
  const rosterAttachment = customer.nullableText("roster_attachment");
  const details = isFlat ? customer : readDetails(customer);
  if (isFlat) customer.notice("details", "is missing; its fields were taken from the customer");

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
    ? new FieldReader(unwrapResource(given), path, customer.remarks)
    : new FieldReader({}, path, unheard());
}

/** Where an object is missing as a whole, its single fields need no words. */
function unheard(): Remarks {
  return { problems: [], notices: [] };
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
