import type { ArrivedRecord } from "./arrived-record";

/** A content that a recording had, and the lowest sequence that brought it. */
export type KnownVersion = { contentHash: string; firstSeq: bigint };

/** What became of an arrival: `stored` made the recording what it is, `unchanged` repeated that. */
export type StoreOutcome = "stored" | "unchanged" | "superseded";

export type HashedArrival = ArrivedRecord & { contentHash: string };

export type Judgement = {
  /** One for each arrival, in their order. */
  outcomes: StoreOutcome[];
  /** Contents that were new, or came by a lower sequence than was known. */
  versions: HashedArrival[];
  /** Those of them that were known already. */
  lowered: HashedArrival[];
  /** For each recording whose current content changed: the hash and sequence of what it is now. */
  changed: Map<string, KnownVersion>;
};

/**
 * Decides what arrivals mean. A recording is the content that came first last: of all its contents,
 * the one whose first sequence is the highest. So repeats of something older never roll it back,
 * and the result depends on what was accepted, not on when it is drained. Pure.
 */
export function judgeArrivals(
  arrivals: HashedArrival[],
  known: Map<string, KnownVersion[]>,
): Judgement {
  const books = new Map([...known].map(([id, versions]) => [id, newBook(versions)]));
  const judged = arrivals.map((arrival) => {
    const book = books.get(arrival.record.id) ?? newBook([]);
    books.set(arrival.record.id, book);
    return { arrival, ...enter(arrival, book) };
  });
  const changed = new Map<string, KnownVersion>();
  for (const [id, book] of books) {
    const current = newestOf(book.versions);
    if (current && !isSame(current, book.before)) changed.set(id, current);
  }
  return {
    outcomes: judged.map(({ outcome }) => outcome),
    versions: judged.filter(({ isLower }) => isLower).map(({ arrival }) => arrival),
    lowered: judged.filter(({ isLower, isKnown }) => isLower && isKnown).map((one) => one.arrival),
    changed,
  };
}

type Book = { versions: Map<string, bigint>; before: KnownVersion | undefined };

function newBook(versions: KnownVersion[]): Book {
  const byHash = new Map(versions.map(({ contentHash, firstSeq }) => [contentHash, firstSeq]));
  return { versions: byHash, before: newestOf(byHash) };
}

function enter({ contentHash, acceptedSeq }: HashedArrival, { versions }: Book) {
  const firstSeq = versions.get(contentHash);
  const isLower = firstSeq === undefined || acceptedSeq < firstSeq;
  if (isLower) versions.set(contentHash, acceptedSeq);
  const isCurrent = newestOf(versions)?.contentHash === contentHash;
  const outcome: StoreOutcome = !isCurrent
    ? "superseded"
    : firstSeq === undefined
      ? "stored"
      : "unchanged";
  return { isLower, isKnown: firstSeq !== undefined, outcome };
}

/** Two contents of one delivery have one sequence; the hash decides, so that all readers agree. */
export function newestOf(versions: Map<string, bigint>): KnownVersion | undefined {
  let newest: KnownVersion | undefined;
  for (const [contentHash, firstSeq] of versions) {
    const isNewer =
      !newest ||
      firstSeq > newest.firstSeq ||
      (firstSeq === newest.firstSeq && contentHash > newest.contentHash);
    if (isNewer) newest = { contentHash, firstSeq };
  }
  return newest;
}

function isSame(one: KnownVersion, other: KnownVersion | undefined): boolean {
  return one.contentHash === other?.contentHash && one.firstSeq === other.firstSeq;
}
