import "server-only";
import type { Database } from "@/lib/platform/database/transaction";

export const changeChannel = "earshot_recordings";

export async function notify(client: Database, payload: string): Promise<void> {
  await client.$executeRaw`SELECT pg_notify(${changeChannel}, ${payload})`;
}
