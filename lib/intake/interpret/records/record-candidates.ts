import { budgets } from "@/lib/platform/settings/budgets";
import { findMember, join, type Member, toMembers } from "../json/members";
import {
  isJsonObject,
  type JsonObject,
  type JsonStrings,
  type JsonValue,
  mayHold,
} from "../json/read-json";
import { UnreadableBody } from "../json/read-text";
import type { Surrounding } from "./surroundings";
import {
  isContainer,
  isOfOtherType,
  otherRank,
  ownWeight,
  surely,
  weigh,
  wrapperRanks,
} from "./weigh-record";

/** A value in a body, where it stands, and what it stands in. */
export type Place = { value: JsonValue; path: string; around: Surrounding | null };
/** A place that may be a record's, and other places that may be so just as well. */
export type Candidate = Place & { members: Member[]; rivals: string[] };

/**
 * The one place in a value that looks like a record, or the one list of such places. Undefined: there
 * is none. Each object is looked at once.
 * @param search `isLast`: an id and a status will do, with one more field beside them
 */
export function lookForRecords(place: Place, search: Search): Candidate[] | undefined {
  return look(place, search, 0)?.candidates;
}

/** Where the names of keys lead, whatever is found there: a record of its own for each item of lists. */
export function toCandidates(place: Place, strings: JsonStrings): Candidate[] {
  const candidates: Candidate[] = [];
  follow(place, strings, candidates, 0);
  return candidates;
}

/** How records are looked for: `isLast`, where nothing else looked like one. */
export type Search = { strings: JsonStrings; isLast: boolean };
/** What looks like a record, and how much it does. */
export type Sight = { candidates: Candidate[]; weight: number; hasId: boolean };

const { records: maxRecords } = budgets.delivery.atOnce;
/** So many lead to a record at most, and `attributes` besides. */
export const maxKeys = 4;
/** What stands under these is no record, though it may have fields of the same names. */
const neverRecords = new Set([
  "attributes",
  "included",
  "relationships",
  "links",
  "jsonapi",
  "errors",
  "customer",
  "customers",
  "details",
  "customerdetails",
]);

/** @param keys so many lead to the place */
export function look(place: Place, search: Search, keys: number): Sight | undefined {
  const { strings } = search;
  const value = strings.open(place.value);
  if (Array.isArray(value)) return lookInList(value, place, search, keys);
  if (!isJsonObject(value)) return undefined;
  const members = toMembers(value, place.path);
  if (search.isLast && isOfOtherType(members)) return undefined;
  const own = weigh(members, { isLast: search.isLast, around: place.around });
  if (own.fields < surely) {
    const attributes = members.find((member) => isAttributes(member, strings));
    const sight = attributes && look(lead(attributes, value, place), search, keys);
    if (sight) return { ...sight, hasId: sight.hasId || own.hasId };
    const inside = keys < maxKeys ? lookInside(members, value, place, search, keys) : undefined;
    if (inside && inside.weight > own.weight) return inside;
  }
  if (own.weight === 0) return undefined;
  const { path, around } = place;
  const itself = { value, path, around, members, rivals: [] };
  return { candidates: [itself], weight: own.weight, hasId: own.hasId };
}

function lookInside(
  members: Member[],
  value: JsonObject,
  place: Place,
  search: Search,
  keys: number,
): Sight | undefined {
  let weak: Sight[] | undefined;
  const holding = members.filter(
    (member) => mayHold(member.value) && !neverRecords.has(member.name),
  );
  for (const rank of [0, 1, otherRank]) {
    const sights: Sight[] = [];
    for (const member of holding) {
      if (rankOf(member) !== rank) continue;
      const sight = look(lead(member, value, place), search, keys + 1);
      if (sight) sights.push(sight);
    }
    if (sights.some(({ weight }) => weight > ownWeight)) return chooseOne(sights, place);
    if (sights.length > 0) weak ??= sights;
  }
  return weak && chooseOne(weak, place);
}

/** The one that is left of those with fields of their own, and of those with an id. */
export function chooseOne(all: Sight[], place: Place): Sight | undefined {
  const owning = all.filter(({ weight }) => weight > ownWeight);
  const sights = owning.length > 0 ? owning : all;
  const named = sights.filter(({ hasId }) => hasId);
  const left = named.length > 0 ? named : sights;
  const [first, ...others] = left;
  if (!first || others.length === 0) return first;
  const content = write(first);
  if (others.every((other) => write(other) === content)) return first;
  const rivals = left.map(({ candidates }) => candidates[0]?.path ?? "");
  return { ...first, candidates: [{ ...place, members: [], rivals }] };
}

/** With the ids that stand beside attributes. */
function write({ candidates }: Sight): string {
  return JSON.stringify(
    candidates.map(({ value, around }) => [
      value,
      around?.isResource ? findMember(around.object, "id", around.path)?.value : null,
    ]),
  );
}

/** A list holds as many records as items, if it holds any. */
function lookInList(
  list: JsonValue[],
  place: Place,
  search: Search,
  keys: number,
): Sight | undefined {
  const items = list.map((value, index) => toItem(value, index, place));
  const sights = items.map((item) => look(item, search, keys));
  const found = sights.filter((sight) => sight !== undefined);
  if (found.length === 0) return undefined;
  return {
    candidates: items.flatMap(
      (item, index) => sights[index]?.candidates ?? toCandidates(item, search.strings),
    ),
    weight: found.reduce((most, { weight }) => Math.max(most, weight), 0),
    hasId: found.some(({ hasId }) => hasId),
  };
}

function follow(place: Place, strings: JsonStrings, into: Candidate[], keys: number): void {
  const value = strings.open(place.value);
  if (Array.isArray(value)) {
    const items = countItems(value);
    if (into.length + items > maxRecords) refuseRecords(items);
    for (const [index, item] of value.entries()) {
      follow(toItem(item, index, place), strings, into, keys);
    }
    return;
  }
  const members = isJsonObject(value) ? toMembers(value, place.path) : [];
  const attributes = members.find((member) => isAttributes(member, strings));
  const next =
    weigh(members, { isLast: false, around: null }).weight > 0
      ? undefined
      : (attributes ?? findWrapper(members, keys));
  if (isJsonObject(value) && next) {
    const led = lead(next, value, place);
    if (next !== attributes) follow(led, strings, into, keys + 1);
    else into.push(toCandidate(led, strings.open(led.value)));
    return;
  }
  if (into.length >= maxRecords) refuseRecords();
  into.push({ ...place, value: value ?? null, members, rivals: [] });
}

function toCandidate(place: Place, value: JsonValue | undefined): Candidate {
  const members = isJsonObject(value) ? toMembers(value, place.path) : [];
  return { ...place, value: value ?? null, members, rivals: [] };
}

function findWrapper(members: Member[], keys: number): Member | undefined {
  if (keys >= maxKeys) return undefined;
  for (const name of wrapperRanks.keys()) {
    const found = members.find((member) => member.name === name && isContainer(member.value));
    if (found) return found;
  }
  return undefined;
}

/** Each list in a list counts with what it holds itself. */
function countItems(list: JsonValue[]): number {
  return list.reduce<number>((sum, item) => sum + (Array.isArray(item) ? countItems(item) : 1), 0);
}

/** @throws {UnreadableBody} */
export function requireFew(count: number): void {
  if (count > maxRecords) refuseRecords(count);
}

function refuseRecords(count?: number): never {
  const most = maxRecords.toLocaleString("en");
  const held = count && count > maxRecords ? count.toLocaleString("en") : `more than ${most}`;
  throw new UnreadableBody(`holds ${held} records; at most ${most} are read at once`);
}

function rankOf({ name }: Member): number {
  return wrapperRanks.get(name) ?? otherRank;
}

export function isAttributes({ name, value }: Member, strings: JsonStrings): boolean {
  return name === "attributes" && isJsonObject(strings.open(value));
}

export function lead(
  { key, name, value }: Member,
  object: JsonObject,
  { path, around }: Place,
): Place {
  const isResource = name === "attributes";
  return { value, path: join(path, key), around: { object, path, key, isResource, around } };
}

export function toItem(value: JsonValue, index: number, { path, around }: Place): Place {
  return { value, path: `${path}[${index}]`, around };
}
