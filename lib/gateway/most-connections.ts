import "server-only";
import { readFile } from "node:fs/promises";

/**
 * How many connections the gateway accepts at a time: each may need a second one, to web, and what
 * is left is the journal's, the log's and the program's own.
 */
export async function mostConnections(): Promise<number> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(limits) ?? [];
  const descriptors = soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft ?? usualLimit);
  return Math.max(leastConnections, Math.min(Math.floor((descriptors - ownDescriptors) / 2), most));
}

/** Where the system doesn't tell. */
const usualLimit = 1_024;
const ownDescriptors = 128;
const leastConnections = 16;
const most = 20_000;
