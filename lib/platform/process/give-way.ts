import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** In milliseconds since the machine's start, of all its processors together. */
type ProcessorTimes = { user: number; total: number };

/** What programs of normal priority take of the processors from which on work that can wait gives way. */
const pressedShare = 0.25;
const lookEveryMs = 1_000;
const workMs = 20;
const restMs = 180;

/**
 * For work that can wait, in a process of low priority: to be awaited every few milliseconds, and never while
 * something is locked. Rests most of the time while programs of normal priority need the processors; priority
 * alone lengthens what those wait for, since a full machine has longer queues.
 * @returns how many milliseconds it rested
 */
export const giveWay = newGiveWay(readProcessors);

export function newGiveWay(read: () => ProcessorTimes): () => Promise<number> {
  let before = read();
  let lookedAtMs = performance.now();
  let isPressed = false;
  let beganMs = lookedAtMs;
  let resting: Promise<void> | undefined;

  const look = () => {
    const now = performance.now();
    if (now - lookedAtMs < lookEveryMs) return;
    const times = read();
    isPressed = times.user - before.user > pressedShare * (times.total - before.total);
    before = times;
    lookedAtMs = now;
  };
  return async () => {
    look();
    if (!isPressed || performance.now() - beganMs < workMs) return 0;
    const startedMs = performance.now();
    // All of a process rests at once, or each part of it would work while the others rest.
    resting ??= sleep(restMs).then(() => {
      beganMs = performance.now();
      resting = undefined;
    });
    await resting;
    return performance.now() - startedMs;
  };
}

/** Time of programs of lower priority (`nice`) is not counted as taken. */
function readProcessors(): ProcessorTimes {
  let user = 0;
  let total = 0;
  for (const { times } of cpus()) {
    user += times.user;
    total += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { user, total };
}
