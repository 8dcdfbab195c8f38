import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { newStep, runWorker } from "@/lib/ops/worker";
import { processWide } from "@/lib/platform/process/process-wide";
import { hearUses } from "./check/exchange-secrets";
import { knownSecrets } from "./check/known-secrets";
import { ensureEnvironmentSecret } from "./store";
import { syncSecrets } from "./sync-secrets";

type SecretKeeper = {
  /** Resolves once the table was read, or after a few seconds without an answer. Never rejects. */
  ready: Promise<void>;
  stop: () => Promise<void>;
};

/** Keeps the known secrets and the table in step, for the life of this process. */
export const startSecrets = processWide("earshotSecretKeeper", newKeeper);

const everyMs = 2_000;
/** Without what the last run knew, to begin too early would refuse events that are authentic. */
const timeoutsMs = { knowing: 1_000, unknowing: 5_000 };

function newKeeper(): SecretKeeper {
  let isEnsured = false;
  const keep = newStep("the webhook secrets can't be read", async () => {
    if (!isEnsured) await ensureEnvironmentSecret();
    isEnsured = true;
    await syncSecrets();
  });
  const first = keep();
  let next = () => first;
  const worker = runWorker({
    turn: async () => {
      await next();
      next = keep;
      return everyMs;
    },
    // So that what was used until now is told.
    atEnd: keep,
  });
  const unsubscribe = hearUses();
  const timeoutMs = knownSecrets().kept ? timeoutsMs.knowing : timeoutsMs.unknowing;
  return {
    ready: Promise.race([first, sleep(timeoutMs, undefined, { ref: false })]),
    stop: async () => {
      unsubscribe();
      await Promise.race([worker.stop(), sleep(timeoutsMs.knowing, undefined, { ref: false })]);
    },
  };
}
