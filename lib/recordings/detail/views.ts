import type { CallRecord, FieldProblem } from "../record/call-record";

export type DeliveryOutcome = "pending" | "stored" | "unchanged" | "superseded" | "quarantined";

export type CustomerView = {
  id: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  gender: string;
  email: string | null;
  type: string | null;
  /** Null, here and in the next one: not known. */
  isConfirmed: boolean | null;
  isPhoneNumberCorrect: boolean | null;
};

/** A value that the interface doesn't name: its dotted path and its JSON text, both cut where long. */
export type ExtraView = { path: string; json: string };

/** The first of such values, and how many there are beside them, or that there are more still. */
export type ExtraListView = { items: ExtraView[]; more: number; isMoreAtLeast: boolean };

/** What is known of one call; very long texts end in "…". */
export type RecordingView = {
  id: string;
  /** The time of acceptance, where there is a problem with it. */
  createdAt: string;
  status: string;
  campaign: string | null;
  /** Null, here and in `hasTranscript`: not known. */
  minutesUsed: number | null;
  callSid: string;
  hasTranscript: boolean | null;
  /** Its beginning, as long as a summary usually is several times. */
  summary: string;
  /** How many characters follow. */
  summaryRest: number;
  recordingAttachment: string;
  rosterAttachment: string | null;
  /** The customer as this call carried it. */
  customer: CustomerView;
  extra: ExtraListView;
  /** Why fields are empty, by their paths within the record; none: the call is complete. */
  problems: FieldProblem[];
  /** The delivery that brought what is shown. */
  deliveryId: string | null;
  receivedAt: string;
  changedAt: string;
};

/** What happened to a recording, newest first. */
export type RecordingHistoryView = {
  entries: HistoryEntryView[];
  /** Whether the first entry of all is among them; otherwise there are older ones. */
  isFromBeginning: boolean;
  /** Repeats before this instant are missing; null: none is. */
  repeatsMissingBefore: string | null;
};

export type HistoryEntryView =
  | { kind: "received"; delivery: HistoryDeliveryView }
  /**
   * Without `changes` there is too much to be compared or shown here. `backTo`: the call was so
   * before, and became so at that instant; null: it was never so.
   */
  | {
      kind: "changed";
      delivery: HistoryDeliveryView;
      changes: RecordChangesView | null;
      backTo: string | null;
    }
  /** Deliveries in a row that brought what was there already. */
  | { kind: "repeated"; deliveries: HistoryDeliveryView[] }
  /** Deliveries in a row that were retries, so that nothing came of them. */
  | { kind: "retried"; deliveries: HistoryRetryView[] }
  /**
   * Deliveries in a row that repeated an older content, to which an older Earshot never went back;
   * null: from before what is told here.
   */
  | { kind: "outdated"; contentSince: string | null; deliveries: HistoryDeliveryView[] };

export type HistoryDeliveryView = {
  deliveryId: string;
  acceptedAt: string;
  /** When it was read, something that was accepted after it was shown already. */
  isLate: boolean;
  /** It was a retry, and somebody let it count after all. */
  isTaken: boolean;
};

export type HistoryRetryView = HistoryDeliveryView & {
  recordingId: string;
  /** Place of the record in the delivery's body, from 0. */
  position: number;
  /** How long after the same bytes it came; null: these are from before what is told here. */
  secondsAfter: number | null;
};

export type RecordChangesView = {
  fields: FieldChangeView[];
  /** The first of them; null: there is too much of it to be compared. */
  extra: ExtraChangeView[] | null;
  /** How many there are beside those. */
  moreExtra: number;
};

/** A field of a content; the id, what the interface doesn't name and what is wrong with it aside. */
export type RecordField = Exclude<keyof CallRecord, "id" | "extra" | "problems">;

export type FieldValue = CallRecord[RecordField];

export type FieldChangeView = {
  field: RecordField;
  before: FieldValue;
  after: FieldValue;
  /** For a text that is comparable word by word. */
  words: WordChange[] | null;
};

/** JSON text before and after; null: there was no such key. */
export type ExtraChangeView = { path: string; before: string | null; after: string | null };

export type WordChange = { kind: "kept" | "removed" | "added"; text: string };
