import type { ValueField } from "./filter";

/** A line of the list. Instants are ISO 8601 in UTC. */
export type RecordingRowView = {
  id: string;
  createdAt: string;
  status: string;
  campaign: string | null;
  minutesUsed: number;
  hasTranscript: boolean;
  /** The first 240 characters. */
  summaryBeginning: string;
  customerId: string;
  customerName: string;
  phoneNumber: string;
  isPhoneNumberCorrect: boolean;
};

export type RecordingListView = {
  rows: RecordingRowView[];
  /** Cursors of the neighbouring pages; null where there is none. */
  after: string | null;
  before: string | null;
};

/** How many recordings have a value, under the rest of the filter; null is "none". */
export type FacetValueView = { value: string | null; count: number };
export type FacetsView = { total: number } & Record<
  Extract<ValueField, "status" | "campaign" | "gender" | "type">,
  FacetValueView[]
>;

export type DeliveryOutcome = "pending" | "stored" | "unchanged" | "superseded" | "quarantined";

/** A delivery that carried the recording, newest first. */
export type RecordingDeliveryView = {
  deliveryId: string;
  acceptedAt: string;
  outcome: DeliveryOutcome;
};

export type CustomerView = {
  id: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
  gender: string;
  email: string | null;
  type: string | null;
  isConfirmed: boolean;
  isPhoneNumberCorrect: boolean;
};

/** A value that the interface doesn't name: its dotted path and its JSON text. */
export type ExtraView = { path: string; json: string };

/** Everything that is known of one call. */
export type RecordingView = {
  id: string;
  createdAt: string;
  status: string;
  campaign: string | null;
  minutesUsed: number;
  callSid: string;
  hasTranscript: boolean;
  summary: string;
  recordingAttachment: string;
  rosterAttachment: string | null;
  /** The customer as this call carried it. */
  customer: CustomerView;
  extra: ExtraView[];
  receivedAt: string;
  changedAt: string;
  deliveries: RecordingDeliveryView[];
};
