import { formatFull } from "@/components/format/format-instant";
import type { WebhookSecretView } from "@/lib/intake/secrets/views";

type SecretOriginProps = { secret: WebhookSecretView; timeZone: string };

/** When a secret was made, and by whom. */
export function SecretOrigin({ secret, timeZone }: SecretOriginProps) {
  const { createdBy, isFromEnvironment } = secret;
  const origin = createdBy ? ` by ${createdBy}` : isFromEnvironment ? " when Earshot started" : "";
  return (
    <p className="wrap-anywhere text-faint text-xs tabular-nums">
      Made {formatFull(secret.createdAt, timeZone)}
      {origin}
    </p>
  );
}
