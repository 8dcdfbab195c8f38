import type { DeliverySummaryView } from "./log/views";

/** What an operator needs to see that the webhook works. */
export type WebhookView = {
  isReady: boolean;
  reasons: string[];
  /** Deliveries that are safe in the journal and not in the ledger yet; null: it can't be read. */
  waiting: number | null;
  deliveries: DeliverySummaryView[];
};
