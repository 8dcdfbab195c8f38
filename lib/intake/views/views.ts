import type { DeliveryOutcome, ExtraView } from "@/lib/recordings/views/views";
import type { DriftKind } from "@/prisma/client/client";
import type { Remark } from "../interpret/fields/member-reader";
import type { WrongSecrets } from "../secrets/check/wrong-secret-tally";
import type { BoundedCount, DeliveryFilter, RecordOutcome } from "./delivery-log";
import type { RereadProgressView } from "./live-views";

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
  /** Null: it is known no more. */
  secretName: string | null;
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

/** What an operator needs to see that the webhook works. */
export type WebhookView = {
  isReady: boolean;
  reasons: string[];
  /** Deliveries that are safe in the journal and not in the ledger yet; null: it can't be read. */
  waiting: number | null;
  /** Ids of those that stay there, because the database ended each time they were stored. */
  heldAside: string[];
  /** By how many minutes the clocks of server and database differ; null: not so that it matters. */
  clockMinutesApart: number | null;
  /** When what is derived was last compared with the calls; null: not yet. */
  comparedAt: string | null;
  /** What differed then, in words; null: nothing. */
  difference: string | null;
  deliveries: DeliverySummaryView[];
};

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

/** Something that differs from the interface, or a value of a field whose values it leaves open. */
export type DriftView = {
  id: string;
  kind: DriftKind;
  /** Its place in the record; null: everything of its kind beyond the limit. */
  path: string | null;
  expected: string | null;
  found: string | null;
  /** Deliveries that carried it. */
  count: number;
  /** ISO 8601 in UTC. */
  firstAt: string;
  firstDeliveryId: string;
  lastAt: string;
  lastDeliveryId: string;
  /** First seen within a week, and not acknowledged. */
  isNew: boolean;
  acknowledged: { at: string; by: string | null } | null;
};

export type DriftListView = {
  /** What nobody acknowledged comes first, the newest on top. */
  items: DriftView[];
  /** Older ones that are not listed. */
  more: number;
};

export type DriftPageView = { structure: DriftListView; values: DriftListView };

/** What an operator doesn't know yet. */
export type DriftNewsView = {
  /** First seen within a week, the newest on top. */
  items: DriftView[];
  /** How many of those there are, and how many older ones wait to be acknowledged. */
  newCount: number;
  olderCount: number;
};

/** How far a re-reading is. */
export type RereadView = RereadProgressView & {
  filter: DeliveryFilter;
  /** ISO 8601 in UTC. */
  startedAt: string;
  updatedAt: string;
};

/** What became of asking for a re-reading; null before. */
export type RereadRefusal = "another-is-open" | "nothing-matches" | null;

/** What reading one delivery again did; null before. */
export type RereadOneState = {
  outcome: "understood" | "held" | "bytes-gone" | "under-way";
} | null;

/** Where a delivery's bytes went. */
export type BodyDropView = { droppedAt: string; retentionDays: number };

/** What is kept of raw bytes, and for how long. */
export type RetentionView = {
  /** Null: for ever. */
  days: number | null;
  /** The days that hold any, but for those of `unpartitionedBytes`. */
  keptDays: number;
  /**
   * Partitions, the newest first, each with the first and the last day that hold any; whether some of
   * them are over the limit.
   */
  kept: { from: string; to: string; bytes: number; isOverLimit: boolean }[];
  totalBytes: number;
  /** What lies in the default partition. */
  unpartitionedBytes: number;
  tidiedAt: string | null;
  /** Why the last tidying did not come to its end; null while all is well. */
  fault: string | null;
};

/** What a shorter time would drop at once. */
export type DropPreview = {
  days: number;
  bytes: number;
  /** Deliveries of those days that are held back, and so are kept. */
  heldBack: number;
};

/** What the form knows after it was sent: the typed values, and what is wrong with them. */
export type RetentionState = {
  isForEver: boolean;
  days: string;
  fault: string | null;
  /** What has to be confirmed first: it can't be undone. */
  preview: DropPreview | null;
  isSaved: boolean;
};

/** What became of setting the window of retries. */
export type RetryWindowState = { minutes: string; fault: string | null; isSaved: boolean };

/** A secret as its row in the settings shows it. Instants are ISO 8601 in UTC. */
export type WebhookSecretView = {
  id: string;
  name: string;
  createdAt: string;
  /** Null: it came from the environment, or the person has no access any more. */
  createdBy: string | null;
  /** The one that `WEBHOOK_SECRET` names now. */
  isFromEnvironment: boolean;
  lastUsedAt: string | null;
  revokedAt: string | null;
};

export type WrongSecretsView = WrongSecrets;

export type WebhookSecretsView = {
  /** A webhook URL without its last part, the secret. */
  urlStart: string;
  /** Those that work, the oldest first. */
  active: WebhookSecretView[];
  /** The one that was revoked last comes first. */
  revoked: WebhookSecretView[];
  wrong: WrongSecretsView | null;
};

/** What the form for a new secret knows after it was sent; a fault gives the typed name back. */
export type NewSecretState = { name: string; fault: string | null; made: string | null };

/** Why a secret was not revoked; null when it was, or wasn't asked for. */
export type RevokeState = { refusal: string | null };

/** The whole URL, or why it can't be shown. */
export type UrlReveal = { url: string } | { refusal: string };

/** Characters in the name of a secret. */
export const longestSecretName = 60;
