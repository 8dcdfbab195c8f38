import "server-only";
import { stringify } from "lossless-json";
import { cutText } from "@/lib/list/list-page";
import { db } from "@/lib/platform/database/db";
import { env } from "@/lib/platform/settings/env";
import type { CallRecord } from "@/lib/recordings/record/call-record";
import { flattenExtra } from "@/lib/recordings/record/call-record";
import type { FieldSource, Remark } from "../interpret/fields/member-reader";
import { interpretRecord } from "../interpret/interpret-delivery";
import type { JsonValue } from "../interpret/json/read-json";
import { readText, UnreadableBody } from "../interpret/json/read-text";
import { parseBody } from "../interpret/parse-body";
import { type FoundRecord, findRecords } from "../interpret/records/find-records";
import { findSecretName } from "../secrets/store";
import { unpackBody } from "../store/packed-body";
import { toVisibleText } from "../views/delivery-log";
import type {
  EnvelopeView,
  FieldReadingView,
  FirstContactView,
  RecordReadingView,
} from "../views/views";
import { readFirst } from "./get-delivery";

/** The first delivery that is kept, read once more to tell how; null: none has ever come. */
export async function getFirstContact(): Promise<FirstContactView | null> {
  const first = await readFirst();
  if (!first) return null;
  const { id, acceptedOn, acceptedAt, outcome, bytes, secretHash } = first;
  const body = await db().deliveryBody.findUnique({
    where: { id_acceptedOn: { id, acceptedOn } },
  });
  // Headers are written by this room from this very type.
  const headers = (body?.headers ?? []) as [string, string][];
  return {
    deliveryId: id,
    outcome,
    bytes,
    acceptedAt: acceptedAt.toISOString(),
    secretName: await findSecretName(secretHash),
    ...(body ? explain(unpackBody(body), new Map(headers)) : unkept),
  };
}

const unkept = { record: null, recordCount: 0, problem: "Its bytes are no longer kept." };

function explain(
  body: Uint8Array,
  headers: Map<string, string>,
): Pick<FirstContactView, "record" | "recordCount" | "problem"> {
  const encoding = {
    contentType: headers.get("content-type") ?? null,
    contentEncoding: headers.get("content-encoding") ?? null,
  };
  try {
    const found = findRecords(parseBody(readText(body, encoding)));
    const timeZone = env().CALLING_SERVICE_TIME_ZONE ?? "UTC";
    const record = found[0] ? explainRecord(found[0], timeZone) : null;
    return { record, recordCount: found.length, problem: null };
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return { record: null, recordCount: 0, problem: error.message };
  }
}

/** Reads a record as the intake does, and tells of each field where it was and how it was taken. */
export function explainRecord(found: FoundRecord, timeZone: string): RecordReadingView {
  const sources: FieldSource[] = [];
  const reading = interpretRecord(found, timeZone, sources);
  const explained = interfaceFields.map((field) => {
    const paths = pathsOf(field, found.path);
    const source = sources.find(({ path }) => paths.includes(path));
    const remarksOf = (remarks: Remark[]) => remarks.filter(({ path }) => paths.includes(path));
    return {
      field,
      source,
      problems: remarksOf(reading.problems),
      notices: remarksOf(reading.notices),
    };
  });
  const told = new Set(explained.flatMap(({ problems, notices }) => [...problems, ...notices]));
  return {
    recordingId: reading.recordingId,
    envelope: describeEnvelope(found.path),
    fields: explained.map(({ field, source, problems, notices }): FieldReadingView => {
      const state = problems.length > 0 ? "wrong" : notices.length > 0 ? "noted" : "read";
      return {
        name: fullName(field),
        state,
        value: reading.record && state !== "wrong" ? toText(reading.record[field.field]) : null,
        from:
          source && source.places.length > 0 ? cut(toVisibleText(source.places.join(" / "))) : null,
        given: source && source.given.length > 0 ? source.given.map(toJson).join(" / ") : null,
        remarks: [...problems, ...notices].map(({ message }) => toVisibleText(message)),
      };
    }),
    ...toExtraViews(reading.record),
    otherRemarks: [...reading.problems, ...reading.notices].filter((remark) => !told.has(remark)),
  };
}

const longestShown = 300;
const mostExtra = 200;

function toExtraViews(record: CallRecord | null): Pick<RecordReadingView, "extra" | "moreExtra"> {
  const all = record ? flattenExtra(record.extra).filter(({ path }) => path) : [];
  const extra = all
    .slice(0, mostExtra)
    .map(({ path, json }) => ({ path: cut(path), json: cut(json) }));
  return { extra, moreExtra: all.length - extra.length };
}

/** Details may stand at the customer itself. */
function pathsOf({ place, name }: InterfaceField, recordPath: string): string[] {
  const at = (...parts: string[]) => [recordPath, ...parts, name].filter(Boolean).join(".");
  if (place === "call") return [at()];
  return place === "customer" ? [at("customer")] : [at("customer", "details"), at("customer")];
}

function describeEnvelope(path: string): EnvelopeView {
  if (/(^|\.)attributes$/.test(path)) return { kind: "json-api", path };
  return { kind: path === "" || /^\[\d+\]$/.test(path) ? "flat" : "wrapped", path };
}

function toText(value: CallRecord[InterfaceField["field"]]): string | null {
  return value === null ? null : cut(toVisibleText(String(value)));
}

function toJson(value: JsonValue): string {
  return cut(toVisibleText(stringify(value) ?? ""));
}

function cut(text: string): string {
  const [beginning, rest] = cutText(text, longestShown);
  return rest ? `${beginning}…` : text;
}

/** A field as the calling service names it, and where it stands in what was understood. */
type InterfaceField = {
  place: "call" | "customer" | "details";
  name: string;
  field: Exclude<keyof CallRecord, "problems">;
};

/** In the order of the interface. */
const interfaceFields: InterfaceField[] = [
  { place: "call", name: "id", field: "id" },
  { place: "call", name: "minutes_used", field: "minutesUsed" },
  { place: "call", name: "call_sid", field: "callSid" },
  { place: "call", name: "recording_attachment", field: "recordingAttachment" },
  { place: "call", name: "campaign", field: "campaign" },
  { place: "call", name: "has_transcript", field: "hasTranscript" },
  { place: "call", name: "summary", field: "summary" },
  { place: "call", name: "created_at", field: "createdAt" },
  { place: "call", name: "status", field: "status" },
  { place: "details", name: "id", field: "customerId" },
  { place: "details", name: "first_name", field: "customerFirstName" },
  { place: "details", name: "last_name", field: "customerLastName" },
  { place: "details", name: "phone_number", field: "customerPhoneNumber" },
  { place: "details", name: "gender", field: "customerGender" },
  { place: "details", name: "email", field: "customerEmail" },
  { place: "details", name: "type", field: "customerType" },
  { place: "details", name: "is_confirmed", field: "customerIsConfirmed" },
  { place: "details", name: "is_phone_number_correct", field: "customerIsPhoneNumberCorrect" },
  { place: "customer", name: "roster_attachment", field: "rosterAttachment" },
];

/** The name in full, `customer.details.email`. */
function fullName({ place, name }: InterfaceField): string {
  const before = { call: "", customer: "customer.", details: "customer.details." };
  return before[place] + name;
}
