import type { ListPage } from "@/lib/list/list-page";
import * as v from "@/lib/platform/shape";
import type { FlagField, ValueField } from "../filter/filter";
import type { CallRecord, FieldProblem } from "../record/call-record";

export const deliveryOutcomes = [
  "pending",
  "stored",
  "unchanged",
  "superseded",
  "quarantined",
] as const;

export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

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

/** What a search finds in a transcript, and when it is said; null: nobody knows. */
export type SpokenView = { text: string; atMs: number | null };

/** A line of the list. Instants are ISO 8601 in UTC. */
export type RecordingRowView = {
  id: string;
  createdAt: string;
  status: string;
  campaign: string | null;
  /** Null, here and in the next ones: not known. */
  minutesUsed: number | null;
  hasTranscript: boolean | null;
  /** The first 240 characters. */
  summaryBeginning: string;
  /** Where calls are searched: the summary, or of a long one what stands around the first hit. */
  searchedSummary: { text: string; isMidway: boolean } | null;
  /** Null: nothing is searched for, or not found in what was said. */
  spoken: SpokenView | null;
  customerId: string;
  customerName: string;
  phoneNumber: string;
  isPhoneNumberCorrect: boolean | null;
  email: string | null;
  type: string | null;
  gender: string;
  isConfirmed: boolean | null;
  callSid: string;
  receivedAt: string;
  changedAt: string;
  /** Fields that are missing or can't be read. */
  problemCount: number;
  /** Whether `createdAt` is the time of acceptance, for want of the call's own. */
  isCreatedAtOfArrival: boolean;
  /** Where its audio stands; null: none is given, or nobody has looked for it. */
  audio: string | null;
  /** Whether it came with the address of its audio. */
  hasAudio: boolean;
  /** Whether somebody protects its audio from deletion. */
  isProtected: boolean;
};

export type RecordingListView = ListPage<RecordingRowView>;

/** The ids of the calls before and after one in a list; null at its ends. */
export const neighboursSchema = v.object({
  previous: v.nullable(v.string),
  next: v.nullable(v.string),
});

export type NeighboursView = v.Shaped<typeof neighboursSchema>;

/** What came after a watermark, and how many seconds ago the newest call of all did; null: none has. */
export const newsSchema = v.object({
  newCount: v.number,
  lastCallSeconds: v.nullable(v.number),
});

export type NewsView = v.Shaped<typeof newsSchema>;

/** How many recordings have a value, under the rest of the filter; null is "empty". */
export type FacetValueView = { value: string | null; count: number };

/** How many recordings answer a question with yes, and how many with no; others leave it open. */
export const answersSchema = v.object({ yes: v.number, no: v.number });

export type AnswersView = v.Shaped<typeof answersSchema>;

export type FacetsView = {
  total: number;
  /** More match than the total, which says how many were counted. */
  isTotalMore: boolean;
  /** About how many there are then; null: that is not known. */
  estimate: number | null;
  /** So it is with the counts of the values, each of which is reached at least. */
  areValuesMore: boolean;
} & Record<Extract<ValueField, "status" | "campaign" | "gender" | "type">, FacetValueView[]> &
  Record<FlagField, AnswersView>;

/** Calls that a timeline leaves out, and the days within which they lie. */
const outliersSchema = v.object({
  count: v.number,
  isEstimate: v.boolean,
  from: v.string,
  to: v.string,
});

export type OutliersView = v.Shaped<typeof outliersSchema>;

/** Calls over time. Days are YYYY-MM-DD in the viewer's zone; a unit without calls is left out. */
export const timelineSchema = v.object({
  unit: v.oneOf(["day", "week", "month", "quarter", "year", "decade", "century"]),
  /** The first and the last day that it spans. */
  from: v.string,
  to: v.string,
  /** More calls match than are counted, in a zone whose days aren't added up yet: there are no counts. */
  isTooMany: v.boolean,
  counts: v.array(v.object({ startsOn: v.string, status: v.string, count: v.number })),
  /** The units of which the counts are an estimate: more calls match than are counted. */
  estimates: v.array(v.string),
  /** The few calls of another age that it doesn't span; null: there are none. */
  earlier: v.nullable(outliersSchema),
  later: v.nullable(outliersSchema),
});

export type TimelineView = v.Shaped<typeof timelineSchema>;

/** The calls of some days by status, and their minutes; null: too many to be counted. */
export type PeriodFigures = {
  statuses: { status: string; calls: number }[] | null;
  minutes: number | null;
};

/** A filter's figures, and those of the days before its own; null: it has no first day. */
export type FiguresView = {
  current: PeriodFigures;
  before: { from: string; to: string; figures: PeriodFigures } | null;
};

export type ContradictionField = "name" | "phoneNumber" | "email" | "gender" | "phoneNumberCorrect";

/** Something that calls of one customer disagree about. */
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

/** A call, to lead to it. */
export type CallPointView = { id: string; createdAt: string };
