import "server-only";
import { randomInt, randomUUID } from "node:crypto";
import type { Database } from "lmdb";
import { z } from "zod";
import {
  addBeat,
  type ListeningPeriod,
  listeningPeriodSchema,
} from "@/lib/coverage/listening-period";
import { eventNowMs, readBoot, resumeEventTime } from "@/lib/platform/process/event-clock";
import { type Attempt, decodeEntry, encodeEntry, type Journal, type JournalEntry } from "./journal";
import { JournalFile, type JournalTables } from "./journal-file";
import {
  acceptedAtOf,
  idsOfNode,
  nodeCount,
  nodeIdCount,
  SequenceGenerator,
  toDeliveryId,
} from "./sequence";

/** The journal's files in a process that has them to itself. */
type OfOthers = "read" | "archive" | "noteAttempt" | "suspects" | "quickDepth" | "close";
export type LmdbJournal = Omit<Journal, OfOthers> & {
  /**
   * The same as of any journal, if so wanted as they are kept: whoever asks decodes them then. The version
   * before, which may ask or be asked while it is replaced, knows them only decoded.
   */
  read(
    ...wanted: [...Parameters<Journal["read"]>, form?: "kept"]
  ): Promise<(JournalEntry | KeptEntry)[]>;
  suspects(abandoned: Attempt[]): Promise<Map<bigint, number>>;
  /** Resolves to whether the files are closed; a disk that doesn't answer leaves them open. */
  close(): Promise<boolean>;
};

export type KeptEntry = { acceptedSeq: bigint; encoded: Buffer };

/**
 * The journal in a folder. What `append` resolved survives SIGKILL and loss of power. It opens its
 * files when it needs them, and anew after a fault of the disk. Only one process may have them open:
 * LMDB as built into this package remembers free pages from one commit to the next, and of two that
 * write in turn one gives out pages that the other has filled.
 */
export function openLmdbJournal(folder: string): LmdbJournal {
  const file = new JournalFile(folder);
  let clock: Promise<SequenceGenerator> | undefined;

  const takeClock = () => {
    clock ??= file.change(startClock).catch((error: unknown) => {
      clock = undefined;
      throw error;
    });
    return clock;
  };

  return {
    async append(newEntry) {
      const acceptedSeq = (await takeClock()).next();
      const entry = { ...newEntry, acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
      const encoded = encodeEntry(entry);
      await file.add(encoded.length, ({ entries }) => entries.put(toKey(acceptedSeq), encoded));
      return entry;
    },
    async read(most, maxBytes, after = -1n, except = [], form) {
      const kept = await file.read(({ entries }) =>
        readOldest(entries, { most, maxBytes, after, except }),
      );
      return form === "kept" ? kept : kept.map(decodeKept);
    },
    async get(acceptedSeq) {
      const encoded = await file.read(({ entries }) => entries.get(toKey(acceptedSeq)));
      return encoded && decodeEntry(acceptedSeq, encoded);
    },
    async remove(acceptedSeqs) {
      const last = acceptedSeqs.at(-1) ?? 0n;
      await file.change(({ entries, facts }) => {
        for (const seq of acceptedSeqs) entries.remove(toKey(seq));
        // Kept beyond the entries, so that the clock never runs back over a restart.
        if (last > BigInt(facts.get(lastSeqName) ?? 0)) facts.put(lastSeqName, String(last));
        const suspects = readSuspects(facts);
        const known = suspects.size;
        for (const seq of acceptedSeqs) suspects.delete(seq);
        if (suspects.size < known) writeSuspects(facts, suspects);
      });
    },
    async putBack(entries) {
      const encoded = entries.map(
        (entry) => [toKey(entry.acceptedSeq), encodeEntry(entry)] as const,
      );
      const bytes = encoded.reduce((sum, [, value]) => sum + value.length + pageBytes, 0);
      await file.add(bytes, (tables) => {
        for (const [key, value] of encoded) tables.entries.put(key, value);
      });
    },
    async suspects(abandoned) {
      if (abandoned.length > 0) {
        await file.change((tables) => {
          for (const attempt of abandoned) countAgainst(tables, attempt);
        });
      }
      return file.read(({ facts }) => readSuspects(facts));
    },
    async suspect(acceptedSeqs, points) {
      await file.change((tables) => {
        for (const seq of acceptedSeqs) {
          countAgainst(tables, { firstSeq: seq, lastSeq: seq, points });
        }
      });
    },
    async numbering() {
      await takeClock();
      return file.read(({ facts }) => ({
        journalId: facts.get(journalIdName) ?? "",
        node: Number(facts.get(nodeName)),
      }));
    },
    async numberAs(node) {
      const present = await takeClock();
      present.moveTo(
        await file.change(({ facts }) => {
          facts.put(nodeName, String(node));
          return nextGeneratorId(facts);
        }),
      );
    },
    async depth() {
      return file.read(({ entries }) => countEntries(entries));
    },
    async check() {
      await file.add(0, ({ facts }) => facts.put("checked-at", new Date().toISOString()));
    },
    async beat(beat) {
      return file.changeAsEvent(({ facts }) => {
        const periods = addBeat(readPeriods(facts), beat);
        facts.put(periodsName, JSON.stringify(periods));
        const boot = readBoot();
        if (boot) facts.put(lastBootName, JSON.stringify({ ...boot, atMs: beat.atMs }));
        return periods;
      });
    },
    async forgetPeriods(ids) {
      await file.change(({ facts }) => {
        const periods = readPeriods(facts);
        const kept = periods.filter(({ id }, n) => n === periods.length - 1 || !ids.includes(id));
        if (kept.length < periods.length) facts.put(periodsName, JSON.stringify(kept));
      });
    },
    close: () => file.close(),
  };
}

/** What an entry may take beyond its own bytes. */
const pageBytes = 4_096;

function readOldest(
  entries: Database<Buffer, Buffer>,
  wanted: { most: number; maxBytes: number; after: bigint; except: bigint[] },
): KeptEntry[] {
  const { most, maxBytes, after } = wanted;
  const except = new Set(wanted.except);
  const read: KeptEntry[] = [];
  let bytes = 0;
  const limit = most + except.size;
  for (const key of entries.getKeys({ start: toKey(after + 1n), limit })) {
    const seq = key.readBigUInt64BE();
    const encoded = except.has(seq) ? undefined : entries.get(key);
    if (!encoded) continue;
    read.push({ acceptedSeq: seq, encoded });
    bytes += encoded.length;
    if (bytes >= maxBytes || read.length === most) break;
  }
  return read;
}

export function decodeKept(entry: JournalEntry | KeptEntry): JournalEntry {
  return "encoded" in entry ? decodeEntry(entry.acceptedSeq, entry.encoded) : entry;
}

/** LMDB keeps the count; its type declaration leaves the field out. */
function countEntries(entries: Database<Buffer, Buffer>): number {
  return (entries.getStats() as { entryCount: number }).entryCount;
}

const lastSeqName = "last-seq";
/** All processes on this folder are heard as one; so what one of them began, the next goes on with. */
const periodsName = "listening-periods";

function readPeriods(facts: Database<string, string>): ListeningPeriod[] {
  return z.array(listeningPeriodSchema).parse(JSON.parse(facts.get(periodsName) ?? "[]"));
}

const suspectsName = "suspects";

function readSuspects(facts: Database<string, string>): Map<bigint, number> {
  const kept = facts.get(suspectsName);
  const points = kept ? suspectsSchema.parse(JSON.parse(kept)) : {};
  return new Map(Object.entries(points).map(([seq, count]) => [BigInt(seq), count]));
}

const suspectsSchema = z.record(z.string(), z.number());

function writeSuspects(facts: Database<string, string>, suspects: Map<bigint, number>): void {
  const points = [...suspects].map(([seq, count]) => [String(seq), count]);
  if (points.length === 0) facts.remove(suspectsName);
  else facts.put(suspectsName, JSON.stringify(Object.fromEntries(points)));
}

function countAgainst({ entries, facts }: JournalTables, attempt: Attempt): void {
  const { firstSeq, lastSeq, points } = attempt;
  const suspects = readSuspects(facts);
  for (const key of entries.getKeys({ start: toKey(firstSeq), end: toKey(lastSeq + 1n) })) {
    const seq = key.readBigUInt64BE();
    const before = suspects.get(seq);
    const isAlone = firstSeq === lastSeq;
    suspects.set(seq, isAlone ? (before ?? 0) + points : (before ?? points));
  }
  writeSuspects(facts, suspects);
}

function toKey(acceptedSeq: bigint): Buffer {
  const key = Buffer.alloc(8);
  key.writeBigUInt64BE(acceptedSeq);
  return key;
}

const journalIdName = "journal-id";
const nodeName = "node";

function startClock({ entries, facts }: JournalTables): SequenceGenerator {
  if (!facts.get(journalIdName)) facts.put(journalIdName, randomUUID());
  // Until one is leased: another journal that feeds the same database hardly has the same.
  if (!facts.get(nodeName)) facts.put(nodeName, String(randomInt(nodeCount)));
  const lastSeq = readLastSeq(entries, facts);
  const lastBeatAtMs = readPeriods(facts).at(-1)?.lastBeatAtMs ?? 0;
  const lastMs = Math.max(acceptedAtOf(lastSeq), lastBeatAtMs, readEarliestNow(facts));
  if (lastSeq > 0n) resumeEventTime(lastMs);
  return new SequenceGenerator(nextGeneratorId(facts), lastSeq, eventNowMs);
}

/** At the last beat: the machine's run, how long it had lasted, and the time of events. */
const lastBootName = "last-boot";

const lastBootSchema = z.object({ id: z.string(), upMs: z.number(), atMs: z.number() });

/** It is at least as late as this, where the machine has not been started again since the last beat. */
function readEarliestNow(facts: Database<string, string>): number {
  const kept = facts.get(lastBootName);
  const last = kept && lastBootSchema.parse(JSON.parse(kept));
  const boot = readBoot();
  return last && last.id === boot?.id ? last.atMs + (boot.upMs - last.upMs) : 0;
}

/** The newest id that was used, under the name that the first journals gave it. */
const lastIdName = "last-door";

/** An id of its own for each opening, so that not even a clock set back gives a number twice. */
function nextGeneratorId(facts: Database<string, string>): number {
  const last = facts.get(lastIdName) ?? randomInt(nodeIdCount);
  const nodeId = Number(facts.get(nodeName)) * idsOfNode + ((Number(last) + 1) % idsOfNode);
  facts.put(lastIdName, String(nodeId));
  return nodeId;
}

function readLastSeq(entries: Database<Buffer, Buffer>, facts: Database<string, string>): bigint {
  const [newest] = [...entries.getKeys({ reverse: true, limit: 1 })];
  const waiting = newest?.readBigUInt64BE() ?? 0n;
  const removed = BigInt(facts.get(lastSeqName) ?? 0);
  return waiting > removed ? waiting : removed;
}
