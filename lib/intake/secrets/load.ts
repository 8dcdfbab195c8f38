import "server-only";
import { requireAdministrator } from "@/lib/access/gate/gate";
import { getWrongSecrets } from "./check/wrong-secret-tally";
import { listSecrets } from "./queries";
import type { WebhookSecretsView } from "./views";
import { webhookUrl } from "./webhook-url";

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
