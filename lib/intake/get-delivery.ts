import "server-only";
import { db } from "@/lib/platform/db";
import { acceptedAtOf, toAcceptedSeq } from "./acceptance-clock";
import { journal } from "./open-journal";
import type { RecordOutcome } from "./record-outcome";
import { dayOf } from "./store-deliveries";

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
  const key = toKey(id);
  if (!key) return null;
  const stored = await db().delivery.findUnique({ where: { id_acceptedOn: key } });
  if (!stored) return getPending(id);
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

/** The exact bytes of a delivery; null: no such delivery, or its bytes are no longer kept. */
export async function getDeliveryBody(id: string): Promise<Buffer<ArrayBuffer> | null> {
  const key = toKey(id);
  if (!key) return null;
  const stored = await db().deliveryBody.findUnique({ where: { id_acceptedOn: key } });
  const body = stored?.body ?? (await findWaiting(id))?.body;
  return body ? Buffer.from(body) : null;
}

function toKey(id: string) {
  const acceptedSeq = toAcceptedSeq(id);
  return acceptedSeq === undefined
    ? undefined
    : { id, acceptedOn: new Date(`${dayOf(acceptedSeq)}T00:00:00Z`) };
}

async function findWaiting(id: string) {
  const acceptedSeq = toAcceptedSeq(id);
  const entry = acceptedSeq && (await (await journal()).get(acceptedSeq));
  return entry && entry.deliveryId === id && entry.kind === "delivery" ? entry : undefined;
}

async function getPending(id: string): Promise<DeliveryView | null> {
  const entry = await findWaiting(id);
  if (!entry) return null;
  const acceptedAt = new Date(acceptedAtOf(entry.acceptedSeq)).toISOString();
  const { bytes, sha256 } = entry;
  return { id, acceptedAt, bytes, sha256, outcome: "pending", records: [] };
}
