import "server-only";
import { join } from "node:path";
import { type Database, open } from "lmdb";
import { z } from "zod";
import {
  addBeat,
  type ListeningPeriod,
  listeningPeriodSchema,
} from "@/lib/coverage/listening-period";
import { AcceptanceClock, doorCount, toDeliveryId } from "./acceptance-clock";
import type { Journal } from "./journal";
import { decodeEntry, encodeEntry } from "./journal-entry";

/** The journal under `DATA_DIR`. What `append` resolved survives SIGKILL and loss of power. */
export function openDiskJournal(dataDirectory: string): Journal {
  const root = open({
    path: join(dataDirectory, "journal"),
    // A commit resolves only after fdatasync; overlapping would resolve before it.
    overlappingSync: false,
    maxDbs: 2,
  });
  const entries: Database<Buffer, Buffer> = root.openDB({
    name: "entries",
    encoding: "binary",
    keyEncoding: "binary",
  });
  const facts: Database<string, string> = root.openDB({ name: "facts", encoding: "string" });
  const clock = new AcceptanceClock(takeDoor(facts), readLastSeq(entries, facts));

  return {
    async append(newEntry) {
      const acceptedSeq = clock.next();
      const entry = { ...newEntry, acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
      await entries.put(toKey(acceptedSeq), encodeEntry(entry));
      return entry;
    },
    async read(most, maxBytes) {
      const read = [];
      let bytes = 0;
      for (const { key, value } of entries.getRange({ limit: most })) {
        read.push(decodeEntry(key.readBigUInt64BE(), value));
        bytes += value.length;
        if (bytes >= maxBytes) break;
      }
      return read;
    },
    async get(acceptedSeq) {
      const encoded = entries.get(toKey(acceptedSeq));
      return encoded && decodeEntry(acceptedSeq, encoded);
    },
    async remove(acceptedSeqs) {
      const last = acceptedSeqs.at(-1) ?? 0n;
      await root.transaction(() => {
        for (const seq of acceptedSeqs) entries.remove(toKey(seq));
        // Kept beyond the entries, so that the clock never runs back over a restart.
        if (last > BigInt(facts.get(lastSeqName) ?? 0)) facts.put(lastSeqName, String(last));
      });
    },
    async depth() {
      return countEntries(entries);
    },
    async beat(beat) {
      return root.transaction(() => {
        const periods = addBeat(readPeriods(facts), beat);
        facts.put(periodsName, JSON.stringify(periods));
        return periods;
      });
    },
    async forgetPeriods(ids) {
      await root.transaction(() => {
        const periods = readPeriods(facts);
        const kept = periods.filter(({ id }, n) => n === periods.length - 1 || !ids.includes(id));
        if (kept.length < periods.length) facts.put(periodsName, JSON.stringify(kept));
      });
    },
    async close() {
      await root.close();
    },
  };
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

function toKey(acceptedSeq: bigint): Buffer {
  const key = Buffer.alloc(8);
  key.writeBigUInt64BE(acceptedSeq);
  return key;
}

/** A door of its own for each opening, because several processes may share the folder. */
function takeDoor(facts: Database<string, string>): number {
  return facts.transactionSync(() => {
    const door = (Number(facts.get("last-door") ?? -1) + 1) % doorCount;
    facts.putSync("last-door", String(door));
    return door;
  });
}

function readLastSeq(entries: Database<Buffer, Buffer>, facts: Database<string, string>): bigint {
  const [newest] = [...entries.getKeys({ reverse: true, limit: 1 })];
  const waiting = newest?.readBigUInt64BE() ?? 0n;
  const removed = BigInt(facts.get(lastSeqName) ?? 0);
  return waiting > removed ? waiting : removed;
}
