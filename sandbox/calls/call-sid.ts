import { createHash } from "node:crypto";

export type CallOrigin = { seed: number; index: number };

/**
 * A session id that looks random, yet tells which call it is: so a recording can be played years
 * and restarts later without anything having been kept.
 */
export function writeCallSid({ seed, index }: CallOrigin): string {
  const check = checksum({ seed, index });
  const origin = Buffer.alloc(8);
  origin.writeUInt32BE((seed ^ check.readUInt32BE(0)) >>> 0, 0);
  origin.writeUInt32BE((index ^ check.readUInt32BE(4)) >>> 0, 4);
  return `CA${check.toString("hex")}${origin.toString("hex")}`;
}

/** Null for an id that was not written by `writeCallSid`. */
export function readCallSid(callSid: string): CallOrigin | null {
  if (!/^CA[0-9a-f]{32}$/.test(callSid)) return null;
  const bytes = Buffer.from(callSid.slice(2), "hex");
  const origin = {
    seed: (bytes.readUInt32BE(8) ^ bytes.readUInt32BE(0)) >>> 0,
    index: (bytes.readUInt32BE(12) ^ bytes.readUInt32BE(4)) >>> 0,
  };
  return writeCallSid(origin) === callSid ? origin : null;
}

function checksum({ seed, index }: CallOrigin): Buffer {
  return createHash("sha256").update(`call-sid/${seed}/${index}`).digest().subarray(0, 8);
}
