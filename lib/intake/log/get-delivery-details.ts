import "server-only";
import { db } from "@/lib/platform/db";
import { acceptedAtOf } from "../acceptance-clock";
import { findWaiting, toDeliveryKey } from "../get-delivery";
import type { RecordOutcome } from "../record-outcome";
import { getBodyDrop } from "../retention/queries";
import { toBodyText } from "./to-body-text";
import type { DeliveryDetailsView } from "./views";

/** Null: no such delivery. One that waits in the journal is `pending`. */
export async function getDeliveryDetails(id: string): Promise<DeliveryDetailsView | null> {
  // Leaving the journal, a delivery is in the ledger already: looking there again misses none.
  return (await getStored(id)) ?? (await getWaiting(id)) ?? (await getStored(id));
}

async function getStored(id: string): Promise<DeliveryDetailsView | null> {
  const key = toDeliveryKey(id);
  if (!key) return null;
  const where = { where: { id_acceptedOn: key } };
  const stored = await db().delivery.findUnique(where);
  if (!stored) return null;
  const kept = await db().deliveryBody.findUnique(where);
  return {
    id,
    acceptedAt: stored.acceptedAt.toISOString(),
    outcome: stored.outcome,
    bytes: stored.bytes,
    sha256: Buffer.from(stored.sha256).toString("hex"),
    remoteAddress: stored.remoteAddress,
    secretHash: stored.secretHash,
    rereadAt: stored.rereadAt?.toISOString() ?? null,
    // Written by this room from these very types, as are the headers.
    records: stored.records as RecordOutcome[],
    content: kept && toContent(kept.headers as [string, string][], kept.body),
    bodyDrop: kept ? null : await getBodyDrop(id, stored.rereadAt),
  };
}

async function getWaiting(id: string): Promise<DeliveryDetailsView | null> {
  const entry = await findWaiting(id);
  return entry
    ? {
        id,
        acceptedAt: new Date(acceptedAtOf(entry.acceptedSeq)).toISOString(),
        outcome: "pending",
        bytes: entry.bytes,
        sha256: entry.sha256,
        remoteAddress: entry.remoteAddress,
        secretHash: entry.secretHash,
        rereadAt: null,
        records: [],
        content: toContent(entry.headers, entry.body),
        bodyDrop: null,
      }
    : null;
}

function toContent(headers: [string, string][], body: Uint8Array) {
  return { headers, text: toBodyText(body, headers) };
}
