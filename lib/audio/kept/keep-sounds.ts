import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/ops/log";
import { newStep, runWorker, type Worker } from "@/lib/ops/worker";
import { env } from "@/lib/platform/settings/env";
import { tellChanged } from "@/lib/recordings/live/change-broadcaster";
import { type AttachmentSource, attachmentSource } from "../source/fetch-attachment";
import {
  type ClaimedSound,
  claimSounds,
  releaseClaims,
  renewClaims,
  renewEveryMs,
  settleFault,
  settleKept,
} from "./claim-sounds";
import { type FetchLimits, fetchSound } from "./fetch-sound";
import { measureNext } from "./measure-files";
import { removeStaleParts, soundFolder } from "./sound-files";

export type KeepOptions = {
  source?: AttachmentSource;
  limits?: FetchLimits;
  /** At once, in this process; of one host, in all of them. */
  concurrency?: { most: number; mostOfHost: number };
  idleMs?: number;
};

/** By the settings. */
export function fetchLimits(): FetchLimits {
  return {
    folder: soundFolder(),
    maxBytes: env().AUDIO_MAX_BYTES,
    leaveFreeBytes: env().AUDIO_LEAVE_FREE_GB * 1024 ** 3,
    totalMs: 30 * 60_000,
    leastBytesPerSecond: 8 * 1024,
    graceMs: 60_000,
  };
}

/**
 * Fetches what is due, keeps it and measures it, until it is stopped. Any number of processes may do so
 * at once; what one that died had begun is begun anew by another one, a minute later.
 */
export function startKeepingSounds({
  source = attachmentSource(),
  limits = fetchLimits(),
  concurrency: { most, mostOfHost } = { most: 4, mostOfHost: 3 },
  idleMs = 1_000,
}: KeepOptions = {}): Worker {
  const claimant = randomUUID();
  const running = new Map<string, { done: Promise<void>; stop: AbortController }>();

  const begin = (sound: ClaimedSound, stopping: AbortSignal) => {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, stopping]);
    const done = keepSound(claimant, sound, { source, limits, signal })
      .catch((error: unknown) => {
        // Its claim runs out, and somebody tries again.
        if (!signal.aborted) log().warn({ err: error }, "a recording's sound was not kept");
      })
      .finally(() => running.delete(sound.recordingId));
    running.set(sound.recordingId, { done, stop });
  };
  const claim = newStep("sound can't be fetched", async () => {
    const free = most - running.size;
    if (free <= 0) return;
    const claimed = await claimSounds(claimant, { most: free, mostOfHost });
    for (const sound of claimed) begin(sound, ending.signal);
  });
  const renew = newStep("claims of sound can't be renewed", async () => {
    const ids = [...running.keys()];
    if (ids.length === 0) return;
    const ours = await renewClaims(claimant, ids);
    for (const id of ids) if (!ours.has(id)) running.get(id)?.stop.abort();
  });
  let isMeasured = true;
  const measure = newStep("sound can't be measured", async () => {
    isMeasured = !(await measureNext(limits.folder));
  });
  const ending = new AbortController();
  let isTied = false;
  const renewing = setInterval(renew, renewEveryMs);
  removeStaleParts(limits.folder).catch(() => undefined);

  return runWorker({
    turn: async (signal) => {
      if (!isTied) signal.addEventListener("abort", () => ending.abort(), { once: true });
      isTied = true;
      await claim();
      await measure();
      if (running.size === 0) return isMeasured ? idleMs : 0;
      const ends = [...running.values()].map(({ done }) => done);
      await Promise.race([...ends, sleep(idleMs, undefined, { ref: false })]);
      return 0;
    },
    atEnd: async () => {
      clearInterval(renewing);
      ending.abort();
      await Promise.all([...running.values()].map(({ done }) => done));
      await releaseClaims(claimant).catch(() => undefined);
    },
  });
}

type Keeping = { source: AttachmentSource; limits: FetchLimits; signal: AbortSignal };

async function keepSound(
  claimant: string,
  sound: ClaimedSound,
  { source, limits, signal }: Keeping,
): Promise<void> {
  const result = await fetchSound(sound.attachment, source, limits, signal);
  const { recordingId } = sound;
  if ("sound" in result) {
    await settleKept(claimant, sound, result.sound);
  } else {
    const { fault, reason } = result;
    log().debug({ recordingId, fault, reason }, "sound could not be fetched");
    await settleFault(claimant, sound, fault);
  }
  await tellChanged(recordingId);
}
