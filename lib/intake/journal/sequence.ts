import { v7 as uuidv7 } from "uuid";

/**
 * The order of acceptance: microseconds since 2020, shifted left by 12 bits, plus the number of the
 * node. It follows the time of events but never runs back, and two nodes never give the same.
 */
export class SequenceGenerator {
  #lastMicros: bigint;

  /** @param lastSeq the highest sequence ever given on this nodeId's journal; 0n when there is none */
  constructor(
    private nodeId: number,
    lastSeq: bigint,
    private readonly nowMs: () => number = Date.now,
  ) {
    this.#lastMicros = lastSeq >> nodeIdBits;
  }

  /** Goes on under another number. */
  moveTo(nodeId: number): void {
    this.nodeId = nodeId;
  }

  next(): bigint {
    const now = BigInt(Math.floor(this.nowMs() * 1000)) - epochMicros;
    this.#lastMicros = now > this.#lastMicros ? now : this.#lastMicros + 1n;
    return (this.#lastMicros << nodeIdBits) | BigInt(this.nodeId);
  }
}

export const nodeIdCount = 4096;
/** A node is leased to one journal, and has so many generators' ids, one after the other for each opening. */
export const nodeCount = 64;
export const idsOfNode = nodeIdCount / nodeCount;
export const maxSeq = 2n ** 63n - 1n;

/** The instant that a sequence stands for, in milliseconds since 1970. */
export function acceptedAtOf(acceptedSeq: bigint): number {
  return Number(((acceptedSeq >> nodeIdBits) + epochMicros) / 1000n);
}

/** The lowest sequence of an instant in milliseconds since 1970, within what a sequence can hold. */
export function firstSeqOf(instantMs: number): bigint {
  const seq = (BigInt(instantMs) * 1000n - epochMicros) << nodeIdBits;
  return seq < 0n ? 0n : seq > maxSeq ? maxSeq : seq;
}

/** A UUID version 7 that carries the sequence: its time, then the microseconds, then the nodeId. */
export function toDeliveryId(acceptedSeq: bigint, random = randomBytes()): string {
  const micros = (acceptedSeq >> nodeIdBits) + epochMicros;
  const belowMs = Number(micros % 1000n);
  const nodeId = Number(acceptedSeq & nodeIdMask);
  return uuidv7({
    msecs: Number(micros / 1000n),
    seq: (belowMs << 22) | (nodeId << 10) | (new DataView(random.buffer).getUint16(0) & 0x3ff),
    random,
  });
}

/** Not above any delivery's id of this instant, in milliseconds since 1970, or later. */
export function firstDeliveryIdOf(instantMs: number): string {
  const hex = instantMs.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const pool = new Uint8Array(16 * 256);
let poolEnd = 0;

/** Asking the system costs more than all else here, so it is asked for many at once. */
function randomBytes(): Uint8Array<ArrayBuffer> {
  if (poolEnd === 0) crypto.getRandomValues(pool);
  const bytes = pool.slice(poolEnd, poolEnd + 16);
  poolEnd = (poolEnd + 16) % pool.length;
  return bytes;
}

/** The inverse of `toDeliveryId`; undefined for what is not an id of a delivery. */
export function toAcceptedSeq(deliveryId: string): bigint | undefined {
  if (!deliveryIdPattern.test(deliveryId)) return undefined;
  const bytes = Buffer.from(deliveryId.replaceAll("-", ""), "hex");
  const [b6 = 0, b7 = 0, b8 = 0, b9 = 0] = bytes.subarray(6, 10);
  const belowMs = ((b6 & 0x0f) << 6) | (b7 >> 2);
  const nodeId = ((b7 & 0x03) << 10) | ((b8 & 0x3f) << 4) | (b9 >> 4);
  const micros = BigInt(bytes.readUIntBE(0, 6)) * 1000n + BigInt(belowMs) - epochMicros;
  return micros < 0n ? undefined : (micros << nodeIdBits) | BigInt(nodeId);
}

const deliveryIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const nodeIdBits = 12n;
const nodeIdMask = 0xfffn;
const epochMicros = BigInt(Date.UTC(2020, 0, 1)) * 1000n;
