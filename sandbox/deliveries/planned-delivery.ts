/** One state of a recording as an event tells it: what the receiver should show, if it is the last. */
export type RecordingState = {
  id: string;
  callSid: string;
  status: string;
  campaign: string | null;
  /** Set where an older state is sent after a newer one. */
  isOutOfOrder: boolean;
};

export type PlannedDelivery = {
  afterMs: number;
  body: string;
  /** Empty for a body that cannot be read. */
  states: RecordingState[];
};
