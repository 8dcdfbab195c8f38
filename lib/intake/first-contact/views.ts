import type { DeliveryOutcome, ExtraView } from "@/lib/recordings/detail/views";
import type { Remark } from "../interpret/fields/remark";

/** The form that a body has around its records. */
export type EnvelopeView = {
  kind: "json-api" | "flat" | "wrapped";
  /** Where the fields stand, as `data.attributes`; empty: at the top. */
  path: string;
};

/** One field of the interface: what was read, and from where. */
export type FieldReadingView = {
  /** As the interface names it, `customer.details.email`. */
  name: string;
  /** `noted`: taken in another form or as null. `wrong`: missing or not to be read. */
  state: "read" | "noted" | "wrong";
  /** What it means to Earshot; null: nothing. */
  value: string | null;
  /** The key that it stood under in the body; null: it wasn't there. */
  from: string | null;
  /** What stood there, as JSON. */
  given: string | null;
  remarks: string[];
};

export type RecordReadingView = {
  recordingId: string | null;
  envelope: EnvelopeView;
  fields: FieldReadingView[];
  /** Keys that the interface doesn't name, kept as they came. */
  extra: ExtraView[];
  /** How many there are beside the first of them. */
  moreExtra: number;
  /** Remarks that belong to none of the fields. */
  otherRemarks: Remark[];
};

/** The first delivery that is kept, and how it was understood. */
export type FirstContactView = {
  deliveryId: string;
  /** ISO 8601 in UTC. */
  acceptedAt: string;
  outcome: DeliveryOutcome;
  bytes: number;
  /** Null: the secret that it came with is known no more. */
  secretName: string | null;
  /** Its first record; null: none was found, or its bytes are no longer kept. */
  record: RecordReadingView | null;
  recordCount: number;
  /** Why no record could be found in it. */
  problem: string | null;
};
