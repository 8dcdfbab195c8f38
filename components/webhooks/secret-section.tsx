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
import { SecretOrigin } from "./webhook-url-section";

type SecretSectionProps = {
  secrets: WebhookSecretsView;
  timeZone: string;
  create: NewSecretFormProps["action"];
};

/** How one secret replaces another, which ones are over, and who guesses. */
export function SecretSection({ secrets, timeZone, create }: SecretSectionProps) {
  const { revoked, wrong } = secrets;
  return (
    <Section
      title="Secrets"
      description="Requests aren’t signed. Anyone with a URL can add calls, so keep it secret."
    >
      <div className="space-y-4">
        {wrong ? <WrongSecrets wrong={wrong} /> : null}
        <p className="max-w-prose text-dense text-muted">
          Several secrets work side by side, so that one can replace another without losing an
          event: make a new one, register its URL, wait until the old one is no longer used, then
          revoke it.
        </p>
        <NewSecretForm action={create} />
        {revoked.length > 0 ? <RevokedSecrets revoked={revoked} timeZone={timeZone} /> : null}
      </div>
    </Section>
  );
}

type RevokedSecretsProps = { revoked: WebhookSecretView[]; timeZone: string };

/** What is over, folded away; but one that is sent still means that events are being lost. */
function RevokedSecrets({ revoked, timeZone }: RevokedSecretsProps) {
  const stillUsed = revoked.filter(isStillUsed).length;
  return (
    <Disclosure
      summary={
        <span className="flex flex-wrap items-center gap-2 text-dense">
          Revoked: {revoked.length}
          {stillUsed > 0 ? <Badge variant="warn">{stillUsed} still used</Badge> : null}
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

type RevokedSecretProps = { secret: WebhookSecretView; timeZone: string };

/** Whether a request came with it after it was revoked. */
function isStillUsed({ revokedAt, lastUsedAt }: WebhookSecretView): boolean {
  return Boolean(revokedAt && lastUsedAt && lastUsedAt > revokedAt);
}

/** A secret that works no more, and whether somebody has not noticed. */
function RevokedSecret({ secret, timeZone }: RevokedSecretProps) {
  const { name, revokedAt, lastUsedAt, isFromEnvironment } = secret;
  const isSent = isStillUsed(secret);
  return (
    <li className="text-xs tabular-nums">
      <p className="wrap-anywhere flex flex-wrap items-center gap-2 text-dense">
        {name}
        {isSent ? <Badge variant="warn">Still used</Badge> : <Badge>Revoked</Badge>}
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

/** Requests that were refused: a guesser, or a sender who has an old URL. */
function WrongSecrets({ wrong }: { wrong: WrongSecretsView }) {
  const requests = count(wrong.requests, "request", "requests");
  const addresses = count(wrong.addresses, "address", "addresses");
  return (
    <Callout
      variant="warn"
      title={`${requests} with a wrong secret in the last hour, from ${wrong.areMoreAddresses ? "more than " : ""}${addresses}`}
    >
      All were refused and nothing of them was kept. The log names the first of each minute.
    </Callout>
  );
}

function count(number: number, one: string, many: string): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}
