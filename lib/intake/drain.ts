import "server-only";
import { log } from "@/lib/ops/log";
import { intakePool } from "@/lib/platform/db";
import { drainEntries } from "./drain-entries";
import { newBell } from "./new-bell";
import { journal } from "./open-journal";

/** What the drain has been doing, for health and metrics. */
export type DrainState = {
  /** Why the ledger couldn't be written at the last try; null while all is well. */
  fault: unknown;
  lastDrainedAt: Date | null;
};

type Drain = { state: DrainState; wake: () => void; stop: () => Promise<void> };

const held = globalThis as { earshotDrain?: Drain };

/** Starts moving entries from the journal into the ledger, for the life of this process. */
export function startDrain(): Drain {
  held.earshotDrain ??= newDrain();
  return held.earshotDrain;
}

/** Tells the drain that something was appended. */
export function wakeDrain(): void {
  held.earshotDrain?.wake();
}

export function getDrainState(): DrainState | null {
  return held.earshotDrain?.state ?? null;
}

const batchEntries = 500;
/** After a failure fewer, so that a database that is only slow is never asked too much at once. */
const carefulEntries = 50;
const batchBytes = 16 * 1024 * 1024;
const idlePollMs = 1_000;
const backOffMs = { least: 100, most: 2_000 };

function newDrain(): Drain {
  const state: DrainState = { fault: null, lastDrainedAt: null };
  const bell = newBell();
  let isStopping = false;

  const loop = async () => {
    let pauseMs: number = backOffMs.least;
    while (!isStopping) {
      try {
        const drained = await drainOnce(state);
        pauseMs = backOffMs.least;
        if (drained === 0) await bell.wait(idlePollMs);
      } catch (error) {
        if (state.fault === null)
          log().error({ err: error }, "the ledger can't be written; retrying");
        state.fault = error ?? new Error("no reason was given");
        await bell.wait(pauseMs, { evenIfRung: true });
        pauseMs = Math.min(pauseMs * 2, backOffMs.most);
      }
    }
  };
  const done = loop();
  return {
    state,
    wake: bell.ring,
    stop: async () => {
      isStopping = true;
      bell.ring();
      await done;
    },
  };
}

async function drainOnce(state: DrainState): Promise<number> {
  const source = await journal();
  const most = state.fault === null ? batchEntries : carefulEntries;
  const entries = await source.read(most, batchBytes);
  if (entries.length > 0) {
    await drainEntries(intakePool(), source, entries);
    state.lastDrainedAt = new Date();
  }
  if (state.fault !== null) log().info("the ledger can be written again");
  state.fault = null;
  return entries.length;
}
