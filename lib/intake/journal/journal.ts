import "server-only";
import { createHash } from "node:crypto";
import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { z } from "zod";
import type { Beat, ListeningPeriod } from "@/lib/coverage/listening-period";
import { processBeginning } from "@/lib/platform/process/processes";
import { newTopic } from "@/lib/platform/process/topic";
import { toDeliveryId } from "./sequence";

/**
 * Where an event is durable before it is acknowledged, and where it stays until the ledger has it.
 * Several processes may share one journal; reading it never hides an entry from another.
 */
export type Journal = {
  /** Numbers the entry and resolves once it is durable. Rejects when it can't be kept. */
  append(entry: NewEntry): Promise<JournalEntry>;
  /**
   * The oldest entries in the order of acceptance, or the oldest after a sequence, up to `most` and
   * about `maxBytes` of bodies; those of `except` are left out, and cost nothing.
   */
  read(most: number, maxBytes: number, after?: bigint, except?: bigint[]): Promise<JournalEntry[]>;
  /** The entry of this sequence, if it waits here still. */
  get(acceptedSeq: bigint): Promise<JournalEntry | undefined>;
  /** Forgets entries that the ledger has committed, in their order. Forgetting twice is harmless. */
  remove(acceptedSeqs: bigint[]): Promise<void>;
  /** Keeps entries that the ledger has committed, for a database that loses them. Never rejects. */
  archive(entries: JournalEntry[]): Promise<void>;
  /** Lets entries that were removed wait once more, as they were. Putting back twice is harmless. */
  putBack(entries: JournalEntry[]): Promise<void>;
  /**
   * Notes what this process is about to do, in place of what it noted before; null: nothing. The
   * note outlives the process, so that an entry over which it dies is known; it need not outlive
   * the machine.
   */
  noteAttempt(attempt: Attempt | null): Promise<void>;
  /** Entries over which a process died or that failed, with the points that count against each. */
  suspects(): Promise<Map<bigint, number>>;
  /** Counts against entries that wait here still. */
  suspect(acceptedSeqs: bigint[], points: number): Promise<void>;
  /**
   * Names this journal for as long as it lasts, and the node by which it numbers what it accepts: of
   * chance at first. Null: it leases one by itself.
   */
  numbering(): Promise<{ journalId: string; node: number } | null>;
  /** Numbers by this node from now on, also after a restart. */
  numberAs(node: number): Promise<void>;
  /** How many entries wait. */
  depth(): Promise<number>;
  /** The same, where it is told without counting them. */
  quickDepth?(): Promise<number>;
  /**
   * Keeps, by the way that an event goes, the proof that one could be kept. Rejects when it could
   * not. Resolves to the periods of listening that this journal alone knows as they are.
   */
  beat(beat: Beat): Promise<ListeningPeriod[]>;
  /** Forgets periods that the ledger has; the present one stays. */
  forgetPeriods(ids: string[]): Promise<void>;
  /** Writes as `append` does, but keeps nothing. Rejects, and says why, when it can't. */
  check(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Entries that a process works on, from the first to the last of these. If it dies over them, the
 * points count against the one entry; of several they are where those begin that have none.
 */
export type Attempt = { firstSeq: bigint; lastSeq: bigint; points: number };

export type NewEntry = Omit<JournalEntry, "acceptedSeq" | "deliveryId">;

/** Something was appended to the journal. */
export const deliveriesKept = newTopic("deliveries-kept", z.literal(true));
/** Why the ledger couldn't be written at the last try, in words; null while all is well. */
export const drainFault = newTopic("drain-fault", z.string().nullable());
/**
 * The delivery that is being stored in parts and those that wait behind it for the same, and when it
 * last got on; null: none is.
 */
export const longDeliveries = newTopic(
  "long-deliveries",
  z.object({ acceptedSeqs: z.array(z.string()), atMs: z.number() }).nullable(),
);

/** Ids of deliveries that stay in the journal, because the database ended each time they were stored. */
export const heldAside = newTopic("held-aside", z.array(z.string()));

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

type EntryFacts = z.infer<typeof entryFactsSchema>;

const storedFactsSchema = entryFactsSchema.extend({ deliveryId: z.string() });

/** The form on disk: the length of the facts (4 bytes), the facts as JSON, the body. */
export function encodeEntry({ body, acceptedSeq: _, ...facts }: JournalEntry): Buffer {
  const json = Buffer.from(JSON.stringify(facts));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  const head = Buffer.concat([length, json]);
  if (!withRoom.has(body) || head.length > roomBytes) return Buffer.concat([head, body]);
  const from = body.byteOffset - head.length;
  const encoded = Buffer.from(body.buffer, from, head.length + body.length);
  encoded.set(head);
  return encoded;
}

/**
 * Gathers a body as it arrives. One that comes in several pieces and whose length is known is put where it
 * stays, behind room for the facts: to copy megabytes at once holds up all other events.
 */
export class ArrivingBody {
  readonly #declaredBytes: number;
  #pieces: Buffer[] = [];
  #place: Buffer | undefined;
  #bytes = 0;

  constructor(declaredBytes: number) {
    this.#declaredBytes = declaredBytes;
  }

  add(piece: Buffer): void {
    const end = this.#bytes + piece.length;
    if (this.#bytes > 0 && end <= this.#declaredBytes) {
      this.#place ??= this.#take();
      piece.copy(this.#place, this.#bytes);
      this.#pieces = [this.#place.subarray(0, end)];
    } else this.#pieces.push(piece);
    this.#bytes = end;
  }

  /** All that was added until now. */
  whole(): Buffer {
    const isFull = this.#place?.length === this.#bytes;
    return isFull && this.#place ? this.#place : Buffer.concat(this.#pieces);
  }

  #take(): Buffer {
    const place = Buffer.allocUnsafeSlow(roomBytes + this.#declaredBytes).subarray(roomBytes);
    withRoom.add(place);
    Buffer.concat(this.#pieces).copy(place);
    return place;
  }
}

/** Bodies with memory of their own before them, more than the facts take as a rule. */
const withRoom = new WeakSet<Buffer>();
const roomBytes = 16_384;

/** Bytes that aren't an entry, as on a damaged disk, become a damaged one, the same each time. */
export function decodeEntry(acceptedSeq: bigint, encoded: Buffer): JournalEntry {
  try {
    const end = 4 + encoded.readUInt32BE(0);
    const facts = storedFactsSchema.parse(JSON.parse(encoded.toString("utf8", 4, end)));
    return { ...facts, acceptedSeq, body: encoded.subarray(end) };
  } catch {
    return {
      kind: "damaged",
      acceptedSeq,
      deliveryId: toDeliveryId(acceptedSeq, new Uint8Array(16)),
      body: Buffer.from(encoded),
      bytes: encoded.length,
      declaredBytes: null,
      sha256: createHash("sha256").update(encoded).digest("hex"),
      secretHash: "",
      remoteAddress: "",
      headers: [],
    };
  }
}

export const readerSchema = z.object({
  /** Where its process id means what it means here. */
  place: z.string(),
  pid: z.number(),
  beginning: z.string(),
});

/** A process that reads a journal, in words that no later one has. */
export type Reader = z.infer<typeof readerSchema>;

let own: Promise<Reader> | undefined;

export function thisReader(): Promise<Reader> {
  own ??= Promise.all([findPlace(), processBeginning(process.pid)]).then(([place, beginning]) => ({
    place,
    pid: process.pid,
    beginning: beginning ?? "",
  }));
  return own;
}

/**
 * Whether a reader is no more. Of one elsewhere only its silence tells.
 * @param silentMs since it last noted what it does
 */
export async function isGone(reader: Reader, silentMs: number): Promise<boolean> {
  if (reader.place !== (await thisReader()).place) return silentMs > longestSilenceMs;
  return (await processBeginning(reader.pid)) !== reader.beginning;
}

/** Longer than a living one ever takes with what it noted. */
const longestSilenceMs = 180_000;

/** A machine that was started again, or another container, gives the same ids to others. */
async function findPlace(): Promise<string> {
  try {
    const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
    return `${boot.trim()} ${await readlink("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}
