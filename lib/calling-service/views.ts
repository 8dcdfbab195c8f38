/** How the connection to the calling service stands. Instants are ISO 8601 in UTC. */
export type ConnectionView = {
  configured: boolean;
  serviceOrigin: string | null;
  /** `failing`: the last attempt to get a token failed, even if an older token still works. */
  state: "never-tried" | "working" | "failing";
  /** Null when no valid token is held. */
  tokenExpiresAt: string | null;
  /** When the last token was obtained. */
  obtainedAt: string | null;
  lastFailure: ConnectionFailureView | null;
};

export type ConnectionFailureView = {
  at: string;
  kind: "unreachable" | "key-refused" | "malformed-answer";
  /** What happened and what to do, for people. */
  message: string;
  /** Before this instant no further attempt is made on its own; null once a token was obtained. */
  retryAt: string | null;
};

/** What a test of the connection found. */
export type ConnectionTestView = { succeeded: boolean; message: string; testedAt: string };
