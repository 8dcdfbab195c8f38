import "server-only";
import { requireAdministrator } from "@/lib/access/gate/gate";
import type { AuditQuery } from "./audit-query";
import { listEntries } from "./list-entries";
import type { AuditLogView } from "./views";

/** Who listened to what, and who changed what, and when. */
export async function loadAuditLog(query: AuditQuery): Promise<AuditLogView> {
  await requireAdministrator();
  return listEntries(query);
}
