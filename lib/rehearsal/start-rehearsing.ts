import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { syncSecrets } from "@/lib/intake/secrets/sync-secrets";
import { log } from "@/lib/ops/log";
import { backgroundPool } from "@/lib/platform/database/db";
import { type Run, runRehearsal } from "./run-rehearsal";
import { sweep } from "./sweep";

type Rehearsing = {
  /** Names this process in what it runs. */
  claimant: string;
  run: (run: Run) => void;
  stop: () => Promise<void>;
};

const held = globalThis as { earshotRehearsing?: Rehearsing };

/** Looks after rehearsals, for the life of this process: runs its own, sweeps up behind dead ones. */
export function startRehearsing(): Rehearsing {
  held.earshotRehearsing ??= newRehearsing();
  return held.earshotRehearsing;
}

const everyMs = 3_000;
const stopPatienceMs = 3_000;

function newRehearsing(): Rehearsing {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running = Promise.resolve();

  const loop = async () => {
    let seen: Awaited<ReturnType<typeof sweep>> = null;
    while (!signal.aborted) {
      // The database may be away; what was left stays until it is back.
      seen = await sweep(backgroundPool(), seen).catch(() => null);
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const done = loop();

  const perform = async (run: Run) => {
    try {
      await runRehearsal(backgroundPool(), run, signal);
      await syncSecrets();
    } catch (error) {
      if (!signal.aborted) log().warn({ err: error }, "a rehearsal was given up");
    }
  };
  return {
    claimant: randomUUID(),
    run: (run) => {
      running = perform(run);
    },
    stop: async () => {
      stopping.abort();
      const ended = Promise.all([running, done]);
      await Promise.race([ended, sleep(stopPatienceMs, undefined, { ref: false })]);
    },
  };
}
