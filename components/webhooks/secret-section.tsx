import { formatFull } from "@/components/format/dates";
import { Badge } from "@/components/ui/badge";
import { Disclosure } from "@/components/ui/overlay/disclosure";
import { Callout } from "@/components/ui/page/callout";
import { Section } from "@/components/ui/page/sections";
import type {
  WebhookSecretsView,
  WebhookSecretView,
  WrongSecretsView,
} from "@/lib/intake/views/views";
import { NewSecretForm, type NewSecretFormProps } from "./new-secret-form";
import { webhooksTexts } from "./texts.en";
import { SecretOrigin } from "./webhook-url-section";

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
