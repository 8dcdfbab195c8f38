import "server-only";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { listEntries } from "./audit-log";
import type { AuditLogView, AuditQuery } from "./views";

/** Who listened to what, and who changed what, and when. */
export async function loadAuditLog(query: AuditQuery): Promise<AuditLogView> {
  await requireAdministrator();
  return listEntries(query);
}
