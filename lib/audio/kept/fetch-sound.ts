import "server-only";
import { giveWay } from "@/lib/platform/process/give-way";
import {
  type AttachmentFault,
  type AttachmentSource,
  fetchAttachment,
  type Pace,
} from "../source/fetch-attachment";
import { sniffAudioType, sniffBytes } from "../source/file-headers";
import { readLength } from "../source/place-part";
import { SoundPart } from "../store/disk-store";
import { freeBytes } from "../store/sound-folder";
import type { SoundStore } from "../store/sound-store";

/** Why a file was not kept; `disk-full` is of our own disk, `quota-full` of what may be kept. */
export type SoundFault = AttachmentFault | "empty" | "disk-full" | "quota-full";

export type FetchedSound = { sha256: Buffer; bytes: number; type: string };

export type FetchLimits = Pace & {
  store: SoundStore;
  /** Where a file is written until it is whole. */
  folder: string;
  maxBytes: number;
  /** How much may still be kept. */
  readRoom: () => Promise<number>;
  /** So much stays free on the disk, which the journal may share. */
  leaveFreeBytes: number;
};

/**
 * Fetches a recording's sound and keeps it, whole and under its hash, or not at all. What it is, its
 * own bytes tell, not its header. @throws when `signal` aborts, or the disk fails
 */
export async function fetchSound(
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
    const room = await limits.readRoom();
    if (room <= 0 || (length ?? 0) > room) return { fault: "quota-full" };
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
  { maxBytes, leaveFreeBytes, leastBytesPerSecond, graceMs, folder, readRoom }: FetchLimits,
  signal: AbortSignal,
): Promise<{ fault: SoundFault; reason?: string } | undefined> {
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
    if ((await readRoom()) < part.bytes) return { fault: "quota-full" };
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
