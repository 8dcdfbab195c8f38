import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@/lib/platform/postgres/embedded-postgres";
import { say } from "../command/command";

/** Runs the work beside an empty PostgreSQL, or the one that TEST_DATABASE_URL names. */
export async function withTestPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return work(given);
  const dataDirectory = await mkdtemp(join(tmpdir(), "earshot-test-"));
  try {
    const postgres = await startEmbeddedPostgres({ dataDirectory, password: "test", say });
    try {
      return await work(postgres.superuserUrl);
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
