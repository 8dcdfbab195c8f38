import "server-only";
import type { Database } from "@/lib/platform/database/transaction";
import { toChangeNotice } from "./change-notice";

export const changeChannel = "earshot_recordings";

/** Tells whoever listens, once this transaction is committed; never when it isn't. */
export async function notifyChanges(client: Database, ids: Iterable<string>): Promise<void> {
  const changed = [...ids];
  if (changed.length === 0) return;
  const notice = JSON.stringify(toChangeNotice(changed));
  await client.$executeRaw`SELECT pg_notify(${changeChannel}, ${notice})`;
}
