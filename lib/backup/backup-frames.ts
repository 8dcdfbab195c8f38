import "server-only";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

/**
 * The form of a backup: frames, and gzip around all of them. A frame is its kind (one byte), its
 * length (four bytes) and its content: a note as JSON, or bytes that belong to the note before.
 */
export type Frame = { note: unknown } | { bytes: Buffer };

export function frameNote(note: unknown): Buffer {
  return frame(noteKind, Buffer.from(JSON.stringify(note)));
}

export function frameBytes(bytes: Buffer): Buffer {
  return frame(bytesKind, bytes);
}

/** Throws where the file is cut short or damaged: its checksum stands at its end. */
export async function* readFrames(path: string): AsyncGenerator<Frame> {
  const unpacked = pipeline(createReadStream(path), createGunzip(), () => undefined);
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of unpacked as AsyncIterable<Buffer>) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    let at = 0;
    while (held.length - at >= headBytes) {
      const end = at + headBytes + held.readUInt32BE(at + 1);
      if (held.length < end) break;
      const content = held.subarray(at + headBytes, end);
      yield held[at] === noteKind
        ? { note: JSON.parse(content.toString("utf8")) }
        : { bytes: Buffer.from(content) };
      at = end;
    }
    held = held.subarray(at);
  }
  if (held.length > 0) throw new Error("it ends in the middle of a part");
}

const noteKind = 1;
const bytesKind = 2;
const headBytes = 5;

function frame(kind: number, content: Buffer): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(kind);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}
