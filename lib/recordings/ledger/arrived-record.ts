import type { CallRecord } from "../call-record";

/** A record and the delivery that brought it. */
export type ArrivedRecord = {
  record: CallRecord;
  acceptedSeq: bigint;
  acceptedAt: Date;
  deliveryId: string;
  /** Place in the delivery's body, from 0. */
  position: number;
};
