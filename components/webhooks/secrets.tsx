import { formatFull } from "@/components/format/dates";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/page/details";
import { Callout } from "@/components/ui/page/feedback";
import { Section } from "@/components/ui/page/sections";
import type {
  WebhookSecretsView,
  WebhookSecretView,
  WrongSecretsView,
} from "@/lib/intake/views/views";
import { webhooksTexts } from "./texts.en";
import {
  NewSecretForm,
  type NewSecretFormProps,
  RevokeSecret,
  type RevokeSecretProps,
  WebhookUrl,
  type WebhookUrlProps,
} from "./webhook-controls";

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
          <RevokeSecret secret={secret} lastUsed={lastUsed} isLast={isLast} action={revoke} />
        ) : null}
      </div>
      <WebhookUrl secret={secret} urlStart={urlStart} reveal={reveal} />
    </li>
  );
}

type SecretOriginProps = { secret: WebhookSecretView; timeZone: string };

/** When a secret was made, and by whom. */
function SecretOrigin({ secret, timeZone }: SecretOriginProps) {
  const { createdBy, isFromEnvironment } = secret;
  const t = webhooksTexts();
  const at = formatFull(secret.createdAt, timeZone);
  return (
    <p className="wrap-anywhere text-faint text-xs tabular-nums">
      {createdBy ? t.madeBy(at, createdBy) : isFromEnvironment ? t.madeAtStart(at) : t.made(at)}
    </p>
  );
}

type SecretSectionProps = {
  secrets: WebhookSecretsView;
  timeZone: string;
  create: NewSecretFormProps["action"];
};

/** How one secret replaces another, which ones are over, and who guesses. */
export function SecretSection({ secrets, timeZone, create }: SecretSectionProps) {
  const { revoked, wrong } = secrets;
  const t = webhooksTexts();
  return (
    <Section title={t.secrets} description={t.notSigned}>
      <div className="space-y-4">
        {wrong ? <WrongSecrets wrong={wrong} /> : null}
        <p className="max-w-prose text-dense text-muted">{t.howToReplace}</p>
        <NewSecretForm action={create} />
        {revoked.length > 0 ? <RevokedSecrets revoked={revoked} timeZone={timeZone} /> : null}
      </div>
    </Section>
  );
}

type RevokedSecretsProps = { revoked: WebhookSecretView[]; timeZone: string };

/** What is over, folded away; but one that is sent still means that events are being lost. */
function RevokedSecrets({ revoked, timeZone }: RevokedSecretsProps) {
  const t = webhooksTexts();
  const stillUsed = revoked.filter(isStillUsed).length;
  return (
    <Disclosure
      summary={
        <span className="flex flex-wrap items-center gap-2 text-dense">
          {t.revokedCount(revoked.length)}
          {stillUsed > 0 ? <Badge variant="warn">{t.stillUsedCount(stillUsed)}</Badge> : null}
        </span>
      }
    >
      <ul aria-label={t.revokedSecrets} className="space-y-3 pl-4">
        {revoked.map((secret) => (
          <RevokedSecret key={secret.id} secret={secret} timeZone={timeZone} />
        ))}
      </ul>
    </Disclosure>
  );
}

type RevokedSecretProps = { secret: WebhookSecretView; timeZone: string };

/** Whether a request came with it after it was revoked. */
function isStillUsed({ revokedAt, lastUsedAt }: WebhookSecretView): boolean {
  return Boolean(revokedAt && lastUsedAt && lastUsedAt > revokedAt);
}

/** A secret that works no more, and whether somebody has not noticed. */
function RevokedSecret({ secret, timeZone }: RevokedSecretProps) {
  const { name, revokedAt, lastUsedAt, isFromEnvironment } = secret;
  const t = webhooksTexts();
  const isSent = isStillUsed(secret);
  return (
    <li className="text-xs tabular-nums">
      <p className="wrap-anywhere flex flex-wrap items-center gap-2 text-dense">
        {name}
        {isSent ? <Badge variant="warn">{t.stillUsed}</Badge> : <Badge>{t.revoked}</Badge>}
      </p>
      {revokedAt ? (
        <p className="text-muted">{t.revokedAt(formatFull(revokedAt, timeZone))}</p>
      ) : null}
      {isSent && lastUsedAt ? (
        <p className="text-warn">{t.refusedAt(formatFull(lastUsedAt, timeZone))}</p>
      ) : null}
      <SecretOrigin secret={secret} timeZone={timeZone} />
      {isFromEnvironment ? <p className="text-muted">{t.environmentNamesIt}</p> : null}
    </li>
  );
}

/** Requests that were refused: a guesser, or a sender who has an old URL. */
function WrongSecrets({ wrong }: { wrong: WrongSecretsView }) {
  const t = webhooksTexts();
  return (
    <Callout
      variant="warn"
      title={t.wrongSecrets(wrong.requests, wrong.addresses, wrong.areMoreAddresses)}
    >
      {t.allRefused}
    </Callout>
  );
}
