import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { type Batch, chooseCallTimes } from "../calls/choose-call-times";
import { createRandom } from "../numbers/random";
import type { CallSequence } from "./call-sequence";
import type { Courier } from "./courier";

export type Placer = {
  /** Resolves when all calls of the batch are placed and all their deliveries are over. */
  place(batch: Batch): Promise<void>;
  /** Calls of finite batches still to be placed, and calls whose deliveries are not over. */
  outstanding(): number;
  stop(): void;
};

const maxGroupsAtOnce = 256;
const groupsPerTurn = 32;

export function createPlacer(seed: number, sequence: CallSequence, courier: Courier): Placer {
  const gate = createGate(maxGroupsAtOnce);
  let batchNumber = 0;
  let outstanding = 0;
  let isStopped = false;

  return {
    async place(batch) {
      batchNumber += 1;
      const { count, ratePerSecond } = batch;
      const chooseTime = chooseCallTimes(batch, createRandom(seed, "times", batchNumber));
      const startMs = Date.now();
      const underWay = new Set<Promise<void>>();
      if (Number.isFinite(count)) outstanding += count;
      for (let placed = 0; placed < count; ) {
        await waitUntil(startMs + (placed / ratePerSecond) * 1000);
        if (placed % groupsPerTurn === 0) await nextTurn();
        await gate.enter();
        if (isStopped) return;
        const { callCount, deliveries } = sequence.next(count - placed, chooseTime);
        placed += callCount;
        if (!Number.isFinite(count)) outstanding += callCount;
        const over = courier.carry(deliveries).then(() => {
          outstanding -= callCount;
          underWay.delete(over);
          gate.leave();
        });
        underWay.add(over);
      }
      await Promise.all(underWay);
    },
    outstanding: () => outstanding,
    stop: () => {
      isStopped = true;
    },
  };
}

async function waitUntil(timeMs: number): Promise<void> {
  const remainingMs = timeMs - Date.now();
  if (remainingMs > 0) await sleep(remainingMs, undefined, { ref: false });
}

type Gate = {
  /** Waits until there is room. */
  enter(): Promise<void>;
  leave(): void;
};

/** Lets at most `limit` in at a time, in the order in which they came. */
function createGate(limit: number): Gate {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return {
    async enter() {
      if (inside < limit) inside += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    },
  };
}
