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
  const found = unwrap(body, "", body, {});
  if (found.length === 0) throw new UnreadableBody("the body carries no record");
  return found;
}

const wrappers = ["data", "recording", "recordings", "record", "payload", "event", "attributes"];
const standardMembers = new Set(["data", "jsonapi", "included", "links", "type"]);
const ownFields = new Set(["callsid", "minutesused", "recordingattachment", "createdat"]);
const maxWrappers = 4;

function unwrap(
  value: JsonValue,
  path: string,
  document: JsonValue,
  envelope: JsonObject,
  wrappersSeen = 0,
): FoundRecord[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      unwrap(item, `${path}[${index}]`, document, envelope, wrappersSeen),
    );
  }
  if (!isJsonObject(value)) return [{ path, fields: value, envelope }];

  const members = new Map(Object.entries(value).map(([key, item]) => [canonicalKey(key), item]));
  if ([...members.keys()].some((key) => ownFields.has(key))) {
    return [{ path, fields: value, envelope }];
  }
  const attributes = members.get("attributes");
  if (isJsonObject(attributes)) {
    return [
      {
        path: join(path, "attributes"),
        fields: attributes,
        outerId: members.get("id"),
        relatedCustomer: findRelatedCustomer(members.get("relationships"), document),
        envelope: { ...envelope, ...otherMembers(value, ["id", "attributes", "relationships"]) },
      },
    ];
  }
  const wrapper = wrappersSeen < maxWrappers ? findWrapper(value) : undefined;
  if (!wrapper) return [{ path, fields: value, envelope }];
  const [key, inner] = wrapper;
  const around = { ...envelope, ...otherMembers(value, [key]) };
  const isDocument = key === "data" ? value : document;
  return unwrap(inner, join(path, key), isDocument, around, wrappersSeen + 1);
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
function findRelatedCustomer(relationships: JsonValue | undefined, document: JsonValue) {
  const relationship = isJsonObject(relationships) ? relationships.customer : undefined;
  const reference = isJsonObject(relationship) ? relationship.data : undefined;
  if (!isJsonObject(reference) || !isJsonObject(document)) return undefined;
  if (isJsonObject(reference.attributes)) return toCustomer(reference);
  const included = Array.isArray(document.included) ? document.included : [];
  const resource = included.find(
    (item): item is JsonObject =>
      isJsonObject(item) &&
      item.type === reference.type &&
      String(item.id) === String(reference.id),
  );
  return resource && toCustomer(resource);
}

function toCustomer(resource: JsonObject): JsonObject {
  const attributes = isJsonObject(resource.attributes) ? resource.attributes : {};
  return resource.id === undefined ? attributes : { id: resource.id, ...attributes };
}

function join(path: string, key: string): string {
  return path ? `${path}.${key}` : key;
}
