import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { listenIndependently } from "@/bin/check/other-judges";
import type { Kept, Served } from "./read-kept";
import type { Recording } from "./sandbox-site";

/** What is known in the end, from the tables, the disk and the sandbox. */
export type Evidence = {
  dataDir: string;
  /** The hashes of all files that some call has. */
  claimed: Set<string>;
  readPeaks: (recordingId: string) => Promise<Uint8Array | null>;
  recordings: Recording[];
  kept: Map<string, Kept>;
  served: Served[];
};

/** Files whose bytes are not those of their name, or not what the sandbox has sent. */
export async function listWrongHashes(evidence: Evidence): Promise<Recording[]> {
  const { dataDir, recordings, kept, served } = evidence;
  const sent = new Set(served.map(({ path, sha256 }) => `${path} ${sha256}`));
  const wrong: Recording[] = [];
  for (const recording of recordings) {
    const { state, sha256 } = kept.get(recording.id) ?? {};
    if (state !== "kept" || !sha256) continue;
    const found = await hashOf(toFile(dataDir, sha256)).catch(() => null);
    if (found !== sha256 || !sent.has(`${recording.path} ${sha256}`)) wrong.push(recording);
  }
  return wrong;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

function toFile(dataDir: string, sha256: string): string {
  return join(dataDir, "audio", sha256.slice(0, 2), sha256.slice(2));
}

/** Files that no call has, and those half written that ought to be gone by now. */
export async function countOrphans({ claimed, dataDir }: Evidence): Promise<number> {
  const all = await readdir(join(dataDir, "audio"), { recursive: true, withFileTypes: true });
  const files = all.filter((one) => one.isFile() && !one.parentPath.endsWith("parts"));
  const names = files.map(({ parentPath, name }) => `${parentPath.slice(-2)}${name}`);
  const unclaimed = names.filter((name) => !claimed.has(name));
  return unclaimed.length + (await listParts(dataDir, partMs)).length;
}

/** Two minutes, and the time until somebody looks. */
const partMs = 150_000;

/** Waits until what was half written is gone, as long as that may take. */
export async function waitForParts(dataDir: string): Promise<void> {
  const endMs = performance.now() + 2 * partMs;
  while (performance.now() < endMs && (await listParts(dataDir, 0)).length > 0) await sleep(1_000);
}

async function listParts(dataDir: string, leastMs: number): Promise<string[]> {
  const folder = join(dataDir, "audio", "parts");
  const names = await readdir(folder).catch(() => []);
  const old: string[] = [];
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs >= leastMs) old.push(name);
  }
  return old;
}

/** A second fetch of the same file to its end has an excuse: a kill since the first one began. */
export function countFetches(
  { served }: Evidence,
  killedMs: number[],
): { again: number; twice: number } {
  const before = new Map<string, Served>();
  const found = { again: 0, twice: 0 };
  const whole = served.filter(({ sha256 }) => sha256 !== null);
  for (const one of whole.toSorted((a, b) => a.beganMs - b.beganMs)) {
    const former = before.get(one.path);
    before.set(one.path, one);
    if (!former) continue;
    const isExcused = killedMs.some((ms) => ms >= former.beganMs && ms <= one.beganMs);
    found[isExcused ? "again" : "twice"] += 1;
  }
  return found;
}

type Heard = { wrongDurations: Recording[]; wrongPeaks: Recording[]; withoutPeaks: Recording[] };

/** As many as there are processors, more or less. */
const listeners = 2;

/** Holds what was measured of these against what FFmpeg hears in their files, within 1 %. */
export async function listenToKept(evidence: Evidence, some: Recording[]): Promise<Heard> {
  const heard: Heard = { wrongDurations: [], wrongPeaks: [], withoutPeaks: [] };
  const waiting = [...some];
  const take = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await listenTo(evidence, next, heard);
    }
  };
  await Promise.all(Array.from({ length: listeners }, take));
  return heard;
}

const stretches = 1_000;

async function listenTo(
  { readPeaks, dataDir, kept }: Evidence,
  recording: Recording,
  heard: Heard,
): Promise<void> {
  const { sha256, durationMs } = kept.get(recording.id) ?? {};
  const drawn = await readPeaks(recording.id);
  if (!sha256) return;
  const { seconds, peaks } = await listenIndependently(toFile(dataDir, sha256), stretches);
  const isAsLong = Math.abs((durationMs ?? 0) / 1_000 / seconds - 1) <= 0.01;
  if (!isAsLong) heard.wrongDurations.push(recording);
  if (!drawn) {
    heard.withoutPeaks.push(recording);
    heard.wrongPeaks.push(recording);
    return;
  }
  const all = peaks.flat();
  const off = all.filter(
    (peak, index) => Math.abs(Math.min(peak, 1) - (drawn[index] ?? 0) / 255) > 0.01,
  );
  // Decoders of lossy formats may differ by a sample where one stretch ends and the next begins.
  if (drawn.length !== all.length || off.length > all.length / 100) {
    heard.wrongPeaks.push(recording);
  }
}
