import { budgets } from "@/lib/platform/settings/budgets";
import { canonicalKey } from "../json/canonical-key";
import { findMember, type Member, mergeMembers, placeOf } from "../json/members";
import type { JsonObject, JsonValue } from "../json/read-json";
import { UnreadableBody } from "../json/read-text";
import { Included } from "./relations";

/** An object around something in a body, and the key that leads on to it. */
export type Surrounding = {
  object: JsonObject;
  path: string;
  key: string;
  /** Whether the key is that of a JSON:API resource's attributes. */
  isResource: boolean;
  around: Surrounding | null;
};

/** Tells what stands around records, once for all of those in one list. */
export class Surroundings {
  readonly #envelopes = new Map<Surrounding, JsonObject>();
  readonly #customers = new Map<Surrounding, Member | undefined>();
  readonly #included = new Map<Surrounding, Included | undefined>();
  #copiedMembers = 0;

  /** Members of all that stands around that JSON:API doesn't define. @throws {UnreadableBody} */
  envelopeOf(surrounding: Surrounding | null): JsonObject {
    if (!surrounding) return {};
    const known = this.#envelopes.get(surrounding);
    if (known) return known;
    const { object, key, isResource, around } = surrounding;
    const before = Object.entries(this.envelopeOf(around));
    const beside = Object.entries(object).filter(
      ([other]) =>
        other !== key && !(isResource ? resourceMembers : documentMembers).has(canonicalKey(other)),
    );
    // What stands around the records is kept with each of them.
    this.#copiedMembers += before.length + beside.length;
    if (this.#copiedMembers > mostCopiedMembers) throw new UnreadableBody(tooMuchAround);
    const envelope = mergeMembers(
      [...before, ...beside].map(([name, value]) => ({ key: name, value })),
    );
    this.#envelopes.set(surrounding, envelope);
    return envelope;
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

export const tooMuchAround = "holds too much around its records to keep that with each of them";

/** What a document includes is looked through once, also where it is read in slices. */
export function toIncluded(member: Member | undefined): Included | undefined {
  if (!member || !Array.isArray(member.value)) return undefined;
  const included = knownIncluded.get(member.value) ?? new Included(member.value, placeOf(member));
  knownIncluded.set(member.value, included);
  return included;
}

const knownIncluded = new WeakMap<JsonValue[], Included>();

const mostCopiedMembers = budgets.delivery.atOnce.values;
const documentMembers = new Set(["jsonapi", "included", "links", "type"]);
const resourceMembers = new Set([...documentMembers, "id", "attributes", "relationships"]);
