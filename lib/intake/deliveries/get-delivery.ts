import "server-only";
import { db } from "@/lib/platform/database/db";
import { journal } from "../journal/open-journal";
import { acceptedAtOf, toAcceptedSeq } from "../journal/sequence";
import { unpackBody } from "../store/packed-body";
import type { RecordOutcome } from "../store/record-outcome";
import { toDeliveryKey } from "../store/store-deliveries";

/** A delivery as `GET /api/deliveries/{id}` shows it. */
export type DeliveryView = {
  id: string;
  /** ISO 8601 in UTC. */
  acceptedAt: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  outcome: "pending" | RecordOutcome["outcome"];
  records: RecordOutcome[];
};

/** Null: no such delivery. One that waits in the journal is `pending`. */
export async function getDelivery(id: string): Promise<DeliveryView | null> {
  // Leaving the journal, a delivery is in the ledger already: looking there again misses none.
  return (await getStored(id)) ?? (await getPending(id)) ?? (await getStored(id));
}

/** The exact bytes of a delivery; null: no such delivery, or its bytes are no longer kept. */
export async function getDeliveryBody(id: string): Promise<Buffer<ArrayBuffer> | null> {
  const body =
    (await getStoredBody(id)) ?? (await findWaiting(id))?.body ?? (await getStoredBody(id));
  return body ? Buffer.from(body) : null;
}

/** A delivery that is in the journal still. */
export async function findWaiting(id: string) {
  const acceptedSeq = toAcceptedSeq(id);
  const entry = acceptedSeq && (await (await journal()).get(acceptedSeq));
  return entry && entry.deliveryId === id && entry.kind === "delivery" ? entry : undefined;
}

async function getStored(id: string): Promise<DeliveryView | null> {
  const key = toDeliveryKey(id);
  const stored = key && (await db().delivery.findUnique({ where: { id_acceptedOn: key } }));
  if (!stored) return null;
  return {
    id,
    acceptedAt: stored.acceptedAt.toISOString(),
    bytes: stored.bytes,
    sha256: Buffer.from(stored.sha256).toString("hex"),
    outcome: stored.outcome,
    // Written by insertDeliveries from this very type.
    records: stored.records as RecordOutcome[],
  };
}

async function getStoredBody(id: string): Promise<Uint8Array | undefined> {
  const key = toDeliveryKey(id);
  const stored = key && (await db().deliveryBody.findUnique({ where: { id_acceptedOn: key } }));
  return stored ? unpackBody(stored) : undefined;
}

async function getPending(id: string): Promise<DeliveryView | null> {
  const entry = await findWaiting(id);
  if (!entry) return null;
  const acceptedAt = new Date(acceptedAtOf(entry.acceptedSeq)).toISOString();
  const { bytes, sha256 } = entry;
  return { id, acceptedAt, bytes, sha256, outcome: "pending", records: [] };
}
