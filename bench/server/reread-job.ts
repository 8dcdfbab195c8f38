import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** A re-reading of all that is stored, which can be stopped and resumed as an operator would. */
export type RereadJob = {
  /** Lets it go on, and waits until it does. */
  resume: () => Promise<void>;
  stop: () => Promise<void>;
  readCount: () => Promise<number>;
  isDone: () => Promise<boolean>;
  close: () => Promise<void>;
};

const timeoutMs = 60_000;

/** Asks for it, stopped at first. */
export async function requestReread(databaseUrl: string): Promise<RereadJob> {
  const client = new pg.Client(databaseUrl);
  client.on("error", () => undefined);
  await client.connect();
  const id = randomUUID();
  await client.query(insert, [id]);

  const read = async () => {
    const { rows } = await client.query<{ state: string; read_count: number }>(
      "SELECT state::text, read_count FROM reread_job WHERE id = $1",
      [id],
    );
    return rows[0] ?? { state: "gone", read_count: 0 };
  };
  const change = (from: string, to: string) =>
    client.query("UPDATE reread_job SET state = $3 WHERE id = $1 AND state = $2::reread_state", [
      id,
      from,
      to,
    ]);
  return {
    resume: async () => {
      const { read_count: before } = await read();
      await change("stopped", "running");
      const endMs = performance.now() + timeoutMs;
      for (let now = await read(); now.read_count === before; now = await read()) {
        if (now.state === "done") return;
        if (performance.now() > endMs) throw new Error("The re-reading does not begin");
        await sleep(50);
      }
    },
    stop: async () => void (await change("running", "stopped")),
    readCount: async () => (await read()).read_count,
    isDone: async () => (await read()).state === "done",
    close: () => client.end(),
  };
}

const insert = `
  INSERT INTO reread_job (id, state, is_open, filter, time_zone, last_seq, started_by, started_at,
    updated_at)
  SELECT $1, 'stopped', true, '', 'UTC', max(accepted_seq), 'bench', now(), now() FROM delivery`;
