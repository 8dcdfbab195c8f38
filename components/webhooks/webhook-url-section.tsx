import { formatFull } from "@/components/format/dates";
import { Section } from "@/components/ui/page/sections";
import type { WebhookSecretsView, WebhookSecretView } from "@/lib/intake/views/views";
import { RevokeSecret, type RevokeSecretProps } from "./revoke-secret";
import { WebhookUrl, type WebhookUrlProps } from "./webhook-url";

type WebhookUrlSectionProps = SecretActions & {
  secrets: WebhookSecretsView;
  timeZone: string;
};

/** A URL for each secret that works. */
export function WebhookUrlSection({ secrets, ...props }: WebhookUrlSectionProps) {
  const { active, urlStart } = secrets;
  return (
    <Section
      title="URL to register"
      description="In the calling service’s dashboard, under Settings > Webhooks."
    >
      <ul aria-label="Secrets that work" className="space-y-5">
        {active.map((secret) => (
          <SecretItem
            key={secret.id}
            secret={secret}
            urlStart={urlStart}
            isLast={active.length === 1}
            {...props}
          />
        ))}
      </ul>
    </Section>
  );
}

type SecretActions = {
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
function SecretItem(props: SecretItemProps) {
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
      <WebhookUrl
        urlStart={urlStart}
        reveal={reveal}
        secretId={secret.id}
        secretName={secret.name}
      />
    </li>
  );
}

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
