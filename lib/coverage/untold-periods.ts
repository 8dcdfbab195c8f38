import "server-only";
import type { ListeningPeriod } from "./listening-period";

const held = globalThis as { earshotUntoldPeriods?: ListeningPeriod[] };

/** What this process knows of its listening and the database may not know yet. */
export function untoldPeriods(): ListeningPeriod[] {
  return held.earshotUntoldPeriods ?? [];
}

export function setUntoldPeriods(periods: ListeningPeriod[]): void {
  held.earshotUntoldPeriods = periods;
}
