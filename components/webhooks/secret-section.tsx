import { Section } from "@/components/ui/page/section";
import type { WebhookSecretsView } from "@/lib/intake/secrets/views";
import { NewSecretForm, type NewSecretFormProps } from "./new-secret-form";
import { RevokedSecrets } from "./revoked-secrets";
import { WrongSecrets } from "./wrong-secrets";

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
      description="The service signs nothing: whoever knows a URL can add recordings."
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
