import "server-only";
import { isDeepStrictEqual } from "node:util";
import { log } from "@/lib/ops/log";
import { intakePool } from "@/lib/platform/database/db";
import { describeDatabaseFault } from "@/lib/platform/database/describe-database-fault";
import { newBell } from "@/lib/platform/process/new-bell";
import { hurryTotals } from "@/lib/recordings/totals/run-totals";
import { deliveriesKept, drainFault, longDeliveries } from "../journal/drain-news";
import { journal } from "../journal/open-journal";
import { drainEntries, type Watch } from "./drain-entries";

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

/** Long deliveries wait for themselves alone: others pass them. */
function tellLong(left: ReadonlySet<bigint>): void {
  const told = longDeliveries.last() ?? null;
  const acceptedSeqs = [...left].map(String);
  if (acceptedSeqs.length === 0) {
    if (told) longDeliveries.publish(null);
    return;
  }
  const atMs = Date.now();
  const isSame = told && isDeepStrictEqual(told.acceptedSeqs, acceptedSeqs);
  if (!isSame || atMs - told.atMs > tellingMs) longDeliveries.publish({ acceptedSeqs, atMs });
}

const tellingMs = 1_000;

async function drainOnce(mostEntries: number, watch: Watch): Promise<number> {
  const source = await journal();
  const entries = await source.read(mostEntries, batchBytes);
  if (entries.length > 0) await drainEntries(intakePool(), source, entries, watch);
  return entries.length;
}
