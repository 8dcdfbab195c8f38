import "server-only";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";

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

/** What stands at the beginning of a backup. */
export const beginningSchema = z.object({
  format: z.literal("earshot backup 1"),
  takenAt: z.iso.datetime(),
  /** Those that the database had, the last one last. */
  migrations: z.array(z.string()).min(1),
  postgresVersion: z.string(),
  /** What a start makes for itself; a restore on another machine goes on with them. */
  secrets: z.object({ webhookSecret: z.string(), authSecret: z.string() }),
});

/** Then come, each followed by its bytes: what waits in the journal, tables, and the end. */
export const partSchema = z.union([
  z.object({ part: z.literal("journal") }),
  /** The UTC days on which deliveries came. */
  z.object({ part: z.literal("days"), days: z.array(z.iso.date()) }),
  /** Rows in the text form of PostgreSQL's COPY. */
  z.object({ part: z.literal("table"), name: z.string(), columns: z.array(z.string()) }),
  z.object({ part: z.literal("table-end"), name: z.string(), rows: z.number() }),
  /** A kept file of audio, in pieces. */
  z.object({ part: z.literal("sound"), sha256: z.hex().length(64) }),
  z.object({ part: z.literal("sound-end"), sha256: z.hex().length(64) }),
  z.object({ part: z.literal("end"), journalEntries: z.number() }),
]);

export type Beginning = z.infer<typeof beginningSchema>;
export type Part = z.infer<typeof partSchema>;
