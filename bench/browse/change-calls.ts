import pg from "pg";
import { removeCall } from "@/lib/recordings/totals/test-totals";
import { makeCallRecord, toDocument } from "../bodies/call-record";
import { seededRandom } from "../bodies/seeded-random";
import { openConnections, postEvent } from "../sender/post-event";
import { type SeededServer, withClient } from "./open-seeded-server";

const atOnce = 16;

/** New contents of calls that are there, repeats of them, calls that are new, and deletions. */
export async function changeCalls(
  { server, databaseUrl, rows }: SeededServer,
  count: number,
): Promise<void> {
  const ids = await readIds(databaseUrl, count);
  const chance = seededRandom(rows);
  const bodies = ids.flatMap((id, n) => {
    const isNew = chance() < 0.2;
    const record = makeCallRecord(isNew ? `changed-${n}` : id, n);
    const body = Buffer.from(JSON.stringify(toDocument(record)));
    return chance() < 0.2 ? [body, body] : [body];
  });
  const url = new URL(server.webhookUrl);
  const connections = openConnections(url, atOnce);
  const send = async () => {
    for (let body = bodies.pop(); body; body = bodies.pop()) {
      const { outcome } = await postEvent(connections, url, body, "application/json");
      if (outcome !== "202") throw new Error(`an event was answered ${outcome}`);
    }
  };
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const drop = async () => {
    for (let from = 0; from < count / 10; from += 50) {
      for (const id of ids.slice(from * 2, from * 2 + 50)) await removeCall(pool, id);
    }
  };
  await Promise.all([...Array.from({ length: atOnce }, send), drop()]);
  await connections.destroy();
  await pool.end();
}

function readIds(databaseUrl: string, count: number): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM recording WHERE id LIKE 'rec-%' ORDER BY md5(id) LIMIT $1`,
      [count],
    );
    return rows.map(({ id }) => id);
  });
}
