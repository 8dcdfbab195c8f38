import "server-only";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { getReread } from "../reread/store";
import type { RereadView } from "../reread/views";
import { countDeliveries } from "./filter/build-delivery-where";
import { type DeliveryQuery, quarantineFilter } from "./filter/delivery-filter";
import { getDeliveryDetails } from "./get-delivery-details";
import { listDeliveries, listOversizedBodies } from "./list-deliveries";
import type { DeliveryDetailsView, DeliveryLogView } from "./views";

/** A page of the log with what stands around it; days are taken in the viewer's zone. */
export async function loadDeliveryLog(query: DeliveryQuery): Promise<DeliveryLogView> {
  await requireAdministrator();
  const timeZone = await viewerTimeZone();
  const isFirstPage = query.page.after === null && query.page.before === null;
  const [list, matching, quarantined, oversized, reread] = await Promise.all([
    listDeliveries(query, timeZone),
    countDeliveries(query.filter, timeZone, mostCounted),
    countDeliveries(quarantineFilter, timeZone, mostCounted),
    isFirstPage ? listOversizedBodies(mostOversized) : [],
    getReread(),
  ]);
  return { ...list, matching, quarantined, oversized, reread: isRecent(reread) ? reread : null };
}

/** Null: no such delivery. */
export async function loadDelivery(id: string): Promise<DeliveryDetailsView | null> {
  await requireAdministrator();
  return getDeliveryDetails(id);
}

/** One that is open, or that ended within a day. */
function isRecent(reread: RereadView | null): boolean {
  if (!reread) return false;
  const isOpen = reread.state === "running" || reread.state === "stopped";
  return isOpen || Date.now() - Date.parse(reread.updatedAt) < oneDayMs;
}

const oneDayMs = 86_400_000;
const mostCounted = 10_000;
const mostOversized = 20;
