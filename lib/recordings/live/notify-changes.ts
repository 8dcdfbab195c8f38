import "server-only";
import type { PoolClient } from "pg";
import { toChangeNotice } from "./change-notice";

export const changeChannel = "earshot_recordings";

/** Tells whoever listens, once this transaction is committed; never when it isn't. */
export async function notifyChanges(client: PoolClient, ids: Iterable<string>): Promise<void> {
  const changed = [...ids];
  if (changed.length === 0) return;
  const notice = JSON.stringify(toChangeNotice(changed));
  await client.query("SELECT pg_notify($1, $2)", [changeChannel, notice]);
}
