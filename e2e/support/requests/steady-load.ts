import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { checkLedger, describeFaults } from "@/bench/ledger/check-ledger";
import { readStored } from "@/bench/ledger/read-stored";
import { SentLedger } from "@/bench/ledger/sent-ledger";
import type { SendPlan, SendSummary } from "@/bench/sender/plan";
import { type Sending, startSender } from "@/bench/sender/sender";
import { scaledTimeoutMs } from "./fault-length";

type Amount = Pick<SendPlan, "until" | "isRepeating"> & { perSecond: number };

/** A calling service of its own process that remembers every answer. */
export type SteadyLoad = {
  send: (url: string, amount: Amount) => Promise<SendSummary>;
  start: (url: string, amount: Amount) => Sending;
  /** One event of about this size; gives its status and its answer's head. */
  post: (url: string, bytes?: number) => Promise<Response>;
  /** Waits until the journal is empty: all that was acknowledged is stored, to the byte, once. */
  expectKept: (earshotUrl: string, databaseUrl: string, waitMs?: number) => Promise<void>;
  close: () => Promise<void>;
};

export async function startSteadyLoad(): Promise<SteadyLoad> {
  const folder = await mkdtemp(join(tmpdir(), "earshot-load-"));
  const ledger = new SentLedger();
  const sender = startSender(ledger, folder);
  let runs = 0;
  const start = (url: string, { perSecond, ...rest }: Amount) =>
    sender.start({
      url,
      ...rest,
      bodies: { kind: "calls", prefix: `load-${++runs}` },
      pace: { kind: "open", perSecond },
    });
  return {
    start,
    send: (url, amount) => start(url, amount).done,
    post: async (url, bytes = 500) => {
      const body = JSON.stringify({ data: [], filling: randomBytes(bytes / 2).toString("hex") });
      const answer = await fetch(url, { method: "POST", body });
      const { deliveryId } = await answer.clone().json();
      const acks = answer.status === 202 ? [{ deliveryId, atMs: Date.now() }] : [];
      const sha256 = createHash("sha256").update(body).digest("hex");
      ledger.add({ sha256, attempts: 1, acks, recordingId: null });
      return answer;
    },
    expectKept: async (earshotUrl, databaseUrl, waitMs = scaledTimeoutMs(60_000)) => {
      await expect
        .poll(() => describeWaiting(earshotUrl), { timeout: waitMs, intervals: [100] })
        .toBe("nothing waits");
      expect(describeFaults(checkLedger(ledger, await readStored(databaseUrl)))).toBe("none");
    },
    close: async () => {
      await sender.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Readiness = { ready: boolean; reasons: string[]; journal: { depth: number } | null };

export async function readReadiness(earshotUrl: string): Promise<Readiness> {
  return (await fetch(`${earshotUrl}/api/ready`)).json();
}

async function describeWaiting(earshotUrl: string): Promise<string> {
  const { journal, reasons } = await readReadiness(earshotUrl);
  return journal?.depth === 0 ? "nothing waits" : `${journal?.depth} wait: ${reasons.join()}`;
}
