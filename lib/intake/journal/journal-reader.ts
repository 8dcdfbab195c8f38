import "server-only";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { z } from "zod";
import { processBeginning } from "@/lib/platform/process/child-process";

export const readerSchema = z.object({
  /** Where its process id means what it means here. */
  place: z.string(),
  pid: z.number(),
  beginning: z.string(),
});

/** A process that reads a journal, in words that no later one has. */
export type Reader = z.infer<typeof readerSchema>;

let own: Promise<Reader> | undefined;

export function thisReader(): Promise<Reader> {
  own ??= Promise.all([findPlace(), processBeginning(process.pid)]).then(([place, beginning]) => ({
    ...{ place, pid: process.pid },
    beginning: beginning ?? "",
  }));
  return own;
}

/**
 * Whether a reader is no more. Of one elsewhere only its silence tells.
 * @param silentMs since it last noted what it does
 */
export async function isGone(reader: Reader, silentMs: number): Promise<boolean> {
  if (reader.place !== (await thisReader()).place) return silentMs > longestSilenceMs;
  return (await processBeginning(reader.pid)) !== reader.beginning;
}

/** Longer than a living one ever takes with what it noted. */
const longestSilenceMs = 180_000;

/** A machine that was started again, or another container, gives the same ids to others. */
async function findPlace(): Promise<string> {
  try {
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
    return `${boot.trim()} ${await readlink("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}
