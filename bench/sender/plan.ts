/** What a sender shall do. It runs in a process of its own, so this crosses a process boundary. */
export type SendPlan = {
  url: string;
  bodies: BodyPlan;
  pace: Pace;
  /** Ends at the first of these; without any, when it is told to stop. */
  until: { events?: number; durationMs?: number };
  /** Sends an event that was not answered 2xx again, until it is. */
  isRepeating?: boolean;
  /** Goes to something else that is measured beside the product, so the ledger has no part in it. */
  isReference?: boolean;
};

/** One after the other on so many connections, or at fixed times whatever the answers. */
export type Pace = { kind: "closed"; connections: number } | { kind: "open"; perSecond: number };

export type BodyPlan =
  /** Calls, of which some are sent twice, and some can't be understood; without audio, if so wanted. */
  | {
      kind: "calls";
      prefix: string;
      repeatedShare?: number;
      poisonShare?: number;
      isSilent?: boolean;
    }
  | { kind: "named" }
  | { kind: "generated"; seed: number };

export type SendSummary = {
  issued: number;
  acknowledged: number;
  elapsedMs: number;
  /** How often each answer came: a status, or the code of a socket's fault. */
  answers: Record<string, number>;
  /** From when an event was due to its 2xx. */
  latencyMs: { p50: number; p99: number; most: number };
};

export type SenderRequest = { kind: "send"; plan: SendPlan; ledgerFile: string } | { kind: "stop" };

export type SenderReport =
  | { kind: "progress"; issued: number; acknowledged: number }
  | { kind: "done"; summary: SendSummary }
  | { kind: "failed"; message: string };
