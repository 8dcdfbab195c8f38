import { Section } from "@/components/ui/page/section";
import type { WebhookSecretsView } from "@/lib/intake/secrets/views";
import { type SecretActions, SecretItem } from "./secret-item";

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
