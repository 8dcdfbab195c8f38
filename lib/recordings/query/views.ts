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
};

export type RecordingListView = {
  rows: RecordingRowView[];
  /** Cursors of the neighbouring pages; null where there is none. */
  after: string | null;
  before: string | null;
};

/** The ids of the calls before and after one in a list; null at its ends. */
export type NeighboursView = { previous: string | null; next: string | null };
