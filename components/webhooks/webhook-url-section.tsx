import { formatFull } from "@/components/format/dates";
import { Section } from "@/components/ui/page/sections";
import type { WebhookSecretsView, WebhookSecretView } from "@/lib/intake/views/views";
import { RevokeSecret, type RevokeSecretProps } from "./revoke-secret";
import { webhooksTexts } from "./texts.en";
import { WebhookUrl, type WebhookUrlProps } from "./webhook-url";

type WebhookUrlSectionProps = SecretActions & {
  secrets: WebhookSecretsView;
  timeZone: string;
};

/** A URL for each secret that works. */
export function WebhookUrlSection({ secrets, ...props }: WebhookUrlSectionProps) {
  const { active, urlStart } = secrets;
  const t = webhooksTexts();
  return (
    <Section title={t.urlToRegister} description={t.whereToRegister}>
      <ul aria-label={t.secretsThatWork} className="space-y-5">
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
  /** None: secrets are only looked at here. */
  revoke?: RevokeSecretProps["action"];
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
  const t = webhooksTexts();
  const lastUsed = secret.lastUsedAt && formatFull(secret.lastUsedAt, timeZone);
  return (
    <li className="space-y-2">
      <div className="flex items-start justify-between gap-x-4">
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium text-dense">{secret.name}</p>
          <p className="text-muted text-xs tabular-nums">
            {lastUsed ? t.lastUsed(lastUsed) : t.notUsedYet}
          </p>
          <SecretOrigin secret={secret} timeZone={timeZone} />
        </div>
        {revoke ? (
          <RevokeSecret
            secretId={secret.id}
            secretName={secret.name}
            lastUsed={lastUsed}
            isLast={isLast}
            action={revoke}
          />
        ) : null}
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
  const t = webhooksTexts();
  const at = formatFull(secret.createdAt, timeZone);
  return (
    <p className="wrap-anywhere text-faint text-xs tabular-nums">
      {createdBy ? t.madeBy(at, createdBy) : isFromEnvironment ? t.madeAtStart(at) : t.made(at)}
    </p>
  );
}
