import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { LostLease } from "@/lib/ops/lease-sql";
import { log } from "@/lib/ops/log";
import { type Loop, newBeside, newStep, runLoop } from "@/lib/ops/loop";
import { holdWhile } from "@/lib/ops/task-lease";
import { db } from "@/lib/platform/database/db";
import { giveWay } from "@/lib/platform/process/processes";
import { env } from "@/lib/platform/settings/env";
import { notifyChanges } from "@/lib/recordings/live/changes";
import {
  type AttachmentSource,
  attachmentSource,
  fetchAttachment,
  type Pace,
  usualPace,
} from "../source/fetch-attachment";
import { sniffAudioType, sniffBytes } from "../source/file-headers";
import { readLength } from "../source/place-part";
import { type ClaimedSound, releaseClaims, renewClaim } from "../sql/claims";
import { SoundPart } from "../store/disk-store";
import { freeBytes, soundFolder } from "../store/sound-folder";
import { type SoundStore, soundStore } from "../store/sound-store";
import {
  claimSounds,
  type FetchedSound,
  type HostRests,
  newHostRests,
  type SoundFault,
  settleFault,
  settleKept,
} from "./claim-sounds";
import { isQuotaResting, noteQuotaFull, readFreeQuotaBytes, readRemovalClock } from "./limits";
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
    readFreeQuotaBytes,
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
  const ending = new AbortController();
  const running = new Map<string, Promise<void>>();

  const begin = (sound: ClaimedSound) => {
    const renew = () => renewClaim(claimant, sound.recordingId);
    const done = holdWhile({ renew, signal: ending.signal }, (signal) =>
      keepSound(claimant, sound, { source, limits, signal, rests }),
    )
      .catch((error: unknown) => {
        if (ending.signal.aborted || error instanceof LostLease) return;
        // Its claim runs out, and somebody tries again.
        log().warn({ err: error }, "a recording's audio was not kept");
      })
      .finally(() => running.delete(sound.recordingId));
    running.set(sound.recordingId, done);
  };
  const claim = newStep("sound can't be fetched", async () => {
    const free = most - running.size;
    if (free <= 0 || (await limits.readFreeQuotaBytes()) <= 0 || (await isQuotaResting())) return;
    const claimed = await claimSounds(claimant, { most: free, mostOfHost, notFrom: rests.list() });
    for (const sound of claimed) begin(sound);
  });
  const measurer = newMeasurer({
    store: limits.store,
    claimant,
    anewRestMs,
    signal: ending.signal,
  });
  let tidiesAtMs = 0;
  const removeStale = newStep("half written sound can't be removed", async () => {
    const clock = await readRemovalClock();
    if ("now" in clock) await limits.store.removeStale(clock.now);
  });
  const tidying = newBeside(async () => {
    await removeStale();
    tidiesAtMs = performance.now() + tidyEveryMs;
  });

  return runLoop({
    ending,
    turn: async () => {
      if (performance.now() >= tidiesAtMs) tidying.begin();
      await claim();
      measurer.begin({ isFetching: running.size > 0 });
      if (running.size === 0) return idleMs;
      await Promise.race([...running.values(), sleep(idleMs, undefined, { ref: false })]);
      return 0;
    },
    atEnd: async () => {
      await Promise.all(running.values());
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
  await notifyChanges(db(), [recordingId]);
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
const tidyEveryMs = 20_000;

function isDown(fault: SoundFault): boolean {
  return fault === "unreachable" || fault === "timeout";
}

export type FetchLimits = Pace & {
  store: SoundStore;
  /** Where a file is written until it is whole. */
  folder: string;
  maxBytes: number;
  /** How much may still be kept. */
  readFreeQuotaBytes: () => Promise<number>;
  /** So much stays free on the disk, which the journal may share. */
  leaveFreeBytes: number;
};

/**
 * Fetches a recording's sound and keeps it, whole and under its hash, or not at all. What it is, its
 * own bytes tell, not its header. @throws when `signal` aborts, or the disk fails
 */
async function fetchSound(
  address: string,
  source: AttachmentSource,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<{ sound: FetchedSound } | { fault: SoundFault; reason?: string }> {
  if ((await freeBytes(limits.folder)) < limits.leaveFreeBytes) return { fault: "disk-full" };
  const ending = AbortSignal.any([signal, AbortSignal.timeout(limits.totalMs)]);
  const result = await fetchAttachment(address, {}, ending, source);
  signal.throwIfAborted();
  if ("fault" in result) return result;
  const { status, headers, body } = result.answer;
  try {
    if (status !== 200) return { fault: "unreachable", reason: `HTTP ${status}` };
    const length = readLength(headers["content-length"]);
    if ((length ?? 0) > limits.maxBytes) return { fault: "too-large" };
    const freeQuotaBytes = await limits.readFreeQuotaBytes();
    if (freeQuotaBytes <= 0 || (length ?? 0) > freeQuotaBytes) return { fault: "quota-full" };
    const beginning = await read(() => body.peek(sniffBytes), signal);
    if ("fault" in beginning) return beginning;
    if (beginning.value.length === 0) return { fault: "empty" };
    const type = sniffAudioType(beginning.value);
    if (!type) return { fault: "wrong-type" };
    const part = await SoundPart.create(limits.folder);
    try {
      const stream = body.stream({ length, maxBytes: Number.MAX_SAFE_INTEGER });
      const fault = await write(stream.getReader(), part, limits, signal);
      if (fault) return fault;
      const { bytes } = part;
      return { sound: { sha256: await part.keep(limits.store), bytes, type } };
    } finally {
      await part.discard();
    }
  } catch (error) {
    if (isDiskFull(error)) return { fault: "disk-full" };
    throw error;
  } finally {
    body.discard();
  }
}

async function write(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  part: SoundPart,
  limits: FetchLimits,
  signal: AbortSignal,
): Promise<{ fault: SoundFault; reason?: string } | undefined> {
  const { maxBytes, leaveFreeBytes, leastBytesPerSecond, graceMs, folder } = limits;
  let beganMs = performance.now();
  let lookAt = spaceEveryBytes;
  for (;;) {
    const next = await read(() => reader.read(), signal);
    if ("fault" in next) return next;
    const { done, value } = next.value;
    if (done) return undefined;
    if (part.bytes + value.length > maxBytes) return { fault: "too-large" };
    await part.write(value);
    // Our rest is not the host's slowness.
    beganMs += await giveWay();
    const overMs = performance.now() - beganMs - graceMs;
    if (overMs > 0 && part.bytes < (overMs / 1_000) * leastBytesPerSecond) {
      return { fault: "timeout", reason: "too slow" };
    }
    if (part.bytes < lookAt) continue;
    lookAt += spaceEveryBytes;
    if ((await freeBytes(folder)) < leaveFreeBytes) return { fault: "disk-full" };
    if ((await limits.readFreeQuotaBytes()) < part.bytes) return { fault: "quota-full" };
  }
}

const spaceEveryBytes = 16 * 1024 ** 2;

/** What breaks off is the host's fault, unless it is we who stop. */
async function read<Value>(
  next: () => Promise<Value>,
  signal: AbortSignal,
): Promise<{ value: Value } | { fault: SoundFault; reason: string }> {
  try {
    return { value: await next() };
  } catch (error) {
    signal.throwIfAborted();
    const name = error instanceof Error ? error.name : "";
    const isLate = /Timeout/.test(name);
    return { fault: isLate ? "timeout" : "unreachable", reason: "it broke off" };
  }
}

function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOSPC" || code === "EDQUOT";
}
