import { AsyncLocalStorage } from "node:async_hooks";
import { processWide } from "./process-wide";

const own = processWide("earshotBackground", () => new AsyncLocalStorage<true>());

/**
 * Runs work that nobody waits for, and whatever it starts: it gets connections to the database that no page
 * and no action uses. Every turn of a loop runs so.
 */
export function inBackground<T>(work: () => T): T {
  return own().run(true, work);
}

export function isInBackground(): boolean {
  return own().getStore() === true;
}

/** Of the process: what it did since it last collected, and since it was last looked at. */
const work = processWide("earshotWork", () => ({ done: 0, lately: 0, isWatched: false }));
/** After so much that nothing is gained by waiting for V8, which lets a process at rest keep its garbage. */
const collectAfter = 10_000;
const quietMs = 1_000;
const mostInQuiet = 100;

/**
 * Counts requests or events that are dealt with. After many of them the process collects its garbage, most of the memory
 * that it has by then, in the first second in which there are hardly any: it takes up to a tenth of one.
 * Without `--expose-gc`, nothing.
 */
export function collectWhenQuiet(done: number): void {
  const own = work();
  own.done += done;
  own.lately += done;
  if (own.isWatched || own.done < collectAfter || !globalThis.gc) return;
  own.isWatched = true;
  const watch = setInterval(() => {
    const { lately } = own;
    own.lately = 0;
    if (lately > mostInQuiet) return;
    clearInterval(watch);
    own.isWatched = false;
    own.done = 0;
    globalThis.gc?.({ type: "major", flavor: "last-resort" });
  }, quietMs).unref();
}
