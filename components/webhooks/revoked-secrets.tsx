import { Disclosure } from "@/components/ui/overlay/disclosure";
import { Badge } from "@/components/ui/tone/badge";
import type { WebhookSecretView } from "@/lib/intake/secrets/views";
import { isStillUsed, RevokedSecret } from "./revoked-secret";

type RevokedSecretsProps = { revoked: WebhookSecretView[]; timeZone: string };

/** What is over, folded away; but one that is sent still means that events are being lost. */
export function RevokedSecrets({ revoked, timeZone }: RevokedSecretsProps) {
  const stillUsed = revoked.filter(isStillUsed).length;
  return (
    <Disclosure
      summary={
        <span className="flex flex-wrap items-center gap-2 text-dense">
          Revoked: {revoked.length}
          {stillUsed > 0 ? <Badge mood="warn">{stillUsed} still used</Badge> : null}
        </span>
      }
    >
      <ul aria-label="Revoked secrets" className="space-y-3 pl-4">
        {revoked.map((secret) => (
          <RevokedSecret key={secret.id} secret={secret} timeZone={timeZone} />
        ))}
      </ul>
    </Disclosure>
  );
}
