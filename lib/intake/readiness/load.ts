import "server-only";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { db } from "@/lib/platform/database/db";
import { mostApartMs } from "@/lib/platform/process/event-clock";
import { emptyDeliveryFilter, firstDeliveryPage } from "../deliveries/filter/delivery-filter";
import { listDeliveries } from "../deliveries/list-deliveries";
import { readReadiness } from "./readiness";
import type { WebhookView } from "./views";

/** For administrators alone. */
export async function loadWebhook(): Promise<WebhookView> {
  await requireAdministrator({ returnTo: "/settings/webhooks" });
  const latest = { filter: emptyDeliveryFilter, page: { ...firstDeliveryPage, limit: 10 } };
  const [readiness, deliveries, compared] = await Promise.all([
    readReadiness(),
    listDeliveries(latest, "UTC"),
    db().upkeep.findUnique({ where: { task: "verify-counts" } }),
  ]);
  return {
    isReady: readiness.ready,
    reasons: readiness.reasons,
    waiting: readiness.journal?.depth ?? null,
    clockMinutesApart: tellClock(readiness.clock?.offsetSeconds ?? 0),
    comparedAt: compared?.finishedAt?.toISOString() ?? null,
    difference: compared?.fault ?? null,
    deliveries: deliveries.rows,
  };
}

function tellClock(offsetSeconds: number): number | null {
  const apart = Math.abs(offsetSeconds);
  return apart * 1_000 > mostApartMs ? Math.round(apart / 60) : null;
}
