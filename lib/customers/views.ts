import type { CustomerView, ExtraListView, FieldChangeView } from "@/lib/recordings/views/views";

/** A line of the list of people. Instants are ISO 8601 in UTC. */
export type CustomerRowView = {
  id: string;
  name: string;
  phoneNumber: string;
  /** Null, here and in `isConfirmed`: not known. */
  isPhoneNumberCorrect: boolean | null;
  email: string | null;
  type: string | null;
  isConfirmed: boolean | null;
  /** Whether two calls say different things of the person. */
  isContradictory: boolean;
  calls: number;
  /** Null: there is no call. */
  lastCall: { at: string; status: string } | null;
};

/** Somebody whom a search finds. */
export type FoundCustomerView = Pick<
  CustomerRowView,
  "id" | "name" | "phoneNumber" | "email" | "calls"
>;

export type CustomerListView = {
  rows: CustomerRowView[];
  /** Counted up to a limit. */
  total: { count: number; isMore: boolean };
  /** Cursors of the neighbouring pages; null where there is none. */
  after: string | null;
  before: string | null;
};

/** One person, as the newest delivery that named them tells it. */
export type PersonView = CustomerView & {
  extra: ExtraListView;
  /** The delivery that told it; null: that is not known any more. */
  deliveryId: string | null;
  /** Whether two calls say different things of the person. */
  isContradictory: boolean;
  calls: number;
  lastCallAt: string | null;
  firstSeenAt: string;
  changedAt: string;
};

export type ContradictionField = "name" | "phoneNumber" | "email" | "gender" | "phoneNumberCorrect";

/** Something that calls of one person disagree about. */
export type ContradictionView = {
  field: ContradictionField;
  /** What was said last first; the most recent spelling of each. */
  values: SaidValueView[];
  /** How many values there are beside those. */
  more: number;
};

export type SaidValueView = {
  value: string;
  calls: number;
  first: CallPointView;
  last: CallPointView;
};

/** One call of a person among all of theirs. */
export type AttemptView = { id: string; createdAt: string; status: string };

/** A call, to lead to it. */
export type CallPointView = { id: string; createdAt: string };

/** How what is known of a person came about, newest first. */
export type PersonHistoryView = {
  entries: PersonChangeView[];
  /** Whether the first entry of all is among them; otherwise there are older ones. */
  isFromBeginning: boolean;
};

export type PersonChangeView = {
  recordingId: string;
  deliveryId: string;
  acceptedAt: string;
  /** Null: this is the first that was heard of them. */
  changes: FieldChangeView[] | null;
};

/** Somebody else with the same phone number. */
export type MatchView = {
  id: string;
  name: string;
  /** As it was written. */
  phoneNumber: string;
  email: string | null;
  calls: number;
  isSameName: boolean;
};
