import type { CallRecord } from "../../record/call-record";

/** Where a record stands among all that was accepted: deliveries by sequence, then its place in the body. */
export type Place = {
  acceptedSeq: bigint;
  /** Place in the delivery's body, from 0. */
  position: number;
};

/** How many sequences a millisecond has: they count microseconds, and the doors of each. */
export const seqsPerMs = 4_096_000n;

/** A record and the delivery that brought it. */
export type ArrivedRecord = Place & {
  record: CallRecord;
  /** Of `hashRecord`, where it has been worked out ahead. */
  contentHash?: string;
  acceptedAt: Date;
  deliveryId: string;
  /** SHA-256 of the delivery's body in hexadecimal; null: not known, so it is nobody's retry. */
  payloadHash: string | null;
};

/**
 * What became of an arrival: `stored` made the recording what it is, `unchanged` said what it is
 * already, `superseded` was accepted before what is stored, or is a retry.
 */
export type StoreOutcome = "stored" | "unchanged" | "superseded";

export function isAfter(one: Place, other: Place): boolean {
  if (one.acceptedSeq !== other.acceptedSeq) return one.acceptedSeq > other.acceptedSeq;
  return one.position > other.position;
}
