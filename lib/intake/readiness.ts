import "server-only";
import { log } from "@/lib/ops/log";
import { intakePool } from "@/lib/platform/db";
import { acceptedAtOf } from "./acceptance-clock";
import { getDrainState } from "./drain";
import { journal } from "./open-journal";

export type Readiness = {
  ready: boolean;
  reasons: string[];
  /** Null where the journal can't be read. */
  journal: { depth: number; lagSeconds: number } | null;
};

/** Whether events are accepted, reach the ledger, and pages can be served from it. */
export async function readReadiness(): Promise<Readiness> {
  const [database, waiting] = await Promise.all([probeDatabase(), readJournal()]);
  const reasons = [];
  if (!database) reasons.push("the database does not answer");
  if (!waiting) reasons.push("the journal can't be read, so deliveries are refused");
  if (database && getDrainState()?.fault) reasons.push("the ledger can't be written");
  if (waiting && waiting.lagSeconds > maxLagSeconds) {
    reasons.push(`the oldest delivery has waited in the journal for ${waiting.lagSeconds} s`);
  }
  return { ready: reasons.length === 0, reasons, journal: waiting };
}

const maxLagSeconds = 60;
const probeTimeoutMs = 3_000;

async function probeDatabase(): Promise<boolean> {
  const probe = intakePool()
    .query("SELECT 1 FROM recording LIMIT 1")
    .then(() => true)
    .catch((error: unknown) => {
      log().warn({ err: error }, "the database does not answer");
      return false;
    });
  return Promise.race([probe, delay(probeTimeoutMs).then(() => false)]);
}

async function readJournal(): Promise<Readiness["journal"]> {
  try {
    const source = await journal();
    const depth = await source.depth();
    const [oldest] = depth > 0 ? await source.read(1, 1) : [];
    const lagMs = oldest ? Date.now() - acceptedAtOf(oldest.acceptedSeq) : 0;
    return { depth, lagSeconds: Math.max(0, Math.round(lagMs / 1000)) };
  } catch (error) {
    log().warn({ err: error }, "the journal can't be read");
    return null;
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
