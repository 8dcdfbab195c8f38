import type { RecordingState } from "./planned-delivery";

/** A receiver's word that it has this state of a recording; no state: of a body that is broken. */
export type Acknowledgement = {
  webhook: string;
  deliveryId: string | null;
  sha256: string;
  state: RecordingState | null;
};

export type Outcome = "delivered" | "refused" | "unanswered" | "retried";

type DeliveryTally = Record<Outcome, number> & {
  ids: number;
  byStatus: Record<string, number>;
  byCampaign: Record<string, number>;
  outOfOrder: { id: string; lastDelivered: string }[];
};

export type Ledger = {
  count(webhook: string, outcome: Outcome): void;
  acknowledge(acknowledgement: Acknowledgement): void;
  /** Over all webhooks, or for one. */
  tally(webhook?: string): DeliveryTally;
  /** The last of each recording, or every one there ever was. */
  acknowledgements(every: boolean, webhook?: string): Iterable<Acknowledgement>;
};

/** Keeps what receivers have answered, to be compared with what they show. */
export function createLedger(): Ledger {
  const every: Acknowledgement[] = [];
  const overall = createAccount();
  const accounts = new Map<string, Account>();
  const accountsFor = (webhook: string): Account[] => {
    const account = accounts.get(webhook) ?? createAccount();
    accounts.set(webhook, account);
    return [overall, account];
  };
  const find = (webhook?: string) =>
    webhook === undefined ? overall : (accounts.get(webhook) ?? createAccount());
  return {
    count(webhook, outcome) {
      for (const account of accountsFor(webhook)) account.outcomes[outcome] += 1;
    },
    acknowledge(acknowledgement) {
      every.push(acknowledgement);
      const { state, webhook } = acknowledgement;
      if (!state) return;
      for (const account of accountsFor(webhook)) account.latest.set(state.id, acknowledgement);
    },
    tally: (webhook) => summarise(find(webhook)),
    acknowledgements(wantsEvery, webhook) {
      if (!wantsEvery) return find(webhook).latest.values();
      return every.filter((one) => webhook === undefined || one.webhook === webhook);
    },
  };
}

type Account = { outcomes: Record<Outcome, number>; latest: Map<string, Acknowledgement> };

function createAccount(): Account {
  return {
    outcomes: { delivered: 0, refused: 0, unanswered: 0, retried: 0 },
    latest: new Map(),
  };
}

function summarise({ outcomes, latest }: Account): DeliveryTally {
  const byStatus: Record<string, number> = {};
  const byCampaign: Record<string, number> = {};
  const outOfOrder: DeliveryTally["outOfOrder"] = [];
  for (const { state } of latest.values()) {
    if (!state) continue;
    const campaign = state.campaign ?? "~";
    byStatus[state.status] = (byStatus[state.status] ?? 0) + 1;
    byCampaign[campaign] = (byCampaign[campaign] ?? 0) + 1;
    if (state.isOutOfOrder) outOfOrder.push({ id: state.id, lastDelivered: state.status });
  }
  return { ...outcomes, ids: latest.size, byStatus, byCampaign, outOfOrder };
}
