import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/ops/log";
import { hearUses } from "./check/exchange-secrets";
import { knownSecrets } from "./check/known-secrets";
import { ensureEnvironmentSecret } from "./environment-secret";
import { syncSecrets } from "./sync-secrets";

type SecretKeeper = {
  /** Resolves once the table was read, or after a few seconds without an answer. Never rejects. */
  ready: Promise<void>;
  stop: () => Promise<void>;
};

const held = globalThis as { earshotSecretKeeper?: SecretKeeper };

/** Keeps the known secrets and the table in step, for the life of this process. */
export function startSecrets(): SecretKeeper {
  held.earshotSecretKeeper ??= newKeeper();
  return held.earshotSecretKeeper;
}

const everyMs = 2_000;
/** Without what the last run knew, to begin too early would refuse events that are authentic. */
const patienceMs = { knowing: 1_000, unknowing: 5_000 };

function newKeeper(): SecretKeeper {
  const stopping = new AbortController();
  const keep = newStep();
  const first = keep();

  const loop = async () => {
    await first;
    while (!stopping.signal.aborted) {
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      // The last time too, so that what was used until now is told.
      await keep();
    }
  };
  const done = loop();
  const deafen = hearUses();
  const patience = knownSecrets().kept ? patienceMs.knowing : patienceMs.unknowing;
  return {
    ready: Promise.race([first, sleep(patience, undefined, { ref: false })]),
    stop: async () => {
      stopping.abort();
      deafen();
      await Promise.race([done, sleep(patienceMs.knowing, undefined, { ref: false })]);
    },
  };
}

/** One step that never throws, and logs a failure and its end once. */
function newStep(): () => Promise<void> {
  let isEnsured = false;
  let isFailing = false;
  return async () => {
    try {
      if (!isEnsured) await ensureEnvironmentSecret();
      isEnsured = true;
      await syncSecrets();
      if (isFailing) log().info("the webhook secrets can be read again");
      isFailing = false;
    } catch (error) {
      if (!isFailing) log().warn({ err: error }, "the webhook secrets can't be read; retrying");
      isFailing = true;
    }
  };
}
