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
