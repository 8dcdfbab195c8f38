import "server-only";
import { log } from "@/lib/ops/log";
import { intakePool } from "@/lib/platform/db";
import { describeDatabaseFault } from "@/lib/platform/describe-database-fault";
import { newBell } from "@/lib/platform/new-bell";
import { hurryTotals } from "@/lib/recordings/totals/run-totals";
import { drainEntries, type Watch } from "./drain-entries";
import { deliveriesKept, drainFault, longDelivery } from "./drain-news";
import { journal } from "./open-journal";

type Drain = { stop: () => Promise<void> };

const held = globalThis as { earshotDrain?: Drain };

/** Starts moving entries from the journal into the ledger, for the life of this process. */
export function startDrain(): Drain {
  held.earshotDrain ??= newDrain();
  return held.earshotDrain;
}

const batchEntries = 500;
/** After a failure fewer, so that a database that is only slow is never asked too much at once. */
const carefulEntries = 50;
const batchBytes = 16 * 1024 * 1024;
const idlePollMs = 1_000;
const backOffMs = { least: 100, most: 2_000 };

function newDrain(): Drain {
  const bell = newBell();
  const deafen = deliveriesKept.subscribe(bell.ring);
  let isFaulty = false;
  let isStopping = false;

  const loop = async () => {
    let pauseMs: number = backOffMs.least;
    while (!isStopping) {
      try {
        const drained = await drainOnce(isFaulty ? carefulEntries : batchEntries, {
          isStopping: () => isStopping,
          onLong: tellLong,
        });
        pauseMs = backOffMs.least;
        if (isFaulty) log().info("the ledger can be written again");
        if (drainFault.last() !== null) drainFault.publish(null);
        isFaulty = false;
        if (drained === 0) await bell.wait(idlePollMs);
        else hurryTotals();
      } catch (error) {
        if (!isFaulty) log().error({ err: error }, "the ledger can't be written; retrying");
        isFaulty = true;
        drainFault.publish(describeDatabaseFault(error));
        await bell.wait(pauseMs, { evenIfRung: true });
        pauseMs = Math.min(pauseMs * 2, backOffMs.most);
      }
    }
  };
  const done = loop();
  return {
    stop: async () => {
      isStopping = true;
      deafen();
      bell.ring();
      await done;
    },
  };
}

/** A long delivery waits for itself alone: others pass it. */
function tellLong(acceptedSeq: bigint | null): void {
  const told = longDelivery.last() ?? null;
  if (acceptedSeq === null && told === null) return;
  const news = acceptedSeq === null ? null : { acceptedSeq: `${acceptedSeq}`, atMs: Date.now() };
  longDelivery.publish(news);
}

async function drainOnce(mostEntries: number, watch: Watch): Promise<number> {
  const source = await journal();
  const entries = await source.read(mostEntries, batchBytes);
  if (entries.length > 0) await drainEntries(intakePool(), source, entries, watch);
  return entries.length;
}
