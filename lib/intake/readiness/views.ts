import type { DeliverySummaryView } from "../deliveries/views";

/** What an operator needs to see that the webhook works. */
export type WebhookView = {
  isReady: boolean;
  reasons: string[];
  /** Deliveries that are safe in the journal and not in the ledger yet; null: it can't be read. */
  waiting: number | null;
  /** By how many minutes the clocks of server and database differ; null: not so that it matters. */
  clockMinutesApart: number | null;
  /** When what is derived was last compared with the calls; null: not yet. */
  comparedAt: string | null;
  /** What differed then, in words; null: nothing. */
  difference: string | null;
  deliveries: DeliverySummaryView[];
};
