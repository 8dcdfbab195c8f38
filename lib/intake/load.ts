import "server-only";
import { requireAdministrator } from "@/lib/access/gate";
import { env } from "@/lib/platform/env";
import { listDeliveries } from "./list-deliveries";
import { readReadiness } from "./readiness";
import type { WebhookView } from "./views";

/** For administrators alone, because the URL holds the secret. */
export async function loadWebhook(): Promise<WebhookView> {
  await requireAdministrator({ returnTo: "/settings/webhooks" });
  const [readiness, deliveries] = await Promise.all([readReadiness(), listDeliveries(50)]);
  return {
    url: `${env().PUBLIC_URL}/api/webhooks/recordings/${env().WEBHOOK_SECRET?.reveal() ?? ""}`,
    isReady: readiness.ready,
    reasons: readiness.reasons,
    waiting: readiness.journal?.depth ?? null,
    deliveries,
  };
}
