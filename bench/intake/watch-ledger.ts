import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const pauseMs = 50;
/** Two transactions are stored side by side: what the one that ends later brings stands before what was read. */
const lateMs = 1_000;

/** Notes when each recording could first be read by the list, in ms since 1970. */
export async function watchLedger(databaseUrl: string) {
  const client = new pg.Client(databaseUrl);
  client.on("error", () => undefined);
  await client.connect();
  const seenAtMs = new Map<string, number>();
  const stopping = new AbortController();

  const watch = async () => {
    const marks = [{ atMs: Number.NEGATIVE_INFINITY, mark: await readMark(client) }];
    while (!stopping.signal.aborted) {
      const { rows } = await client.query<{ id: string; mark: string }>(
        `SELECT id, changed_at::text AS mark FROM recording
         WHERE changed_at > $1 ORDER BY changed_at`,
        [marks[0]?.mark],
      );
      const nowMs = performance.timeOrigin + performance.now();
      for (const { id } of rows) if (!seenAtMs.has(id)) seenAtMs.set(id, nowMs);
      const newest = rows.at(-1)?.mark;
      if (newest !== undefined) marks.push({ atMs: nowMs, mark: newest });
      while ((marks[1]?.atMs ?? nowMs) < nowMs - lateMs) marks.shift();
      await sleep(pauseMs);
    }
  };
  const done = watch().finally(() => client.end());
  done.catch(() => undefined);
  return {
    seenAtMs,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

async function readMark(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    "SELECT coalesce(max(changed_at), '-infinity')::text AS mark FROM recording",
  );
  return rows[0]?.mark ?? "-infinity";
}
