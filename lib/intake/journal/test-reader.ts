import { randomBytes, randomInt } from "node:crypto";
import pg from "pg";
import { drainEntries } from "../drain/drain-entries";
import { openDatabaseJournal } from "./database-journal";
import { openDiskJournal } from "./disk-journal";
import type { Journal } from "./journal";
import { toNewEntry } from "./test-entry";

// A process that reads a journal, for tests that kill it: `test-journal.ts` starts it.

const [place = "", work, detail = ""] = process.argv.slice(2);
const database = process.env.DATABASE_URL ?? (place.startsWith("postgres") ? place : "");
const pool = new pg.Pool({ connectionString: database, query_timeout: 10_000 });
const source = place.startsWith("postgres")
  ? await openDatabaseJournal(pool)
  : openDiskJournal(place);

if (work === "note") {
  const [firstSeq = 0n, lastSeq = 0n, points = 0n] = detail.split(",").map(BigInt);
  await source.noteAttempt({ firstSeq, lastSeq, points: Number(points) });
  // While these are worked on, those before them are settled.
  await source.remove([firstSeq - 1n]);
  process.stdout.write("noted\n");
  setInterval(() => undefined, 1_000);
} else if (work === "use") {
  const endsMs = performance.now() + Number(detail);
  while (performance.now() < endsMs) await workWith(openDiskJournal(place), randomInt(50, 500));
  process.exit(0);
} else {
  for (;;) {
    const entries = await source.read(500, 16 * 1024 * 1024);
    if (entries.length === 0) break;
    await drainEntries(pool, source, entries);
  }
  process.exit(0);
}

async function workWith(journal: Journal, forMs: number): Promise<void> {
  const endsMs = performance.now() + forMs;
  const repeat = async (step: () => Promise<void>) => {
    while (performance.now() < endsMs) {
      await step().catch(({ message }: Error) => {
        if (!message.includes("has ended")) process.stdout.write(`failed ${message}\n`);
      });
    }
  };
  const append = async () => {
    const body = randomBytes(Math.floor(Math.random() ** 3 * 30_000));
    const { acceptedSeq } = await journal.append(toNewEntry(body));
    process.stdout.write(`appended ${acceptedSeq}\n`);
  };
  const drain = async () => {
    const entries = await journal.read(20, 1_000_000);
    for (const { kind, acceptedSeq } of entries) {
      process.stdout.write(`${kind === "damaged" ? kind : "drained"} ${acceptedSeq}\n`);
    }
    await journal.remove(entries.map(({ acceptedSeq }) => acceptedSeq));
  };
  await Promise.all([append, append, append, drain].map(repeat));
  await journal.close();
}
