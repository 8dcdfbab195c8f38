import { formatFull } from "@/components/format/format-instant";
import { Badge } from "@/components/ui/tone/badge";
import type { WebhookSecretView } from "@/lib/intake/secrets/views";
import { SecretOrigin } from "./secret-origin";

type RevokedSecretProps = { secret: WebhookSecretView; timeZone: string };

/** Whether a request came with it after it was revoked. */
export function isStillUsed({ revokedAt, lastUsedAt }: WebhookSecretView): boolean {
  return Boolean(revokedAt && lastUsedAt && lastUsedAt > revokedAt);
}

/** A secret that works no more, and whether somebody has not noticed. */
export function RevokedSecret({ secret, timeZone }: RevokedSecretProps) {
  const { name, revokedAt, lastUsedAt, isFromEnvironment } = secret;
  const isSent = isStillUsed(secret);
  return (
    <li className="text-xs tabular-nums">
      <p className="wrap-anywhere flex flex-wrap items-center gap-2 text-dense">
        {name}
        {isSent ? <Badge mood="warn">Still used</Badge> : <Badge>Revoked</Badge>}
      </p>
      {revokedAt ? <p className="text-muted">Revoked {formatFull(revokedAt, timeZone)}</p> : null}
      {isSent && lastUsedAt ? (
        <p className="text-warn">
          A request with it was refused {formatFull(lastUsedAt, timeZone)}. Whoever sends it needs
          another URL.
        </p>
      ) : null}
      <SecretOrigin secret={secret} timeZone={timeZone} />
      {isFromEnvironment ? (
        <p className="text-muted">
          The environment names it still, as WEBHOOK_SECRET or from DATA_DIR; it stays revoked all
          the same.
        </p>
      ) : null}
    </li>
  );
}
