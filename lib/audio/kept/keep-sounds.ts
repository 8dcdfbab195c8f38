import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/ops/log";
import { type Loop, newStep, runLoop } from "@/lib/ops/loop";
import { env } from "@/lib/platform/settings/env";
import { notifyChanged } from "@/lib/recordings/live/change-broadcaster";
import { isQuotaResting, noteQuotaFull } from "../quota/quota-rest";
import { readRoom } from "../quota/usage";
import { type AttachmentSource, attachmentSource, usualPace } from "../source/fetch-attachment";
import { soundFolder } from "../store/sound-folder";
import { soundStore } from "../store/sound-store";
import {
  type ClaimedSound,
  claimSounds,
  releaseClaims,
  renewClaims,
  renewEveryMs,
  settleFault,
  settleKept,
} from "./claim-sounds";
import { type FetchLimits, fetchSound, type SoundFault } from "./fetch-sound";
import { newMeasurer } from "./measure-kept";

export type KeepOptions = {
  source?: AttachmentSource;
  limits?: FetchLimits;
  /** At once, in this process; of one host, in all of them. */
  concurrency?: { most: number; mostOfHost: number };
  idleMs?: number;
  /** At least so long between two files that are measured anew. */
  anewRestMs?: number;
};

/** By the settings. */
function fetchLimits(): FetchLimits {
  return {
    store: soundStore(),
    folder: soundFolder(),
    maxBytes: env().AUDIO_MAX_BYTES,
    readRoom,
    leaveFreeBytes: env().AUDIO_LEAVE_FREE_GB * 1024 ** 3,
    ...usualPace,
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
  anewRestMs = 1_000,
}: KeepOptions = {}): Loop {
  const claimant = randomUUID();
  const rests = newHostRests();
  const running = new Map<string, { done: Promise<void>; stop: AbortController }>();

  const begin = (sound: ClaimedSound, stopping: AbortSignal) => {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, stopping]);
    const done = keepSound(claimant, sound, { source, limits, signal, rests })
      .catch((error: unknown) => {
        // Its claim runs out, and somebody tries again.
        if (!signal.aborted) log().warn({ err: error }, "a recording's audio was not kept");
      })
      .finally(() => running.delete(sound.recordingId));
    running.set(sound.recordingId, { done, stop });
  };
  const claim = newStep("sound can't be fetched", async () => {
    const free = most - running.size;
    if (free <= 0 || (await limits.readRoom()) <= 0 || (await isQuotaResting())) return;
    const claimed = await claimSounds(claimant, { most: free, mostOfHost, notFrom: rests.list() });
    for (const sound of claimed) begin(sound, ending.signal);
  });
  const renew = newStep("claims of sound can't be renewed", async () => {
    const ids = [...running.keys()];
    if (ids.length === 0) return;
    const ours = await renewClaims(claimant, ids);
    for (const id of ids) if (!ours.has(id)) running.get(id)?.stop.abort();
  });
  const ending = new AbortController();
  const measurer = newMeasurer({
    ...{ store: limits.store, claimant, anewRestMs },
    signal: ending.signal,
  });
  let isTied = false;
  let isTidying = false;
  const removeStale = newStep("half written sound can't be removed", () =>
    limits.store.removeStale(),
  );
  const tidy = () => {
    if (isTidying) return;
    isTidying = true;
    removeStale().finally(() => {
      isTidying = false;
    });
  };
  const renewing = setInterval(() => {
    renew();
    measurer.renew();
    tidy();
  }, renewEveryMs);
  tidy();

  return runLoop({
    turn: async (signal) => {
      if (!isTied) signal.addEventListener("abort", () => ending.abort(), { once: true });
      isTied = true;
      await claim();
      measurer.begin({ isFetching: running.size > 0 });
      if (running.size === 0) return idleMs;
      const ends = [...running.values()].map(({ done }) => done);
      await Promise.race([...ends, sleep(idleMs, undefined, { ref: false })]);
      return 0;
    },
    atEnd: async () => {
      clearInterval(renewing);
      ending.abort();
      await Promise.all([...running.values()].map(({ done }) => done));
      await measurer.end();
      await releaseClaims(claimant).catch(() => undefined);
    },
  });
}

type Keeping = {
  source: AttachmentSource;
  limits: FetchLimits;
  signal: AbortSignal;
  rests: HostRests;
};

async function keepSound(
  claimant: string,
  sound: ClaimedSound,
  { source, limits, signal, rests }: Keeping,
): Promise<void> {
  const result = await fetchSound(sound.attachment, source, limits, signal);
  const { recordingId, host } = sound;
  rests.note(host, "fault" in result && isDown(result.fault));
  if ("sound" in result) {
    const settle = () => settleKept(claimant, sound, result.sound, limits.store);
    await persistently(settle, signal);
  } else {
    const { fault, reason } = result;
    log().debug({ recordingId, fault, reason }, "sound could not be fetched");
    if (fault === "quota-full") await noteQuotaFull();
    await settleFault(claimant, sound, fault);
  }
  await notifyChanged(recordingId);
}

/** A database that fails for a moment doesn't make anybody fetch a file again: the claim on it goes on. */
async function persistently(settle: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await settle();
    } catch (error) {
      if (attempt === mostAttempts || signal.aborted) throw error;
      log().warn({ err: error, attempt }, "a recording's audio could not be noted yet");
      await sleep(250 * 2 ** attempt, undefined, { signal, ref: false });
    }
  }
}

const mostAttempts = 6;

function isDown(fault: SoundFault): boolean {
  return fault === "unreachable" || fault === "timeout";
}

type HostRests = { note: (host: string, isDown: boolean) => void; list: () => string[] };

const fewestFailures = 4;
const mostHosts = 1_000;
const longestRestMs = 5 * 60_000;

/** Hosts that failed several times in a row, which are then left alone for a while, and longer each time. */
function newHostRests(): HostRests {
  const failing = new Map<string, { failures: number; untilMs: number }>();
  return {
    note: (host, isHostDown) => {
      if (!isHostDown) return void failing.delete(host);
      const failures = (failing.get(host)?.failures ?? 0) + 1;
      const restMs = failures < fewestFailures ? 0 : 1_000 * 2 ** (failures - fewestFailures);
      const [oldest] = failing.keys();
      if (oldest !== undefined && failing.size >= mostHosts) failing.delete(oldest);
      failing.set(host, { failures, untilMs: performance.now() + Math.min(restMs, longestRestMs) });
    },
    list: () => {
      const now = performance.now();
      return [...failing].flatMap(([host, { untilMs }]) => (untilMs > now ? [host] : []));
    },
  };
}
