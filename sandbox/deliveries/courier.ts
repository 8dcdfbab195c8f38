import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Webhook, WebhookList } from "../webhooks/webhook-list";
import type { Ledger } from "./ledger";
import type { PlannedDelivery } from "./planned-delivery";

export type Courier = {
  /** Makes the deliveries in their order, to all webhooks side by side; never rejects. */
  carry(deliveries: PlannedDelivery[]): Promise<void>;
};

const retryDelayMs = 250;

/** Without `retries`, what is refused is counted and never sent again. */
export function createCourier(
  webhooks: WebhookList,
  ledger: Ledger,
  { retries }: { retries: boolean },
): Courier {
  return {
    async carry(deliveries) {
      await Promise.all(
        webhooks.list().map(async (webhook) => {
          for (const delivery of deliveries) await carryOne(webhook, delivery);
        }),
      );
    },
  };

  async function carryOne(webhook: Webhook, delivery: PlannedDelivery): Promise<void> {
    if (delivery.afterMs > 0) await sleep(delivery.afterMs);
    for (;;) {
      const answer = await webhook.poster.post(delivery.body);
      webhook.lastResult = { answer, at: new Date() };
      if (answer.kind === "accepted") {
        ledger.count(webhook.url, "delivered");
        acknowledge(webhook, delivery, answer.deliveryId);
        return;
      }
      if (!retries || !webhooks.has(webhook.url)) {
        ledger.count(webhook.url, answer.kind);
        return;
      }
      ledger.count(webhook.url, "retried");
      await sleep(retryDelayMs);
    }
  }

  function acknowledge(
    webhook: Webhook,
    { body, states }: PlannedDelivery,
    deliveryId: string | null,
  ): void {
    const sha256 = createHash("sha256").update(body).digest("hex");
    for (const state of states.length > 0 ? states : [null]) {
      ledger.acknowledge({ webhook: webhook.url, deliveryId, sha256, state });
    }
  }
}
