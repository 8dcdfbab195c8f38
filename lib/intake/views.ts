import type { DeliveryOutcome } from "@/lib/recordings/views";

/** A line of the log of deliveries. */
export type DeliverySummaryView = {
  id: string;
  /** ISO 8601 in UTC. */
  acceptedAt: string;
  bytes: number;
  outcome: DeliveryOutcome;
  /** The recordings that it carried and that were understood. */
  recordingIds: string[];
  /** The first reasons for which something in it is held back. */
  problems: string[];
};

/** What an operator needs to register the webhook and to see that it works. */
export type WebhookView = {
  url: string;
  isReady: boolean;
  reasons: string[];
  /** Deliveries that are safe in the journal and not in the ledger yet; null: it can't be read. */
  waiting: number | null;
  deliveries: DeliverySummaryView[];
};
