import "server-only";
import { createHash } from "node:crypto";
import type { Transaction } from "@/lib/platform/database/transaction";
import type { DriftKind } from "@/prisma/client/client";
import type { Observation } from "../interpret/fields/member-reader";
import type { Interpretation } from "../interpret/interpret-delivery";
import { sanitizeText } from "../interpret/json/read-json";
import { insertTallies } from "./sql";

/** An observation as a row of its own, with texts that can be stored and looked at. */
export type Sighting = {
  /** Two are the same when kind, path, expected and found are, to the last character. */
  id: bigint;
  kind: DriftKind;
  /** Null: more of this kind than are told apart. */
  path: string | null;
  expected: string | null;
  found: string | null;
};

/** What a delivery shows, each thing once, and of each kind at most a hundred apart. */
export function toSightings({ readings }: Pick<Interpretation, "readings">): Sighting[] {
  const book = new SightingBook();
  book.add(readings);
  return book.all();
}

/** The same for a delivery whose records come one part after the other. */
export class SightingBook {
  readonly #sightings = new Map<bigint, Sighting>();
  readonly #counts = new Map<DriftKind, number>();

  add(readings: Interpretation["readings"]): void {
    for (const { observations } of readings) {
      for (const observation of observations) {
        const sighting = toSighting(observation);
        if (this.#sightings.has(sighting.id)) continue;
        const count = this.#counts.get(sighting.kind) ?? 0;
        const told = count < mostPerKind ? sighting : othersOf(sighting.kind);
        this.#sightings.set(told.id, told);
        this.#counts.set(sighting.kind, count + 1);
      }
    }
  }

  all(): Sighting[] {
    return [...this.#sightings.values()];
  }
}

/** What stands for all of a kind that is beyond its limit. */
export function othersOf(kind: DriftKind): Sighting {
  return toSighting({ kind, path: null });
}

const mostPerKind = 100;
const mostCharacters = 200;

/** Most of what is seen has been seen before, and hashing costs more than finding it. */
const recent = new Map<string, Sighting>();
const mostRecent = { sightings: 2_000, characters: 500 };

function toSighting({ kind, path, expected, found }: Observation): Sighting {
  const identity = JSON.stringify([kind, path, expected, found]);
  const known = recent.get(identity);
  if (known) return known;
  const sighting = {
    id: createHash("sha256").update(identity).digest().readBigInt64BE(0),
    kind,
    path: path && cut(path.map(writeKey).join(".")),
    expected: expected ?? null,
    found: found === undefined ? null : cut(found),
  };
  if (recent.size >= mostRecent.sightings) recent.clear();
  if (identity.length <= mostRecent.characters) recent.set(identity, sighting);
  return sighting;
}

/** A key that could be mistaken for several stands in quotes. */
function writeKey(key: string): string {
  return /^[\p{L}\p{N}_-]+$/u.test(key) ? key : JSON.stringify(key);
}

function cut(text: string): string {
  const storable = sanitizeText(text.slice(0, mostCharacters));
  return text.length > mostCharacters ? `${storable}…` : storable;
}

/** Differences from the interface. */
export const structureKinds: DriftKind[] = [
  ...(["unknown_field", "unknown_member", "type", "missing_field", "form"] as const),
];

/** Values of fields whose values the interface leaves open. */
export const valueKinds: DriftKind[] = ["status", "campaign", "gender", "customer_type"];

/** So many different names of each kind have a row of their own; all others share one. */
export const mostOfKind: Record<DriftKind, number> = {
  unknown_field: 200,
  unknown_member: 100,
  type: 100,
  missing_field: 100,
  form: 50,
  status: 200,
  campaign: 1_000,
  gender: 100,
  customer_type: 200,
};

type Sighted = { deliveryId: string; acceptedSeq: bigint; sightings: Sighting[] };

/** How many deliveries show something, and the first and last of them. */
export type DriftTally = Sighting & {
  count: bigint;
  firstSeq: bigint;
  firstDeliveryId: string;
  lastSeq: bigint;
  lastDeliveryId: string;
};

/**
 * Adds what these deliveries show to what has been counted. It only inserts, so that it waits for
 * nobody; each delivery must be counted in the transaction that notes for what it was.
 */
export async function tallyDrift(client: Transaction, sighted: Sighted[]): Promise<void> {
  const tallies = sumSightings(sighted);
  if (tallies.length === 0) return;
  await insertTallies(client, tallies);
}

/** Two counts of the same thing as one, whatever their order. */
export function addTallies(one: DriftTally, other: DriftTally): DriftTally {
  const first = one.firstSeq <= other.firstSeq ? one : other;
  const last = one.lastSeq >= other.lastSeq ? one : other;
  return {
    ...one,
    count: one.count + other.count,
    firstSeq: first.firstSeq,
    firstDeliveryId: first.firstDeliveryId,
    lastSeq: last.lastSeq,
    lastDeliveryId: last.lastDeliveryId,
  };
}

/** So many different things fit into one batch; more are counted together, by their kind. */
const mostInBatch = 1_000;

function sumSightings(sighted: Sighted[]): DriftTally[] {
  const tallies = new Map<bigint, DriftTally>();
  for (const { deliveryId, acceptedSeq, sightings } of sighted) {
    const counted = new Map<bigint, Sighting>();
    for (const sighting of sightings) {
      const isTold = tallies.has(sighting.id) || tallies.size < mostInBatch;
      const told = isTold ? sighting : othersOf(sighting.kind);
      counted.set(told.id, told);
    }
    for (const { id, kind, path, expected, found } of counted.values()) {
      const tally = tallies.get(id);
      if (!tally) {
        const first = { firstSeq: acceptedSeq, firstDeliveryId: deliveryId };
        const last = { lastSeq: acceptedSeq, lastDeliveryId: deliveryId };
        tallies.set(id, { id, kind, path, expected, found, count: 1n, ...first, ...last });
        continue;
      }
      tally.count++;
      if (acceptedSeq < tally.firstSeq) {
        tally.firstSeq = acceptedSeq;
        tally.firstDeliveryId = deliveryId;
      }
      if (acceptedSeq > tally.lastSeq) {
        tally.lastSeq = acceptedSeq;
        tally.lastDeliveryId = deliveryId;
      }
    }
  }
  return [...tallies.values()];
}
