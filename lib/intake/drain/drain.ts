import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { log } from "@/lib/ops/log";
import { type Loop, runLoop } from "@/lib/ops/loop";
import { intakePool } from "@/lib/platform/database/db";
import { describeDatabaseFault } from "@/lib/platform/faults";
import { collectWhenQuiet } from "@/lib/platform/process/background";
import { eventNowMs } from "@/lib/platform/process/event-clock";
import { processWide } from "@/lib/platform/process/process-wide";
import { hurryTotals } from "@/lib/recordings/totals/totals";
import {
  deliveriesKept,
  drainFault,
  heldAside,
  type Journal,
  type JournalEntry,
  longDeliveries,
} from "../journal/journal";
import { journal } from "../journal/open-journal";
import { acceptedAtOf, toAcceptedSeq } from "../journal/sequence";
import type { Watch } from "./drain-apart";
import { carefulEntries, drainEntries } from "./drain-entries";

/** Starts moving entries from the journal into the ledger, for the life of this process. */
export const startDrain = processWide("earshotDrain", newDrain);

/** Many: between two turns nothing is interpreted while something else is stored. */
const turnEntries = 4_000;
/** At a time, so that whoever has the journal's files open goes on taking events in between. */
const part = { entries: 500, bytes: 4 * 1024 * 1024 };
/** Fewer aren't worth a transaction while another one is under way: more will have come by the next turn. */
const fewestMore = 250;
const idlePollMs = 1_000;
/**
 * From the beginning of one turn to the next: what comes meanwhile is stored together. A call alone is
 * stored at once; the processors and the disk that many small transactions would take are the gateway's.
 */
const gatherMs = 100;
/**
 * Where more events come in a second than this, and more than are stored, a turn is followed by a rest, in
 * which the processors and the disk are their senders': nobody waits for a list that lags anyway. A journal
 * in the database isn't counted for it.
 */
const crowdPerSecond = 4_000;
const crowdRestMs = 500;
/** So often it is looked whether the crowd has left, which ends the rest. */
const crowdStepMs = 100;
const backOffMs = { least: 100, most: 2_000 };
/** How long a delivery rests that has to wait for somebody; twice as long each time. */
const heldRestMs = { least: 500, most: 30_000 };

function newDrain(): Loop {
  let isFaulty = false;
  let pauseMs: number = backOffMs.least;
  let isCrowded = false;
  const held = new Map<bigint, { untilMs: number; restMs: number }>();
  const onHeld = (acceptedSeq: bigint) => {
    const restMs = Math.min(
      2 * (held.get(acceptedSeq)?.restMs ?? heldRestMs.least),
      heldRestMs.most,
    );
    held.set(acceptedSeq, { untilMs: performance.now() + restMs, restMs });
  };
  const aside = new Map<bigint, string>();
  const onAside = ({ acceptedSeq, deliveryId }: JournalEntry) => {
    aside.set(acceptedSeq, deliveryId);
    heldAside.publish([...aside.values()]);
    log().error(
      { deliveryId },
      "a delivery is held in the journal: the database ends over its bytes",
    );
  };
  // Each process tries them once more.
  if (heldAside.last()?.length) heldAside.publish([]);
  /** Those that rest; the others are tried again, and forgotten unless they have to wait once more. */
  const listHeld = () => {
    const nowMs = performance.now();
    for (const [seq, { untilMs, restMs }] of held) if (untilMs + restMs < nowMs) held.delete(seq);
    const resting = [...held].flatMap(([seq, { untilMs }]) => (untilMs > nowMs ? [seq] : []));
    return [...aside.keys(), ...resting];
  };
  /** While many wait, the next ones are read and interpreted while these are stored. */
  const drainOnce = async (most: number, watch: Watch): Promise<Drained> => {
    const source = await journal();
    const except = listHeld();
    const { entries } = await readOldest(source, Math.min(most, part.entries), -1n, except);
    let [drained, last] = [entries.length, entries.at(-1)?.acceptedSeq];
    if (last === undefined) return { drained, isFull: false };
    const beganMs = performance.now();
    const depth = await source.quickDepth?.();
    const more = async (wanted: number) => {
      const room = Math.min(wanted, most - drained);
      if (room === 0) return [];
      const { entries: some, bytes } = await readOldest(source, room, last ?? -1n, except);
      if (some.length < Math.min(fewestMore, room) && bytes < part.bytes) return [];
      drained += some.length;
      last = some.at(-1)?.acceptedSeq;
      return some;
    };
    await drainEntries(intakePool(), source, entries, { ...watch, more });
    const isFull = drained === most;
    const left = isFull ? await source.quickDepth?.() : undefined;
    isCrowded = false;
    if (depth !== undefined && left !== undefined) {
      const arrived = left - depth + drained;
      const perSecond = (arrived * 1_000) / (performance.now() - beganMs);
      isCrowded = arrived > drained && perSecond > crowdPerSecond;
    }
    return { drained, isFull };
  };
  return runLoop({
    wakeOn: [deliveriesKept],
    turn: async (signal) => {
      const beganMs = performance.now();
      try {
        const { drained, isFull } = await drainOnce(isFaulty ? carefulEntries : turnEntries, {
          isStopping: () => signal.aborted,
          onHeld,
          onAside,
          onLong: publishLong,
        });
        pauseMs = backOffMs.least;
        if (isFaulty) log().info("the ledger can be written again");
        if (drainFault.last() !== null) drainFault.publish(null);
        isFaulty = false;
        if (drained === 0) return idlePollMs;
        collectWhenQuiet(drained);
        hurryTotals({ hasMore: isFull });
        if (isCrowded) await restInCrowd(await journal(), signal);
        return { ms: Math.max(0, beganMs + gatherMs - performance.now()), isWhole: true };
      } catch (error) {
        if (!isFaulty) log().error({ err: error }, "the ledger can't be written; retrying");
        isFaulty = true;
        drainFault.publish(describeDatabaseFault(error));
        const ms = pauseMs;
        pauseMs = Math.min(pauseMs * 2, backOffMs.most);
        return { ms, isWhole: true };
      }
    },
  });
}

async function restInCrowd(source: Journal, signal: AbortSignal): Promise<void> {
  const endsMs = performance.now() + crowdRestMs;
  for (let before = await source.quickDepth?.(); performance.now() < endsMs; ) {
    await sleep(crowdStepMs);
    const depth = (await source.quickDepth?.()) ?? 0;
    const perSecond = ((depth - (before ?? 0)) * 1_000) / crowdStepMs;
    if (signal.aborted || perSecond < crowdPerSecond / 2) return;
    before = depth;
  }
}

/** Long deliveries wait for themselves alone: others pass them. */
function publishLong(left: ReadonlySet<bigint>): void {
  const told = longDeliveries.last() ?? null;
  const acceptedSeqs = [...left].map(String);
  if (acceptedSeqs.length === 0) {
    if (told) longDeliveries.publish(null);
    return;
  }
  const atMs = Date.now();
  const isSame = told && isDeepStrictEqual(told.acceptedSeqs, acceptedSeqs);
  if (!isSame || atMs - told.atMs > republishAfterMs)
    longDeliveries.publish({ acceptedSeqs, atMs });
}

const republishAfterMs = 1_000;

/** Full: there may be more, for which the turn had no room. */
type Drained = { drained: number; isFull: boolean };

/** The oldest entries after a sequence, but for those that rest. */
async function readOldest(
  source: Journal,
  most: number,
  after: bigint,
  except: bigint[],
): Promise<{ entries: JournalEntry[]; bytes: number }> {
  const entries: JournalEntry[] = [];
  let bytes = 0;
  while (entries.length < most && bytes < part.bytes) {
    const wanted = Math.min(part.entries, most - entries.length);
    const some = await source.read(
      wanted,
      part.bytes,
      entries.at(-1)?.acceptedSeq ?? after,
      except,
    );
    if (some.length === 0) break;
    entries.push(...some);
    bytes += some.reduce((sum, { body }) => sum + body.length, 0);
  }
  return { entries, bytes };
}

/** Whatever was accepted here before this moment is in the ledger, but for what is held aside. */
export async function drainWatermark(): Promise<Date> {
  const nowMs = eventNowMs();
  const aside = (heldAside.last() ?? []).flatMap((id) => toAcceptedSeq(id) ?? []);
  const [oldest] = await (await journal()).read(1, 1, -1n, aside);
  return new Date(oldest ? Math.min(acceptedAtOf(oldest.acceptedSeq), nowMs) : nowMs);
}
