import {
  type CallRecord,
  type FieldProblem,
  nameEnvelope,
} from "@/lib/recordings/record/call-record";
import { FieldReader } from "./fields/field-reader";
import { type GatheredCustomer, gatherCustomer } from "./fields/gather-customer";
import {
  capProblems,
  type FieldSource,
  type Observation,
  observeKeys,
  type Remark,
  type Remarks,
} from "./fields/member-reader";
import { type Member, maxKeyLength, mergeMembers, placeOf, toMeaning } from "./json/members";
import { isJsonObject, type JsonObject, sanitizeJson } from "./json/read-json";
import { type BodyEncoding, readText, UnreadableBody } from "./json/read-text";
import { parseBody } from "./parse-body";
import { type FoundRecord, findRecords } from "./records/find-records";
import { Relations } from "./records/surroundings";

/** What a delivery means: its records in their order, or why none could be found. */
export type Interpretation = { readings: Reading[]; problems: Remark[] };

/**
 * Reads a body at once; `openBody` reads one of any size.
 * @param timeZone where times without a zone are taken
 */
export function interpretDelivery(
  body: Uint8Array,
  encoding: BodyEncoding,
  timeZone: string,
): Interpretation {
  try {
    const readings: Reading[] = [];
    let characters = 0;
    for (const record of findRecords(parseBody(readText(body, encoding)))) {
      const reading = interpretRecord(record, timeZone);
      readings.push(reading);
      // What stands around the records is kept with each of them.
      characters += reading.record?.extra.length ?? 0;
      if (characters > maxExtraCharacters) {
        throw new UnreadableBody(
          "holds too much around its records to keep that with each of them",
        );
      }
    }
    return { readings, problems: [] };
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return { readings: [], problems: [{ path: "", message: error.message }] };
  }
}

export const maxExtraCharacters = 64 * 1024 * 1024;

/**
 * What one record of a body means. Without `record` it is held back for its problems; a record with
 * problems is incomplete.
 */
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
  const reading: Reading = {
    problems: [],
    notices: [],
    observations: observeEnvelope(found),
    recordingId: null,
    record: null,
  };
  if (sources) reading.sources = sources;
  if (found.rivals.length > 0) {
    const message = `may have its record at ${describePlaces(found.rivals)}; send one of them, or each in a list`;
    reading.problems.push({ path: found.path, message });
    return reading;
  }
  if (!isJsonObject(found.fields)) {
    reading.problems.push({ path: found.path, message: "must be an object" });
    return reading;
  }
  const relations = new Relations(found);
  const { members, outerId } = found;
  const campaign = findCampaign(members, relations);
  const others = [outerId, campaign?.id].filter((one) => one !== undefined);
  const call = new FieldReader(members.concat(others), found.path, reading);
  for (const name of ["relationships", "included"] as const) {
    const [own] = call.peek(name);
    if (own && placeOf(own) === found[name]?.path) call.lend(name);
  }
  const { customer, details, besideKey } = gatherCustomer(call, found, relations);
  const record: CallRecord = {
    id: call.key("id"),
    minutesUsed: call.integer("minutes_used"),
    callSid: call.exactText("call_sid"),
    recordingAttachment: call.url("recording_attachment"),
    campaign: call.nullableKey("campaign"),
    hasTranscript: call.boolean("has_transcript"),
    summary: call.text("summary"),
    createdAt: call.instant("created_at", timeZone),
    status: call.text("status", { maxLength: maxKeyLength, mayBeEmpty: false }),
    rosterAttachment: customer.nullableUrl("roster_attachment"),
    customerId: details.key("id"),
    customerFirstName: details.text("first_name"),
    customerLastName: details.text("last_name"),
    customerPhoneNumber: details.text("phone_number", { maxLength: maxKeyLength }),
    customerGender: details.text("gender", { maxLength: maxKeyLength }),
    customerEmail: details.nullableText("email"),
    customerType: details.nullableText("type", maxKeyLength),
    customerIsConfirmed: details.boolean("is_confirmed"),
    customerIsPhoneNumberCorrect: details.boolean("is_phone_number_correct"),
    extra: sanitizeJson(
      toExtra(call, { customer, details, besideKey }, campaign?.others ?? {}, relations),
    ),
    problems: [],
  };
  observeValues(record, reading);
  if (record.id === "") return reading;
  reading.recordingId = record.id;
  if (!isRecognizableCall(record)) {
    reading.problems.push({ path: found.path, message: notRecognizable });
    return reading;
  }
  record.problems = toFieldProblems(reading, found.path);
  reading.record = record;
  return reading;
}

/** Whether something beside the id shows that this is a call. */
function isRecognizableCall({ callSid, createdAt, status }: CallRecord): boolean {
  return callSid !== "" || createdAt !== null || status !== "";
}

const notRecognizable =
  "has none of call_sid, created_at and status that can be read; one is needed";

/** The problems under their paths within the record: the same wherever in a body it stood. */
function toFieldProblems({ problems }: Remarks, path: string): FieldProblem[] {
  const beginning = path ? `${path}.` : "";
  return capProblems(
    problems.map((problem) => ({
      ...problem,
      path: problem.path.startsWith(beginning)
        ? problem.path.slice(beginning.length)
        : problem.path,
    })),
  );
}

/** The campaign that `relationships` name, where the record itself has none, and what else they tell. */
function findCampaign(members: Member[], relations: Relations) {
  const isTold = members.some(({ name, value }) => name === "campaign" && value !== null);
  const related = isTold ? undefined : relations.take("campaign");
  if (!related) return undefined;
  const id = toMeaning(related.id.value);
  const others = (related.members ?? []).filter(
    ({ name, value }) => name !== "id" || toMeaning(value) !== id,
  );
  return { id: { ...related.id, name: "campaign" }, others: mergeMembers(others) };
}

/** Everything that came with the record and that no field of the interface names. */
function toExtra(
  call: FieldReader,
  { customer, details, besideKey }: GatheredCustomer,
  campaign: JsonObject,
  relations: Relations,
): JsonObject {
  const ofDetails = mergeMembers(details.rest());
  const besideDetails = customer.rest();
  if (!isEmpty(ofDetails)) besideDetails.push({ key: "details", value: ofDetails });
  const ofCustomer = mergeMembers(besideDetails);
  const own = call.rest();
  for (const [key, value] of Object.entries(relations.rest())) own.push({ key, value });
  if (!isEmpty(campaign)) own.push({ key: "campaign", value: campaign });
  if (!isEmpty(ofCustomer)) own.push({ key: "customer", value: ofCustomer });
  const around = relations.found.envelope;
  const envelope =
    besideKey === null
      ? around
      : Object.fromEntries(Object.entries(around).filter(([key]) => key !== besideKey));
  const envelopeKey = nameEnvelope(own.map(({ key }) => key));
  const isTold = envelopeKey !== "envelope" || !isEmpty(envelope);
  if (isTold) own.push({ key: envelopeKey, value: envelope });
  return mergeMembers(own);
}

/** What stands around the record, where it isn't the one JSON:API document that is described. */
function observeEnvelope({ path, envelope }: FoundRecord): Observation[] {
  const form = path.replaceAll(/\[\d+\]/g, "[]");
  const members = observeKeys("unknown_member", Object.keys(envelope), []);
  if (form === "data.attributes") return members;
  return [...members, { kind: "form", path: ["envelope"], found: form }];
}

function observeValues(record: CallRecord, { observations }: Remarks): void {
  for (const { kind, path, field } of openFields) {
    const found = record[field];
    if (found) observations.push({ kind, path, found });
  }
}

/** Those whose values the interface leaves open. */
const openFields: { kind: Observation["kind"]; path: string[]; field: OpenField }[] = [
  { kind: "status", path: ["status"], field: "status" },
  { kind: "campaign", path: ["campaign"], field: "campaign" },
  { kind: "gender", path: ["customer", "details", "gender"], field: "customerGender" },
  { kind: "customer_type", path: ["customer", "details", "type"], field: "customerType" },
];
type OpenField = "status" | "campaign" | "customerGender" | "customerType";

function describePlaces(paths: string[]): string {
  const told = paths.slice(0, mostTold).map((path) => JSON.stringify(path));
  const more = paths.length - told.length;
  return told.join(" or ") + (more > 0 ? ` or ${more} other places` : "");
}

const mostTold = 5;

function isEmpty(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}
