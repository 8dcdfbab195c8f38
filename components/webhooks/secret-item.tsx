import { formatFull } from "@/components/format/format-instant";
import type { WebhookSecretView } from "@/lib/intake/secrets/views";
import { RevokeSecret, type RevokeSecretProps } from "./revoke-secret";
import { SecretOrigin } from "./secret-origin";
import { WebhookUrl, type WebhookUrlProps } from "./webhook-url";

export type SecretActions = {
  reveal: WebhookUrlProps["reveal"];
  revoke: RevokeSecretProps["action"];
};

type SecretItemProps = SecretActions & {
  secret: WebhookSecretView;
  urlStart: string;
  timeZone: string;
  /** No other works. */
  isLast: boolean;
};

/** A secret that works: its URL, whose it is, and whether it is in use. */
export function SecretItem(props: SecretItemProps) {
  const { secret, urlStart, timeZone, isLast, reveal, revoke } = props;
  const lastUsed = secret.lastUsedAt && formatFull(secret.lastUsedAt, timeZone);
  return (
    <li className="space-y-2">
      <div className="flex items-start justify-between gap-x-4">
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium text-dense">{secret.name}</p>
          <p className="text-muted text-xs tabular-nums">
            {lastUsed ? `Last used ${lastUsed}` : "Not used yet"}
          </p>
          <SecretOrigin secret={secret} timeZone={timeZone} />
        </div>
        <RevokeSecret
          secretId={secret.id}
          secretName={secret.name}
          lastUsed={lastUsed}
          isLast={isLast}
          action={revoke}
        />
      </div>
      <WebhookUrl {...{ urlStart, reveal }} secretId={secret.id} secretName={secret.name} />
    </li>
  );
}
