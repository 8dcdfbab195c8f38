import { isLosslessNumber } from "lossless-json";
import { budgets } from "@/lib/platform/settings/budgets";
import {
  canonicalKey,
  findMember,
  join,
  type Member,
  mergeMembers,
  openResource,
  placeOf,
  toPlainNumber,
} from "../json/members";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/read-json";
import { UnreadableBody } from "../json/read-text";
import type { FoundRecord } from "./find-records";

/** The resources that a document includes, by type and id: the first of each name. */
export class Included {
  #byName: Map<string, [resource: JsonObject, path: string]> | undefined;

  constructor(
    readonly resources: JsonValue[],
    readonly path: string,
  ) {}

  find(reference: JsonObject): [resource: JsonObject, path: string] | undefined {
    this.#byName ??= new Map(
      this.entries()
        .toReversed()
        .map((entry) => [nameResource(entry[0]), entry]),
    );
    return this.#byName.get(nameResource(reference));
  }

  entries(): [resource: JsonObject, path: string][] {
    return this.resources.flatMap((resource, index) =>
      isJsonObject(resource) ? [[resource, `${this.path}[${index}]`]] : [],
    );
  }
}

/** What `relationships` and `included` say about one record, until each is used. */
export class Relations {
  readonly #relationships = new Map<string, JsonValue>();
  readonly #used = new Set<JsonObject>();

  constructor(readonly found: FoundRecord) {
    for (const [key, value] of Object.entries(found.relationships?.object ?? {})) {
      this.#relationships.set(key, value);
    }
  }

  /**
   * What the relationship of this name points to: the id, and the resource where it is told.
   * Undefined when there is none, or when it points to several.
   */
  take(name: string): { id: Member; members: Member[] | undefined } | undefined {
    for (const [key, relationship] of this.#relationships) {
      if (canonicalKey(key) !== name || !isJsonObject(relationship)) continue;
      const at = join(this.found.relationships?.path ?? "", key);
      const data = findMember(relationship, "data", at);
      const [reference, path] = toReference(data);
      const id = reference && findMember(reference, "id", path);
      if (!data || !id || id.value === null || id.value === "") continue;
      this.#relationships.delete(key);
      const { [data.key]: _, ...others } = relationship;
      if (Object.keys(others).length > 0) this.#relationships.set(key, others);
      return { id, members: this.#open(reference, path) };
    }
    return undefined;
  }

  /** The members of the one included resource that is a customer, beside a record that is alone. */
  takeOnlyCustomer(): Member[] | undefined {
    if (!this.found.isOnly) return undefined;
    const customers = (this.found.included?.entries() ?? []).flatMap(([resource, path]) => {
      if (this.#isItself(resource)) return [];
      const members = openResource(resource, path);
      return members.some(({ name }) => customerNames.has(name)) ? [{ resource, members }] : [];
    });
    const [only, ...others] = customers;
    if (!only || others.length > 0) return undefined;
    this.#used.add(only.resource);
    return only.members;
  }

  /** The resource that an object's own `relationships` call by this name. */
  follow(relationships: JsonValue | undefined, name: string): Member[] | undefined {
    for (const [key, relationship] of entriesOf(relationships)) {
      if (canonicalKey(key) !== name || !isJsonObject(relationship)) continue;
      const [reference, path] = toReference(findMember(relationship, "data", ""));
      if (reference) return this.#open(reference, path);
    }
    return undefined;
  }

  /** What nobody took, and the included resources that belong to it. */
  rest(): JsonObject {
    const relationships = Object.fromEntries(this.#relationships);
    const references = [...this.#relationships.values()].flatMap(toReferences);
    const { included, isOnly } = this.found;
    const told: JsonObject[] = isOnly
      ? (included?.entries() ?? []).map(([resource]) => resource)
      : references.flatMap((reference) => {
          const found = included?.find(reference);
          return found ? [found[0]] : [];
        });
    const left = [...new Set(told)].filter(
      (resource) => !this.#used.has(resource) && !this.#isItself(resource),
    );
    return {
      ...(this.#relationships.size > 0 ? { relationships } : {}),
      ...(left.length > 0 ? { included: left } : {}),
    };
  }

  /** The record may be included itself. */
  #isItself(resource: JsonObject): boolean {
    return resource === this.found.resource || resource === this.found.fields;
  }

  #open(reference: JsonObject, path: string): Member[] | undefined {
    const here = openResource(reference, path);
    if (isJsonObject(findMember(reference, "attributes", path)?.value)) return here;
    const told = here.filter(({ name }) => name !== "id");
    const found = this.found.included?.find(reference);
    if (!found) return told.length > 0 ? here : undefined;
    this.#used.add(found[0]);
    return openResource(...found).concat(told);
  }
}

const customerNames = new Set(["details", "firstname", "phonenumber"]);

function entriesOf(value: JsonValue | undefined): [string, JsonValue][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

function toReference(data: Member | undefined): [JsonObject | undefined, string] {
  const value = data?.value;
  const [first, ...others] = Array.isArray(value) ? value : [value];
  const only = others.length === 0 && isJsonObject(first) ? first : undefined;
  const path = data ? placeOf(data) : "";
  return [only, Array.isArray(value) ? `${path}[0]` : path];
}

function toReferences(relationship: JsonValue): JsonObject[] {
  const data = isJsonObject(relationship) ? findMember(relationship, "data", "")?.value : undefined;
  return (Array.isArray(data) ? data : [data]).filter((item) => isJsonObject(item));
}

function nameResource(resource: JsonObject): string {
  const [type, id] = ["type", "id"].map((name) => findMember(resource, name, "")?.value);
  const written = isLosslessNumber(id) ? (toPlainNumber(id.value) ?? id.value) : String(id);
  return JSON.stringify([type ?? null, written]);
}

/** An object around something in a body, and the key that leads on to it. */
export type Surrounding = {
  object: JsonObject;
  path: string;
  key: string;
  /** Whether the key is that of a JSON:API resource's attributes. */
  isResource: boolean;
  around: Surrounding | null;
};

/** What of the surroundings of a record is read elsewhere than in its envelope. */
type ReadElsewhere = {
  /** Names of members of the nearest resource. */
  ofResource: string[];
  /** Whether this is so of what the nearest document includes. */
  isIncluded: boolean;
};

/** Tells what stands around records, once for all of those in one list. */
export class Surroundings {
  readonly #envelopes = new Map<Surrounding, Map<string, JsonObject>>();
  readonly #customers = new Map<Surrounding, Member | undefined>();
  readonly #included = new Map<Surrounding, Included | undefined>();
  #copiedMembers = 0;

  /** Members of all that stands around that are read nowhere else. @throws {UnreadableBody} */
  envelopeOf(surrounding: Surrounding | null, elsewhere: ReadElsewhere): JsonObject {
    if (!surrounding) return {};
    const name = `${elsewhere.isIncluded} ${elsewhere.ofResource.join()}`;
    const known = this.#envelopes.get(surrounding) ?? new Map<string, JsonObject>();
    this.#envelopes.set(surrounding, known);
    const envelope = known.get(name) ?? this.#gather(surrounding, elsewhere);
    known.set(name, envelope);
    return envelope;
  }

  #gather(
    { object, path, key, isResource, around }: Surrounding,
    elsewhere: ReadElsewhere,
  ): JsonObject {
    const included = elsewhere.isIncluded ? findMember(object, "included", path) : undefined;
    const isHere = Array.isArray(included?.value);
    const before = Object.entries(
      this.envelopeOf(around, {
        ofResource: isResource ? [] : elsewhere.ofResource,
        isIncluded: elsewhere.isIncluded && !isHere,
      }),
    );
    const beside = Object.entries(object).filter(([other, value]) => {
      const canonical = canonicalKey(other);
      // The version of JSON:API says nothing of a call.
      if (other === key || canonical === "jsonapi") return false;
      if (value === null && documentNames.has(canonical)) return false;
      if (canonical === "links") return !leadsToSender(value);
      if (isHere && other === included?.key) return false;
      return !isResource || !elsewhere.ofResource.includes(canonical);
    });
    // What stands around the records is kept with each of them.
    this.#copiedMembers += before.length + beside.length;
    if (this.#copiedMembers > mostCopiedMembers) throw new UnreadableBody(tooMuchAround);
    return mergeMembers([...before, ...beside].map(([name, value]) => ({ key: name, value })));
  }

  /** What is called customer beside something, at the nearest place. */
  customerBeside(surrounding: Surrounding | null): Member | undefined {
    return this.#nearest(this.#customers, surrounding, ({ object, path, key }) => {
      const found = Object.entries(object).find(
        ([other, value]) => other !== key && value !== null && canonicalKey(other) === "customer",
      );
      return found && { name: "customer", key: found[0], value: found[1], at: path };
    });
  }

  /** The resources that the nearest document includes. */
  includedBy(surrounding: Surrounding | null): Included | undefined {
    return this.#nearest(this.#included, surrounding, ({ object, path }) =>
      toIncluded(findMember(object, "included", path)),
    );
  }

  /** Looked for once at each place. */
  #nearest<Found>(
    known: Map<Surrounding, Found | undefined>,
    surrounding: Surrounding | null,
    find: (surrounding: Surrounding) => Found | undefined,
  ): Found | undefined {
    if (!surrounding) return undefined;
    if (!known.has(surrounding)) {
      known.set(surrounding, find(surrounding) ?? this.#nearest(known, surrounding.around, find));
    }
    return known.get(surrounding);
  }
}

const tooMuchAround = "holds too much around its records to keep that with each of them";

/** What a document includes is looked through once, also where it is read in slices. */
export function toIncluded(member: Member | undefined): Included | undefined {
  if (!member || !Array.isArray(member.value)) return undefined;
  const included = knownIncluded.get(member.value) ?? new Included(member.value, placeOf(member));
  knownIncluded.set(member.value, included);
  return included;
}

const knownIncluded = new WeakMap<JsonValue[], Included>();

const mostCopiedMembers = budgets.delivery.atOnce.values;

const documentNames = new Set(["links", "included", "relationships"]);

/**
 * Whether these are no other links than JSON:API's own: they say where the sender has this document,
 * and pages before and after it, which tells nothing of a call.
 */
function leadsToSender(links: JsonValue): boolean {
  return isJsonObject(links) && Object.keys(links).every((key) => standardLinks.has(key));
}

const standardLinks = new Set(["self", "related", "describedby", "first", "last", "prev", "next"]);
