import type { Call } from "./make-call";

export type LoggedCall = { call: Call; createdAt: Date };

export type CallLog = {
  add(call: Call, createdAt: Date): void;
  /** Newest first. */
  recent(): LoggedCall[];
  counts(): CallCounts;
};

type CallCounts = {
  placed: number;
  test: number;
  byStatus: Map<string, number>;
  byCampaign: Map<string, number>;
};

const maxRecentCalls = 50;

/** What was placed here, whether or not anyone listens; test calls count apart. */
export function createCallLog(): CallLog {
  let recent: LoggedCall[] = [];
  const counts: CallCounts = { placed: 0, test: 0, byStatus: new Map(), byCampaign: new Map() };
  return {
    add(call, createdAt) {
      recent = [{ call, createdAt }, ...recent.slice(0, maxRecentCalls - 1)];
      if (call.isTest) {
        counts.test += 1;
        return;
      }
      counts.placed += 1;
      increment(counts.byStatus, call.status);
      increment(counts.byCampaign, call.campaign ?? "~");
    },
    recent: () => recent,
    counts: () => counts,
  };
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
