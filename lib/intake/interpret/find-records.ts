import { budgets } from "@/lib/platform/budgets";
import { canonicalKey } from "./canonical-key";
import { isJsonObject, type JsonObject, type JsonValue } from "./read-json";
import { UnreadableBody } from "./read-text";

/** A record found in a body: its fields, where they stood, and what stood around it. */
export type FoundRecord = {
  /** JSON path of the record in the body, for problems. */
  path: string;
  fields: JsonValue;
  /** The id beside `attributes`, in the JSON:API form. */
  outerId?: JsonValue;
  /** The customer that `relationships` and `included` tell, when the fields have none. */
  relatedCustomer?: JsonValue;
  /** Members of the envelope that JSON:API doesn't define. */
  envelope: JsonObject;
};

/**
 * Unwraps a body: a JSON:API document with one resource or several, a flat record, a list of
 * either, or one of these under a single wrapping key. @throws {UnreadableBody}
 */
export function findRecords(body: JsonValue): FoundRecord[] {
  const search: Search = { found: [], copiedMembers: 0 };
  unwrap(search, body, "", body, {});
  if (search.found.length === 0) throw new UnreadableBody("the body carries no record");
  return search.found;
}

type Search = {
  found: FoundRecord[];
  /** Members around records, counted for each record that they are kept with. */
  copiedMembers: number;
};

/** What documents include, by type and id: the same for each slice of one. */
const customers = new WeakMap<JsonObject, Map<string, JsonObject>>();

const wrappers = ["data", "recording", "recordings", "record", "payload", "event", "attributes"];
const standardMembers = new Set(["data", "jsonapi", "included", "links", "type"]);
const ownFields = new Set(["callsid", "minutesused", "recordingattachment", "createdat"]);
const maxWrappers = 4;
/** Of more, only those in one list are read, in slices. */
const { records: maxRecords, values: maxCopiedMembers } = budgets.delivery.atOnce;

function unwrap(
  search: Search,
  value: JsonValue,
  path: string,
  document: JsonValue,
  envelope: JsonObject,
  wrappersSeen = 0,
): void {
  if (Array.isArray(value)) {
    const items = countItems(value);
    if (search.found.length + items > maxRecords) refuseRecords(items);
    for (const [index, item] of value.entries()) {
      unwrap(search, item, `${path}[${index}]`, document, envelope, wrappersSeen);
    }
    return;
  }
  const asItIs = { path, fields: value, envelope };
  if (!isJsonObject(value)) {
    add(search, asItIs);
    return;
  }

  const members = new Map(Object.entries(value).map(([key, item]) => [canonicalKey(key), item]));
  if ([...members.keys()].some((key) => ownFields.has(key))) {
    add(search, asItIs);
    return;
  }
  const attributes = members.get("attributes");
  if (isJsonObject(attributes)) {
    const customer = findRelatedCustomer(members.get("relationships"), document);
    add(search, {
      path: join(path, "attributes"),
      fields: attributes,
      outerId: members.get("id"),
      ...(customer && { relatedCustomer: customer }),
      envelope: surround(
        search,
        envelope,
        otherMembers(value, ["id", "attributes", "relationships"]),
      ),
    });
    return;
  }
  const wrapper = wrappersSeen < maxWrappers ? findWrapper(value) : undefined;
  if (!wrapper) {
    add(search, asItIs);
    return;
  }
  const [key, inner] = wrapper;
  const around = surround(search, envelope, otherMembers(value, [key]));
  const isDocument = key === "data" ? value : document;
  unwrap(search, inner, join(path, key), isDocument, around, wrappersSeen + 1);
}

function add({ found }: Search, record: FoundRecord): void {
  if (found.length >= maxRecords) refuseRecords();
  found.push(record);
}

/** Each list in a list counts with what it holds itself. */
function countItems(list: JsonValue[]): number {
  return list.reduce<number>((sum, item) => sum + (Array.isArray(item) ? countItems(item) : 1), 0);
}

function refuseRecords(count?: number): never {
  const most = maxRecords.toLocaleString("en");
  const held = count && count > maxRecords ? count.toLocaleString("en") : `more than ${most}`;
  throw new UnreadableBody(`holds ${held} records; at most ${most} are read at once`);
}

function surround(search: Search, envelope: JsonObject, members: JsonObject): JsonObject {
  search.copiedMembers += Object.keys(envelope).length + Object.keys(members).length;
  if (search.copiedMembers > maxCopiedMembers) {
    throw new UnreadableBody("holds too much around its records to keep that with each of them");
  }
  return { ...envelope, ...members };
}

function findWrapper(value: JsonObject): [string, JsonValue] | undefined {
  for (const wrapper of wrappers) {
    for (const [key, inner] of Object.entries(value)) {
      const isContainer = isJsonObject(inner) || Array.isArray(inner);
      if (isContainer && canonicalKey(key) === wrapper) return [key, inner];
    }
  }
  return undefined;
}

function otherMembers(value: JsonObject, known: string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => !known.includes(key) && !standardMembers.has(key)),
  );
}

/** The resource in `included` that the relationship named "customer" points to. */
function findRelatedCustomer(
  relationships: JsonValue | undefined,
  document: JsonValue,
): JsonObject | undefined {
  const relationship = isJsonObject(relationships) ? relationships.customer : undefined;
  const reference = isJsonObject(relationship) ? relationship.data : undefined;
  if (!isJsonObject(reference) || !isJsonObject(document)) return undefined;
  if (isJsonObject(reference.attributes)) return toCustomer(reference);
  const included = customers.get(document) ?? indexIncluded(document);
  customers.set(document, included);
  const resource = included.get(nameResource(reference));
  return resource && toCustomer(resource);
}

/** The first of each name. */
function indexIncluded({ included }: JsonObject): Map<string, JsonObject> {
  const resources = Array.isArray(included) ? included.filter(isJsonObject) : [];
  return new Map(resources.toReversed().map((resource) => [nameResource(resource), resource]));
}

function nameResource({ type, id }: JsonObject): string {
  return JSON.stringify([type ?? null, String(id)]);
}

function toCustomer(resource: JsonObject): JsonObject {
  const attributes = isJsonObject(resource.attributes) ? resource.attributes : {};
  return resource.id === undefined ? attributes : { id: resource.id, ...attributes };
}

function join(path: string, key: string): string {
  return path ? `${path}.${key}` : key;
}
