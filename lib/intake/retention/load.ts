import "server-only";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { backgroundPool } from "@/lib/platform/database/db";
import { readDatabaseNow } from "./body-days";
import { getRetentionView } from "./queries";
import type { RetentionView } from "./views";

/** For administrators: what is kept of raw bytes, and for how long. */
export async function loadRetention(): Promise<RetentionView> {
  await requireAdministrator({ returnTo: "/settings/retention" });
  return getRetentionView(await readDatabaseNow(backgroundPool()));
}
