import { canonicalKey, findMember, toMembers } from "../json/members";
import { isJsonObject, type JsonStrings, mayHold } from "../json/read-json";
import {
  type Candidate,
  chooseOne,
  isAttributes,
  lead,
  look,
  lookForRecords,
  maxKeys,
  type Place,
  type Search,
  type Sight,
  toItem,
} from "./record-candidates";
import { hasEventFieldsAlone, hasOwnField, ownWeight, surely } from "./weigh-record";

/** Whether there is no need to look any further: it says more than an event around a record does. */
export function isClear(likely: Candidate): boolean {
  return countLeastFields(likely) === undefined;
}

/**
 * Records for those that aren't clear: where records don't stand otherwise, or with less of one. Each
 * item of a list that is the whole body is looked through as if it were alone.
 * @param likely all that were found in this body
 * @param search `isSlice`: the body is a part of one, so that nothing can be said of what it lacks
 */
export function lookLast(
  body: Place,
  likely: Candidate[],
  { strings, isSlice }: { strings: JsonStrings; isSlice: boolean },
): Candidate[] {
  const value = strings.open(body.value);
  const items = Array.isArray(value) ? value : undefined;
  const counts = new Map<number, number>();
  for (const { path } of items ? likely : []) {
    counts.set(toIndex(path), (counts.get(toIndex(path)) ?? 0) + 1);
  }
  const toPlace = (candidate: Candidate): Place => {
    if (!items) return likely.length === 1 && !isSlice ? body : candidate;
    const index = toIndex(candidate.path);
    const item = counts.get(index) === 1 ? items[index] : undefined;
    return item === undefined ? candidate : toItem(item, index, body);
  };
  return likely.flatMap((candidate) => {
    if (isClear(candidate)) return candidate;
    const place = toPlace(candidate);
    return (
      lookApart(place, strings, candidate) ??
      (isRecognizableCall(candidate)
        ? undefined
        : lookForRecords(place, { strings, isLast: true })) ??
      candidate
    );
  });
}

/** Of the item in the body, where that is a list. */
function toIndex(path: string): number {
  return Number(path.slice(1, path.indexOf("]")));
}

/**
 * The one record that is included beside an event, told in its relationships, or stands under
 * `details` or `links`. Undefined where there is none, or several beside one that can be read.
 */
function lookApart(body: Place, strings: JsonStrings, likely: Candidate): Candidate[] | undefined {
  const least = countLeastFields(likely);
  if (least === undefined) return undefined;
  const sights: Sight[] = [];
  walk(body, { strings, isLast: true }, 0, (sight) => {
    const isOne = sight.candidates.length === 1;
    if (isOne && sight.hasId && sight.weight >= ownWeight + least) sights.push(sight);
  });
  const found = chooseOne(sights, body)?.candidates;
  const isSingle = found?.every(({ rivals }) => rivals.length === 0) ?? false;
  return isSingle || !isRecognizableCall(likely) ? found : undefined;
}

/** Whether it can be stored: it has an id, and something that shows that it is a call. */
function isRecognizableCall({ members, around }: Candidate): boolean {
  const told = members.filter(({ value }) => value !== null);
  const hasId = told.some(({ name }) => name === "id") || findOuter(around, "id") !== undefined;
  return hasId && told.some(({ name }) => showingFields.has(name));
}

const showingFields = new Set(["callsid", "createdat", "status"]);

/**
 * How many fields another one has at least to be taken for the record. An event has an id, a status
 * and a time, too; so has a call of which nothing else is known, which its names tell, and which may
 * have a sound or a roster beside it. Undefined: nothing would do.
 */
function countLeastFields(likely: Candidate): number | undefined {
  if (likely.rivals.length > 0 || hasOwnField(likely.members)) return undefined;
  const isEvent = hasEventFieldsAlone(likely.members) && !isNamedCall(likely);
  if (isRecognizableCall(likely)) return isEvent ? surely : undefined;
  return isEvent ? 1 : surely;
}

function isNamedCall({ members, around }: Candidate): boolean {
  const own = members.find(({ name }) => name === "type")?.value;
  const names = [own, findOuter(around, "type"), around?.key];
  return names.some((name) => typeof name === "string" && callNames.has(canonicalKey(name)));
}

const callNames = new Set(
  ["call", "recording", "record", "callrecording", "callrecord"].flatMap((name) => [
    name,
    `${name}s`,
  ]),
);

/** What the resource tells whose attributes these are. */
function findOuter(around: Place["around"], name: string) {
  if (!around?.isResource) return undefined;
  return findMember(around.object, name, around.path)?.value ?? undefined;
}

/** Whether records may stand under this key, but only one that is told nowhere else. */
export function isApart(key: string): boolean {
  return apartNames.has(canonicalKey(key));
}

const apartNames = new Set(["included", "relationships", "details", "links"]);
/** Under these there are people, the sender's version and its faults. */
const leftOut = new Set(["customer", "customers", "customerdetails", "jsonapi", "errors"]);

function walk(place: Place, search: Search, keys: number, onSight: (sight: Sight) => void): void {
  const { strings } = search;
  const value = strings.open(place.value);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (mayHold(item)) walk(toItem(item, index, place), search, keys, onSight);
    }
    return;
  }
  if (!isJsonObject(value)) return;
  for (const member of toMembers(value, place.path)) {
    if (!mayHold(member.value) || leftOut.has(member.name)) continue;
    const led = lead(member, value, place);
    const keysOn = isAttributes(member, strings) ? keys : keys + 1;
    if (keysOn > maxKeys) continue;
    if (!apartNames.has(member.name)) {
      walk(led, search, keysOn, onSight);
      continue;
    }
    // Each item is something else, such as a record and its customer.
    const items = strings.open(member.value);
    const places = Array.isArray(items)
      ? items.map((item, index) => toItem(item, index, led))
      : [led];
    for (const one of places) {
      const sight = look(one, search, keysOn);
      if (sight) onSight(sight);
    }
  }
}
