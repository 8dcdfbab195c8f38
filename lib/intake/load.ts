import "server-only";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { readDatabaseNow } from "@/lib/ops/clock-sql";
import { db } from "@/lib/platform/database/db";
import { mostApartMs } from "@/lib/platform/process/event-clock";
import type { RetryWindow } from "@/lib/settings/schema";
import { getRetryWindow } from "@/lib/settings/store";
import { viewerTimeZone } from "@/lib/settings/time-zone";
import { getDeliveryDetails } from "./deliveries/get-delivery";
import { getFirstContact } from "./deliveries/get-first-contact";
import { countDeliveries, listDeliveries, listOversizedBodies } from "./deliveries/sql";
import { getDriftNews, listDrift, structureKinds, valueKinds } from "./drift/drift";
import { heldAside } from "./journal/journal";
import { readReadiness } from "./readiness";
import { getReread } from "./reread/reread-job";
import { getRetentionView } from "./retention/tidy-bodies";
import { getWrongSecrets } from "./secrets/check/wrong-secret-tally";
import { listSecrets, webhookUrl } from "./secrets/store";
import {
  type DeliveryQuery,
  emptyDeliveryFilter,
  firstDeliveryPage,
  quarantineFilter,
} from "./views/delivery-log";
import type {
  DeliveryDetailsView,
  DeliveryLogView,
  DriftNewsView,
  DriftPageView,
  FirstContactView,
  RereadView,
  RetentionView,
  WebhookSecretsView,
  WebhookView,
} from "./views/views";

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

/** For administrators; null: nothing has ever come. */
export async function loadFirstContact(): Promise<FirstContactView | null> {
  await requireAdministrator({ returnTo: "/settings/webhooks/first-contact" });
  return getFirstContact();
}

/** For administrators: which secrets there are, without any of them. */
export async function loadSecrets(): Promise<WebhookSecretsView> {
  await requireAdministrator({ returnTo: "/settings/webhooks" });
  const secrets = await listSecrets();
  return {
    urlStart: webhookUrl(""),
    active: secrets.filter(({ revokedAt }) => !revokedAt),
    revoked: secrets
      .filter(({ revokedAt }) => revokedAt)
      .sort((one, other) => (other.revokedAt ?? "").localeCompare(one.revokedAt ?? "")),
    wrong: getWrongSecrets(),
  };
}

/** For administrators alone. */
export async function loadWebhook(): Promise<WebhookView> {
  await requireAdministrator({ returnTo: "/settings/webhooks" });
  const latest = { filter: emptyDeliveryFilter, page: { ...firstDeliveryPage, limit: 10 } };
  const [readiness, deliveries, compared] = await Promise.all([
    readReadiness(),
    listDeliveries(latest, "UTC"),
    db().upkeep.findUnique({ where: { task: "verify-counts" } }),
  ]);
  const { ready, reasons, journal } = readiness;
  return {
    isReady: ready,
    reasons,
    waiting: journal && Math.max(0, journal.depth - journal.heldAside),
    heldAside: heldAside.last() ?? [],
    clockMinutesApart: toMinutesApart(readiness.clock?.offsetSeconds ?? 0),
    comparedAt: compared?.finishedAt?.toISOString() ?? null,
    difference: compared?.fault ?? null,
    deliveries: deliveries.rows,
  };
}

function toMinutesApart(offsetSeconds: number): number | null {
  const apart = Math.abs(offsetSeconds);
  return apart * 1_000 > mostApartMs ? Math.round(apart / 60) : null;
}

/** For administrators: everything in which deliveries differed from the interface. */
export async function loadDrift(): Promise<DriftPageView> {
  await requireAdministrator({ returnTo: "/settings/webhooks/drift" });
  const now = new Date();
  const [structure, values] = await Promise.all([
    listDrift(structureKinds, mostListed, now),
    listDrift(valueKinds, mostListed, now),
  ]);
  return { structure, values };
}

/** For administrators: what of it is new. */
export async function loadDriftNews(): Promise<DriftNewsView> {
  await requireAdministrator({ returnTo: "/settings/webhooks" });
  return getDriftNews(mostNews, new Date());
}

const mostListed = 100;
const mostNews = 5;

/** For administrators: what is kept of raw bytes, and for how long. */
export async function loadRetention(): Promise<RetentionView> {
  await requireAdministrator({ returnTo: "/settings/retention" });
  return getRetentionView(await readDatabaseNow());
}

/** For administrators alone. */
export async function loadRetryWindow(): Promise<RetryWindow> {
  await requireAdministrator({ returnTo: "/settings/webhooks" });
  return getRetryWindow();
}
