import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "./server";

/** Waits until nothing is left in the journal. @returns how long that took. */
export async function awaitDrained({ url }: Server, timeoutMs = 600_000): Promise<number> {
  const began = performance.now();
  for (let depth: number | null = null; depth !== 0; ) {
    depth = await readDepth(url);
    const elapsedMs = performance.now() - began;
    if (depth === 0) return elapsedMs;
    if (elapsedMs > timeoutMs) {
      throw new Error(`The journal still holds ${depth} entries after ${timeoutMs} ms`);
    }
    await sleep(50);
  }
  return performance.now() - began;
}

/** How many entries wait; null while nobody answers. */
async function readDepth(url: string): Promise<number | null> {
  try {
    const response = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(60_000) });
    const readiness: { journal: { depth: number } | null } = await response.json();
    return readiness.journal?.depth ?? null;
  } catch {
    return null;
  }
}
