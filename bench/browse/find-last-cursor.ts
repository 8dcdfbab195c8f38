import { withClient } from "./open-seeded-server";

/** The cursor of the row before the oldest fifty, after which the last page begins. */
export function findLastCursor(databaseUrl: string): Promise<string> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ cursor: string }>(
      `SELECT (extract(epoch FROM created_at) * 1000000)::bigint || '~' || id AS cursor
       FROM recording ORDER BY created_at, id OFFSET 50 LIMIT 1`,
    );
    return rows[0]?.cursor ?? "";
  });
}
