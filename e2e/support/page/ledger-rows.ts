import pg from "pg";
import type { Earshot } from "../server/earshot";
import { embeddedDatabaseUrl } from "../server/embedded-database";

/** What the tables of an Earshot hold, looked at from outside. */
export type LedgerReader = {
  /** Every row of what calls leave behind, as text. */
  rows: () => Promise<Record<string, string[]>>;
  /** How many deliveries stand in the schema of a rehearsal; null: there is none. */
  rehearsed: () => Promise<number | null>;
};

const tables = [
  "delivery",
  "delivery_body",
  "oversized_body",
  "journal_entry",
  "webhook_secret",
  "recording",
  "recording_version",
  "recording_delivery",
  "recording_newest",
  "customer",
];

export function readLedger({ dataDir }: Earshot): LedgerReader {
  return {
    rows: async () => {
      const contents = tables.map(
        async (table): Promise<[string, string[]]> => [
          table,
          // When a secret was last used is told a moment later; each start seals it anew.
          await query<string>(
            dataDir,
            `SELECT (to_jsonb(kept) - '{last_used_at,ciphertext}'::text[])::text AS value FROM ${table} AS kept ORDER BY 1`,
          ),
        ],
      );
      return Object.fromEntries(await Promise.all(contents));
    },
    rehearsed: async () => {
      const [isThere] = await query<boolean>(
        dataDir,
        "SELECT to_regclass('earshot_rehearsal.delivery') IS NOT NULL AS value",
      );
      if (!isThere) return null;
      const count = "SELECT count(*)::int AS value FROM earshot_rehearsal.delivery";
      return (await query<number>(dataDir, count))[0] ?? 0;
    },
  };
}

async function query<Value>(dataDir: string, sql: string): Promise<Value[]> {
  const client = new pg.Client({ connectionString: await embeddedDatabaseUrl(dataDir) });
  await client.connect();
  try {
    return (await client.query<{ value: Value }>(sql)).rows.map(({ value }) => value);
  } finally {
    await client.end();
  }
}
