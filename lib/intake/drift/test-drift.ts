import pg from "pg";
import { closeDatabase } from "@/lib/platform/database/db";
import { createTestDatabase } from "@/lib/platform/database/test-database";
import { prismaOn } from "@/lib/platform/database/transaction";
import type { DriftKind } from "@/prisma/client/client";
import type { JournalEntry } from "../journal/journal";
import { SequenceGenerator, toDeliveryId } from "../journal/sequence";
import { toNewEntry, toPayload } from "../journal/test-entry";
import { listDrift, structureKinds, valueKinds } from "./drift";

/** A database of its own for one test file, whose deliveries were all accepted on 20 November 2026. */
export async function openTestDrift() {
  const database = await createTestDatabase();
  process.env.DATABASE_URL = database.url;
  process.env.LOG_LEVEL = "silent";
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
  return {
    pool,
    close: async () => {
      await Promise.all([pool.end(), closeDatabase()]);
    },
    empty: async () => {
      clock = newClock();
      await prismaOn(pool).$executeRaw`
          TRUNCATE delivery, delivery_body, recording, recording_version, recording_delivery, recording_newest,
          customer, drift, drift_tally`;
    },
  };
}

export const acceptedOn = new Date(Date.UTC(2026, 10, 20));
export const nextDay = new Date(Date.UTC(2026, 10, 21));

/** In the form of the interface, so that only the changes differ from it. */
export function accept(changes: Record<string, unknown> = {}, id = "r1"): JournalEntry {
  const { id: _, ...attributes } = toPayload(id, changes);
  return acceptBody({ data: { type: "recordings", id, attributes } });
}

export function acceptBody(body: object | string): JournalEntry {
  const acceptedSeq = clock.next();
  return { ...toNewEntry(body), acceptedSeq, deliveryId: toDeliveryId(acceptedSeq) };
}

export async function listSeen(kinds = [...structureKinds, ...valueKinds]) {
  return (await listDrift(kinds, 5_000, nextDay)).items;
}

/** What is counted, without what the tables look like inside. */
export async function readCounts(kinds?: DriftKind[]) {
  const items = (await listSeen(kinds)).map(({ kind, path, expected, found, count, ...ends }) => ({
    what: [kind, path, expected, found].filter((part) => part !== null).join(" | "),
    count,
    first: ends.firstDeliveryId,
    last: ends.lastDeliveryId,
  }));
  return items.sort((one, other) => (one.what < other.what ? -1 : 1));
}

/** As "2 × unknown_field | nickname". */
export async function readNames(kinds = structureKinds): Promise<string[]> {
  return (await readCounts(kinds)).map(({ what, count }) => `${count} × ${what}`);
}

const newClock = () => new SequenceGenerator(1, 0n, () => Date.UTC(2026, 10, 20));
let clock = newClock();
