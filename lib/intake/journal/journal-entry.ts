import { createHash } from "node:crypto";
import { z } from "zod";
import { toDeliveryId } from "./sequence";

/** What the journal keeps of one POST: a delivery, or the trace of a body that was too large. */
export type JournalEntry = Omit<EntryFacts, "kind"> & {
  /** `damaged`: what is kept is no entry any more, and `body` is all that is left of it. */
  kind: EntryFacts["kind"] | "damaged";
  acceptedSeq: bigint;
  deliveryId: string;
  /** The exact bytes; of an oversized body the first 64 KiB. */
  body: Buffer;
};

const entryFactsSchema = z.object({
  kind: z.enum(["delivery", "oversized"]),
  /** SHA-256 of all bytes that arrived, in hexadecimal. */
  sha256: z.string(),
  /** All bytes that arrived. */
  bytes: z.number(),
  /** The length that the sender declared. */
  declaredBytes: z.number().nullable(),
  secretHash: z.string(),
  remoteAddress: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
});

export type EntryFacts = z.infer<typeof entryFactsSchema>;

const storedFactsSchema = entryFactsSchema.extend({ deliveryId: z.string() });

/** The form on disk: the length of the facts (4 bytes), the facts as JSON, the body. */
export function encodeEntry({ body, acceptedSeq: _, ...facts }: JournalEntry): Buffer {
  const json = Buffer.from(JSON.stringify(facts));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, body]);
}

/** Bytes that aren't an entry, as on a damaged disk, become a damaged one, the same each time. */
export function decodeEntry(acceptedSeq: bigint, encoded: Buffer): JournalEntry {
  try {
    const end = 4 + encoded.readUInt32BE(0);
    const facts = storedFactsSchema.parse(JSON.parse(encoded.toString("utf8", 4, end)));
    return { ...facts, acceptedSeq, body: Buffer.from(encoded.subarray(end)) };
  } catch {
    return {
      ...{
        kind: "damaged",
        acceptedSeq,
        deliveryId: toDeliveryId(acceptedSeq, new Uint8Array(16)),
      },
      ...{ body: Buffer.from(encoded), bytes: encoded.length, declaredBytes: null },
      sha256: createHash("sha256").update(encoded).digest("hex"),
      ...{ secretHash: "", remoteAddress: "", headers: [] },
    };
  }
}
