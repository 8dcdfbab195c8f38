import { findMember, type Member, placeOf } from "../json/members";
import { isJsonObject, type JsonObject, JsonStrings, type JsonValue } from "../json/read-json";
import { UnreadableBody } from "../json/read-text";
import { isClear, lookLast } from "./look-last";
import { type Candidate, lookForRecords, requireFew, toCandidates } from "./record-candidates";
import type { Included } from "./surroundings";
import { type Surrounding, Surroundings, toIncluded } from "./surroundings";

/** A record found in a body: its fields, where they stood, and what stood around it. */
export type FoundRecord = {
  /** JSON path of the record in the body, for problems. */
  path: string;
  fields: JsonValue;
  /** Of the fields, if they are an object. */
  members: Member[];
  /** Other places that could hold the record as well. */
  rivals: string[];
  /** The id beside `attributes`, in the JSON:API form. */
  outerId?: Member;
  /** What the record is itself, with the attributes if they stand apart. */
  resource?: JsonObject;
  relationships?: { object: JsonObject; path: string };
  included?: Included;
  /** What is called customer around the record. */
  besideCustomer?: Member;
  /** Members of the envelope that nothing else here tells of. */
  envelope: JsonObject;
  /** Whether the body holds no other record. */
  isOnly: boolean;
  /** Opens the texts of this body that hold JSON. */
  strings: JsonStrings;
};

/**
 * Finds the records of a body: wherever they are the only objects that look like some, down to a
 * depth of four keys, in lists and in texts that hold JSON, too; else where the names of keys lead
 * to. Where none of this finds more than an event, it is looked for in other places, too, and less
 * of it will do.
 * @param options `isSlice`: a part of a body, which may hold no record @throws {UnreadableBody}
 */
export function findRecords(body: JsonValue, { isSlice = false } = {}): FoundRecord[] {
  const strings = new JsonStrings();
  const place = { value: strings.open(body) ?? null, path: "", around: null };
  const candidates =
    lookForRecords(place, { strings, isLast: false }) ?? toCandidates(place, strings);
  if (candidates.length === 0 && !isSlice) throw new UnreadableBody("the body carries no record");
  requireFew(candidates.length);
  const isLarge = strings.asked > mostLookedAtAgain;
  if (isLarge || candidates.every(isClear)) return toAllFound(candidates, strings);
  // What was opened before is opened anew, and counts anew.
  const anew = new JsonStrings();
  const last = lookLast(place, candidates, { strings: anew, isSlice });
  requireFew(last.length);
  return toAllFound(last, anew);
}

/** What a stranger makes larger must not cost several times as much: no event around a record is. */
const mostLookedAtAgain = 50_000;

function toAllFound(candidates: Candidate[], strings: JsonStrings): FoundRecord[] {
  const surroundings = new Surroundings();
  const isOnly = candidates.length === 1;
  return candidates.map((candidate) => toFound(candidate, surroundings, isOnly, strings));
}

function toFound(
  { path, value: fields, members, around, rivals }: Candidate,
  surroundings: Surroundings,
  isOnly: boolean,
  strings: JsonStrings,
): FoundRecord {
  const resource = findResource(around);
  const isItself = resource !== undefined && resource === around;
  const outerId = resource && findOuterId(members, resource, around);
  const ownIncluded = toIncluded(members.find(({ name }) => name === "included"));
  const own = toRelationships(members.find(({ name }) => name === "relationships"));
  const outer =
    resource && toRelationships(findMember(resource.object, "relationships", resource.path));
  const ofResource = [
    outerId ? "id" : "",
    own || !outer ? "" : "relationships",
    // Of the record itself it says what was found out already.
    isItself ? "type" : "",
  ];
  return {
    path,
    fields,
    members,
    rivals,
    outerId,
    resource: isItself ? resource.object : undefined,
    relationships: own ?? outer,
    included: ownIncluded ?? surroundings.includedBy(around),
    besideCustomer: surroundings.customerBeside(around),
    envelope: surroundings.envelopeOf(around, { ofResource, isIncluded: !ownIncluded }),
    isOnly,
    strings,
  };
}

/** The nearest JSON:API resource around. */
function findResource(around: Surrounding | null): Surrounding | undefined {
  for (let at = around; at; at = at.around) if (at.isResource) return at;
  return undefined;
}

/** The id beside the very attributes; one further out, where the record has none itself. */
function findOuterId(
  members: Member[],
  resource: Surrounding,
  around: Surrounding | null,
): Member | undefined {
  if (resource !== around && members.some(({ name }) => name === "id")) return undefined;
  const id = findMember(resource.object, "id", resource.path);
  return id && id.value !== null ? id : undefined;
}

function toRelationships(member: Member | undefined) {
  if (!member || !isJsonObject(member.value)) return undefined;
  return { object: member.value, path: placeOf(member) };
}
