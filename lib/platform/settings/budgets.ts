/**
 * How much anybody may take at a time, so that what is slow, large or made by a stranger leaves room
 * for everybody else. Beside each stands what comes of asking for more. Bytes and characters are
 * counted of what is kept or shown, not of what is sent.
 */
export const budgets = {
  /** Hashes and places of the server at once: 429 `sign-in-busy`, with Retry-After. */
  signIn: { hashes: 2, places: 24, placesOfAddress: 6, retrySeconds: 2 },
  /** Of an address without a session, in a minute, of the sign-in's pages: 429 `too-many-requests`. */
  visits: { ofAddress: 2_000, windowMs: 60_000, addresses: 10_000 },
  /** In a minute: 429 `too-many-attempts`, with Retry-After. */
  attempts: { ofAddress: 20, ofAccount: 10, windowMs: 60_000 },
  /** Answers of a person that are open at once: 429 `too-many-open`, with Retry-After. */
  openAnswers: { stream: 24, file: 12, export: 2, retrySeconds: 5 },
  /** Of an export that is read more slowly, once it has waited so long for its reader: it breaks off. */
  exportReading: { leastBytesPerSecond: 16 * 1_024, graceSeconds: 60 },
  /**
   * Requests that a server works on at once, and that wait for their turn: 503 `pages-busy`, with
   * Retry-After, to the last one of whoever has most of them waiting. Writes wait apart from reads, and
   * have room for every place of the sign-in.
   */
  pages: { reads: 16, writes: 64, waiting: 1_024, retrySeconds: 2 },
  /** Of a person, and of the team: a refusal in the form. */
  savedViews: { own: 100, ofTeam: 100, charactersTogether: 64 * 1_024 },
  /** Of a call, and of them all together: a refusal in the form. `atOnce` are calls that are tagged by one press. */
  notes: { ofCall: 500, charactersTogether: 256 * 1_024 },
  tags: { ofTeam: 300, ofCall: 50, atOnce: 2_000 },
  /**
   * Versions of a call's transcript, and calls that are transcribed by one press: a refusal in the form. What
   * is larger than `withPage` characters as JSON comes to the page by itself.
   */
  transcripts: { ofCall: 50, atOnce: 10_000, withPage: 48 * 1_024 },
  /**
   * Of one delivery: it is quarantined as a whole, and says so. A list of records is read and stored in
   * slices; `atOnce` is of one of them, and of a body that is no such list.
   */
  delivery: {
    records: 200_000,
    decompressedBytes: 64 * 1_024 * 1_024,
    slice: { records: 1_000, characters: 256 * 1_024 },
    atOnce: { records: 5_000, values: 1_000_000, bytes: 16 * 1_024 * 1_024 },
  },
  /** Further keys of a call on its page: the others are counted, and stand in the payload. */
  shownKeys: { named: 200, counted: 10_000, depth: 12, pathCharacters: 80, valueCharacters: 2_000 },
  /**
   * Calls that are counted one by one. Of a search, minutes or a customer so many are: it finds "more
   * than" that, and says about how many there are. What the kept counts tell once a zone's days are
   * added up is counted of so many until then, as the planner expects them; otherwise the same. What
   * marks and other choices let through together is looked for among so many of the newest calls.
   */
  counts: { found: 10_000, looked: 50_000, scanned: 2_000_000 },
  /** Calls that are counted before a ZIP of audio, which says "more than" beyond them. */
  audioZip: { counted: 100_000 },
  /** Bars of a timeline: outliers are told apart. */
  timelineBars: 124,
} as const;
