import pg from "pg";
import { openDatabaseJournal } from "./database-journal";
import { openDiskJournal } from "./disk-journal";
import { drainEntries } from "./drain-entries";

// A process that reads a journal, for tests that kill it: `run-test-reader.ts` starts it.

const [place = "", work, detail = ""] = process.argv.slice(2);
const database = process.env.DATABASE_URL ?? (place.startsWith("postgres") ? place : "");
const pool = new pg.Pool({ connectionString: database, query_timeout: 10_000 });
const source = place.startsWith("postgres")
  ? await openDatabaseJournal(pool)
  : openDiskJournal(place);

if (work === "note") {
  const [firstSeq = 0n, lastSeq = 0n, points = 0n] = detail.split(",").map(BigInt);
  await source.noteAttempt({ firstSeq, lastSeq, points: Number(points) });
  process.stdout.write("noted\n");
  setInterval(() => undefined, 1_000);
} else {
  for (;;) {
    const entries = await source.read(500, 16 * 1024 * 1024);
    if (entries.length === 0) break;
    await drainEntries(pool, source, entries);
  }
  process.exit(0);
}
