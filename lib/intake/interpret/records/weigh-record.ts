import { canonicalKey, findMember, type Member } from "../json/members";
import { isJsonObject, type JsonValue, mayHold } from "../json/read-json";
import type { Surrounding } from "./surroundings";

/** How much an object looks like a record; nothing at 0, and for sure with `surely` fields. */
type Weight = { weight: number; fields: number; hasId: boolean };

/**
 * Weighs an object by its members.
 * @param isLast nothing else looked like a record: an id and a status do, with one more field
 */
export function weigh(
  members: Member[],
  { isLast, around }: { isLast: boolean; around: Surrounding | null },
): Weight {
  const told = new Set<string>();
  let own = 0;
  for (const { name } of members) {
    if (!weighedNames.has(name) || told.has(name)) continue;
    told.add(name);
    if (ownFields.has(name)) own++;
  }
  const hasId = told.delete("id");
  const fields = told.size;
  // Time alone is also that of an event around a record.
  const isTimed = told.has("createdat") && (fields > 1 || !hasWrapper(members));
  const isNamed =
    isLast && told.has("status") && (hasId || hasOuterId(around)) && hasFieldsOfCall(members);
  const weight = own > 0 ? fields + ownWeight : isTimed || isNamed ? fields : 0;
  return { weight, fields: own > 0 ? fields : 0, hasId };
}

/** Whether there is a field that nothing else than a record has. */
export function hasOwnField(members: Member[]): boolean {
  return members.some(({ name }) => ownFields.has(name));
}

/** Whether it has nothing of a record but what an event around one has, too. */
export function hasEventFieldsAlone(members: Member[]): boolean {
  return members.every(({ name }) => !weighedNames.has(name) || eventFields.has(name));
}

/** No other object has one of these. */
const ownFields = new Set(["callsid", "minutesused", "recordingattachment", "hastranscript"]);
const sharedFields = new Set(["createdat", "status", "summary", "campaign", "customer"]);
const weighedNames = new Set([...ownFields, ...sharedFields, "id"]);
const eventFields = new Set(["id", "status", "createdat"]);
/** What has a field of its own weighs more than that. */
export const ownWeight = 100;
/** So many fields of the nine are a record, whatever else is in it. */
export const surely = 5;
/** Types of resources that have ids, states and times, too, but are no calls. */
const otherTypes = new Set(["customer", "customers", "campaign", "campaigns"]);

/** Where the names of keys say that records are, in this order. */
export const wrapperRanks = new Map([
  ["data", 0],
  ...[
    "recording",
    "recordings",
    "record",
    "records",
    "callrecording",
    "callrecordings",
    "call",
    "calls",
    "callrecord",
    "callrecords",
    "payload",
    "event",
    "events",
    "body",
    "result",
    "results",
    "object",
    "message",
    "item",
    "items",
    "resource",
    "detail",
    "attributes",
    "atomic:operations",
  ].map((name) => [name, 1] as const),
]);
export const otherRank = 2;

/** What else a call tells that an order or a user with an id, a status and a customer's id doesn't. */
function hasFieldsOfCall(members: Member[]): boolean {
  return members.some(({ name, value }) =>
    name === "customer" ? value !== null && mayHold(value) : moreFields.test(name),
  );
}

const moreFields = /^(summary|campaign|customer(details)?(firstname|lastname|phonenumber))$/;

function hasOuterId(around: Surrounding | null): boolean {
  return around?.isResource === true && findMember(around.object, "id", around.path) !== undefined;
}

export function isOfOtherType(members: Member[]): boolean {
  const type = members.find(({ name }) => name === "type")?.value;
  return typeof type === "string" && otherTypes.has(canonicalKey(type));
}

function hasWrapper(members: Member[]): boolean {
  return members.some(({ name, value }) => wrapperRanks.has(name) && isContainer(value));
}

export function isContainer(value: JsonValue): boolean {
  return isJsonObject(value) || Array.isArray(value);
}
