import type { DeliveryOutcome } from "@/lib/recordings/detail/views";
import type { RereadView } from "../reread/views";
import type { BodyDropView } from "../retention/views";
import type { RecordOutcome } from "../store/record-outcome";
import type { BoundedCount } from "./filter/delivery-filter";

/** A line of the log of deliveries. */
export type DeliverySummaryView = {
  id: string;
  /** ISO 8601 in UTC. */
  acceptedAt: string;
  bytes: number;
  outcome: DeliveryOutcome;
  remoteAddress: string;
  /** How many records were found in it. */
  recordCount: number;
  /** The first recordings that it carried and that were understood. */
  recordingIds: string[];
  /** The first reason for which something in it is held back, or incomplete. */
  problem: string | null;
};

export type DeliveryListView = {
  rows: DeliverySummaryView[];
  /** Cursors of the neighbouring pages; null where there is none. */
  after: string | null;
  before: string | null;
};

/** A page of the log, and what stands around it. */
export type DeliveryLogView = DeliveryListView & {
  /** Of the filter, and of the whole quarantine. */
  matching: BoundedCount;
  quarantined: BoundedCount;
  /** On the first page only. */
  oversized: OversizedBodyView[];
  /** The one that is open, or ended a short while ago. */
  reread: RereadView | null;
};

/** What is kept of a body that was too large. */
export type OversizedBodyView = {
  id: string;
  refusedAt: string;
  /** Up to where reading stopped. */
  bytes: string;
  declaredBytes: string | null;
  sha256: string;
  remoteAddress: string;
};

/** Everything that is known of one delivery. */
export type DeliveryDetailsView = {
  id: string;
  acceptedAt: string;
  outcome: DeliveryOutcome;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  remoteAddress: string;
  secretHash: string;
  /** Null: never. */
  rereadAt: string | null;
  /** The first of them. */
  records: DeliveryRecordView[];
  recordCount: number;
  /** Null: no longer kept. */
  content: { headers: [string, string][]; text: BodyTextView } | null;
  /** Where they went, as far as that is known. */
  bodyDrop: BodyDropView | null;
};

/** One record with the first of its remarks, and how many there are beside those. */
export type DeliveryRecordView = RecordOutcome & { moreRemarks: number };

/** The beginning of a body, for people: nothing in it is invisible or changes its surroundings. */
export type BodyTextView = {
  text: string;
  isCut: boolean;
  /** Whether its white space was changed. */
  isLaidOut: boolean;
  /** Null: it is text. Otherwise why it could not be read as text. */
  unreadable: string | null;
};
