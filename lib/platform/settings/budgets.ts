/** Those that a browser is told, which gets no others. */
export const shownBudgets = {
  /**
   * Calls that are counted one by one. Of a search, minutes or a customer so many are: it finds "more
   * than" that, and says about how many there are. What the kept counts tell once a zone's days are
   * added up is counted of so many until then, as the planner expects them; otherwise the same. What
   * marks and other choices, or words that no index finds, let through together is looked for among so
   * many of the newest calls. The timeline of more calls than are counted is an estimate, for which about
   * so many are `sampled` (lib/recordings/counts/scan-facets.db.test.ts). What takes a list longer than
   * `patientMs`, as it may where all of it must be read from the disk, is counted of a tenth of all these
   * (lib/recordings/counts/incomplete-counts.db.test.ts).
   */
  counts: { found: 10_000, looked: 20_000, scanned: 2_000_000, sampled: 10_000, patientMs: 4_000 },
  /** Bars of a timeline: outliers are told apart (components/timeline/prepare-timeline.test.ts). */
  timelineBars: 124,
} as const;

/**
 * How much anybody may take at a time, so that what is slow, large or made by a stranger leaves room
 * for everybody else. Beside each stands what comes of asking for more, and the test that asks. Bytes and
 * characters are counted of what is kept or shown, not of what is sent.
 */
export const budgets = {
  ...shownBudgets,
  /**
   * Hashes and places of the server at once: 429 `sign-in-busy`, with Retry-After
   * (lib/access/sessions/sign-in.db.test.ts).
   */
  signIn: { hashes: 2, places: 24, placesOfAddress: 6, retrySeconds: 2 },
  /**
   * Of an address without a session, in a minute, of the sign-in's pages: 429 `too-many-requests`
   * (lib/access/gate/strangers.test.ts).
   */
  visits: { ofAddress: 2_000, windowMs: 60_000, addresses: 10_000 },
  /** In a minute: 429 `too-many-attempts`, with Retry-After (lib/access/sessions/sign-in.db.test.ts). */
  attempts: { ofAddress: 20, ofAccount: 10, windowMs: 60_000 },
  /**
   * Requests with a wrong secret, in a minute: they cost their sender's connection beside the 401, and
   * no line in the log. So many addresses are told apart (lib/intake/secrets/check/wrong-secret-tally.test.ts).
   */
  wrongSecrets: {
    loggedOfAddress: 3,
    logged: 30,
    ofAddress: 60,
    // Addresses are easily made up, where a stranger reaches us without a proxy.
    ofAll: 600,
    addresses: 1_000,
  },
  /**
   * Answers of a person that are open at once: 429 `too-many-open`, with Retry-After
   * (lib/access/sessions/sessions.db.test.ts).
   */
  openAnswers: { stream: 24, file: 12, export: 2, retrySeconds: 5 },
  /**
   * Of an export that is read more slowly, once it has waited so long for its reader: it breaks off
   * (lib/export/export-recordings.db.test.ts).
   */
  exportReading: { leastBytesPerSecond: 16 * 1_024, graceSeconds: 60 },
  /**
   * What pages take of the gateway's connections, of which events have the rest: 503 `pages-busy`, with
   * Retry-After (lib/gateway/gateway.test.ts).
   */
  passing: { share: 0.6 },
  /**
   * Requests that a server works on at once, and that wait for their turn: 503 `pages-busy`, with
   * Retry-After, to the last one of whoever has most of them waiting. Writes wait apart from reads, and
   * have room for every place of the sign-in (bin/serve/page-queue.test.ts).
   */
  pages: { reads: 16, writes: 64, waiting: 1_024, retrySeconds: 2 },
  /**
   * How long a statement may take, by its kind of connection: the database ends it, and the page or the
   * event is told that it didn't answer (lib/platform/database/db.db.test.ts).
   */
  statements: {
    pageMs: 15_000,
    intakeMs: 10_000,
    sessionMs: 5_000,
    otherMs: 30_000,
    // Eight million calls at a megabyte a second. Meanwhile the database can't tidy up.
    exportMs: 2 * 3_600_000,
  },
  /** Of a person, and of the team: a refusal in the form (lib/saved-views/store.db.test.ts). */
  savedViews: { own: 100, ofTeam: 100, charactersTogether: 64 * 1_024 },
  /** Of a call, and of them all together: a refusal in the form (lib/notes/notes.db.test.ts). */
  notes: { ofCall: 500, charactersTogether: 256 * 1_024 },
  /**
   * Of the team and of a call: a refusal in the form. `atOnce` are calls that are tagged by one press
   * (lib/notes/tags.db.test.ts).
   */
  tags: { ofTeam: 300, ofCall: 50, atOnce: 2_000 },
  /**
   * Versions of a call's transcript, and calls that are transcribed by one press: a refusal in the form. What
   * is larger than `withPage` characters as JSON comes to the page by itself
   * (lib/transcripts/transcript-store.db.test.ts).
   */
  transcripts: { ofCall: 50, atOnce: 10_000, withPage: 48 * 1_024 },
  /**
   * Of one delivery: it is quarantined as a whole, and says so. A list of records is read and stored in
   * slices; `atOnce` is of one of them, and of a body that is no such list
   * (lib/intake/interpret/open-body.test.ts).
   */
  delivery: {
    records: 200_000,
    decompressedBytes: 64 * 1_024 * 1_024,
    slice: { records: 1_000, characters: 256 * 1_024 },
    atOnce: { records: 5_000, values: 1_000_000, bytes: 16 * 1_024 * 1_024 },
  },
  /**
   * Problems and notices that are kept of a record and of its delivery, and how much of each: they end with
   * how many more there are (lib/intake/store/record-outcome.test.ts).
   */
  remarks: {
    ofRecord: 100,
    ofDelivery: 500,
    charactersTogether: 1_000_000,
    pathCharacters: 200,
    messageCharacters: 500,
  },
  /**
   * Further keys of a call on its page: the others are counted, and stand in the payload
   * (lib/recordings/query/large-calls.db.test.ts).
   */
  shownKeys: { named: 200, counted: 10_000, depth: 12, pathCharacters: 80, valueCharacters: 2_000 },
  /**
   * What a call's page tells of its history: the newest of it, and that there is more. Beyond the bytes of
   * all contents that are read together, as JSON, a content is listed without being compared
   * (lib/recordings/detail/get-history.db.test.ts).
   */
  history: { versions: 50, arrivals: 100, contentBytes: 2_000_000 },
  /**
   * Calls that are counted before a ZIP of audio, which says "more than" beyond them
   * (lib/audio/zip/pack-audio.db.test.ts).
   */
  audioZip: { counted: 100_000 },
} as const;
