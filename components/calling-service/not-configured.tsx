import { Code, Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";

/** What to set before audio can be fetched with a token. */
export function NotConfigured() {
  return (
    <Section
      title="Not connected"
      description="Recordings still arrive, but protected audio can’t be played yet."
    >
      <p className="pb-3 text-dense">
        Set these in the environment or in <Code>.env</Code>, then restart Earshot.
      </p>
      <DescriptionList>
        <Description term="CALLING_SERVICE_URL">
          The address of the service, such as <Code>https://calling-service.example.com</Code>
        </Description>
        <Description term="CALLING_SERVICE_API_KEY">
          The account’s API key. It stays on the server.
        </Description>
        <Description term="CALLING_SERVICE_TIME_ZONE">
          Optional: the time zone for timestamps without one, such as <Code>Europe/Berlin</Code>
        </Description>
      </DescriptionList>
    </Section>
  );
}
