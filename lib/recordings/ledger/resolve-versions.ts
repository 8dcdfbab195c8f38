import {
  type ArrivedRecord,
  isAfter,
  type Place,
  type StoredContent,
  type StoreOutcome,
  saysTheSame,
} from "../record/call-record";

export type HashedArrival = ArrivedRecord & {
  contentHash: string;
  /** What was decided of it when it was read before, which stands; null: nothing. */
  decided: Decision | null;
};

/** Whether an arrival has a say in what its recording is, and why. */
export type Decision = {
  counts: boolean;
  /** Null: an older Earshot left it out, which knew no retries. */
  isRetry: boolean | null;
  /** Who took it although it was a retry, and when. */
  takenBy: string | null;
  takenAt: Date | null;
};

export type ResolvedArrival = HashedArrival & { outcome: StoreOutcome; decision: Decision };

type ResolvedVersions = {
  /** One for each arrival, in their order. */
  resolved: ResolvedArrival[];
  /** Stored arrivals that turn out to be retries of these. */
  newRetries: NewerArrival[];
  /** What recordings are now, for those whose content changed or is worded anew. */
  current: Map<string, Current>;
  /** The newest arrival of each recording that counts. */
  newest: Map<string, Place>;
  /** The recordings whose past became another, so that all has to be looked at again. */
  revised: Set<string>;
};

export type Current = {
  content: HashedArrival;
  /** The arrival that made the recording so: an older one, where this only says it in another way. */
  start: Start;
};

export type Start = Place & { acceptedAt: Date };

/**
 * Decides what arrivals mean. A recording is what its newest arrival says that counts, by sequence
 * and then by position in the body. All count but retries: those whose payload came to the same
 * recording within the window before. So the result depends on what was accepted, not on when it is
 * drained. Pure.
 * @param arrivals new ones, each with what is known around it; `windowMs` 0 knows no retries
 */
export function resolveVersions(
  arrivals: (HashedArrival & { known: KnownArrival })[],
  recordings: ReadonlyMap<string, KnownRecording>,
  windowMs: number,
): ResolvedVersions {
  const indexes = new Map<string, VersionIndex>();
  const result: Omit<ResolvedVersions, "resolved"> = {
    newRetries: [],
    current: new Map(),
    newest: new Map(),
    revised: new Set(),
  };
  const inOrder = arrivals.toSorted((one, other) => (isAfter(one, other) ? 1 : -1));
  const resolved = new Map<HashedArrival, ResolvedArrival>();
  for (const arrival of inOrder) {
    const { id } = arrival.record;
    const index = indexes.get(id) ?? { state: recordings.get(id), payloads: new Map() };
    indexes.set(id, index);
    const { known, ...hashed } = arrival;
    const decision = decide(arrival, index, windowMs);
    index.payloads.set(payloadOf(arrival), arrival.acceptedAt);
    const outcome = decision.counts ? addVersion(arrival, index, result) : "superseded";
    resolved.set(arrival, { ...hashed, outcome, decision });
    const { newer } = known;
    if (newer && !arrival.decided && isWithin(windowMs, arrival.acceptedAt, newer.acceptedAt)) {
      result.newRetries.push(newer);
      result.revised.add(id);
    }
  }
  return { ...result, resolved: arrivals.flatMap((arrival) => resolved.get(arrival) ?? []) };
}

/** What a recording is so far, and when each payload of it came last in this batch. */
type VersionIndex = { state: KnownRecording | undefined; payloads: Map<string, Date> };

/** What was decided stands, unless an older one of the same payload comes in now. */
function decide(
  arrival: HashedArrival & { known: KnownArrival },
  { state, payloads }: VersionIndex,
  windowMs: number,
): Decision {
  const { decided, known, payloadHash, acceptedAt } = arrival;
  if (decided && (decided.isRetry !== false || decided.takenBy !== null)) return decided;
  const olderAts = [decided ? null : known.olderAt, payloads.get(payloadOf(arrival))];
  // Of a recording that isn't there, whoever removed it, nothing is a retry.
  const isRetry =
    state !== undefined &&
    payloadHash !== null &&
    olderAts.some((olderAt) => olderAt && isWithin(windowMs, olderAt, acceptedAt));
  return { counts: !isRetry, isRetry, takenBy: null, takenAt: null };
}

function payloadOf({ payloadHash, position }: HashedArrival): string {
  return `${position} ${payloadHash}`;
}

function isWithin(windowMs: number, from: Date, to: Date): boolean {
  return windowMs > 0 && to.getTime() - from.getTime() <= windowMs;
}

function addVersion(
  arrival: HashedArrival,
  index: VersionIndex,
  { current, newest, revised }: Omit<ResolvedVersions, "resolved">,
): StoreOutcome {
  const { record, contentHash, payloadHash, acceptedSeq, position } = arrival;
  const { state } = index;
  if (state && !isAfter(arrival, state.newest)) {
    revised.add(record.id);
    return "superseded";
  }
  const place = { acceptedSeq, position };
  newest.set(record.id, place);
  const isSame =
    state !== undefined && (state.contentHash === contentHash || saysAgain(arrival, state));
  const start = isSame ? state.start : { ...place, acceptedAt: arrival.acceptedAt };
  const said = { contentHash, newestPayloadHash: payloadHash, content: null };
  index.state = { ...said, start, newest: place, firstSeq: state?.firstSeq ?? acceptedSeq };
  if (state?.contentHash !== contentHash) current.set(record.id, { content: arrival, start });
  return isSame ? "unchanged" : "stored";
}

/** The same bytes, or what means the same in a form that is no longer written. */
function saysAgain(arrival: HashedArrival, state: KnownRecording): boolean {
  const isSamePayload =
    arrival.payloadHash !== null &&
    arrival.payloadHash === state.newestPayloadHash &&
    arrival.position === state.newest.position;
  return isSamePayload || (state.content !== null && saysTheSame(state.content, arrival.record));
}

/** What is stored already around one arrival. */
export type KnownArrival = {
  /** What became of this very arrival when it was stored before; null: it is new. */
  outcome: StoreOutcome | null;
  /** The lowest sequence that brought its content; null: nothing did. */
  firstSeq: bigint | null;
  /** When the nearest older arrival of the same payload was accepted, if that is not too long ago. */
  olderAt: Date | null;
  /** The nearest newer arrival of the same payload, if it may become a retry of this one. */
  newer: NewerArrival | null;
};

export type NewerArrival = Place & { recordingId: string; acceptedAt: Date; customerId: string };

/** What a recording is, and by which arrivals. */
export type KnownRecording = {
  contentHash: string;
  /** The arrival that made it so, since which all that count say the same. */
  start: Start;
  /** The newest arrival that counts; it says what the recording is. */
  newest: Place;
  /** Null: not known; it is looked up where something says otherwise. */
  newestPayloadHash: string | null;
  /** The content, where its hash is of another form than today's. */
  content: StoredContent | null;
  /** The lowest sequence of any of its arrivals. */
  firstSeq: bigint;
};
