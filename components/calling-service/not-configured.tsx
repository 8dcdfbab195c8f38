import { fillText } from "@/components/format/fill-text";
import { Code, Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import { callingServiceTexts } from "./texts.en";

/** What to set before audio can be fetched with a token. */
export function NotConfigured() {
  const t = callingServiceTexts();
  return (
    <Section title={t.notConnected} description={t.notConnectedText}>
      <p className="pb-3 text-dense">{fillText(t.setThese, { file: <Code>.env</Code> })}</p>
      <DescriptionList>
        <Description term="CALLING_SERVICE_URL">
          {fillText(t.urlText, { example: <Code>https://calling-service.example.com</Code> })}
        </Description>
        <Description term="CALLING_SERVICE_API_KEY">{t.keyText}</Description>
        <Description term="CALLING_SERVICE_TIME_ZONE">
          {fillText(t.timeZoneText, { example: <Code>Europe/Berlin</Code> })}
        </Description>
      </DescriptionList>
    </Section>
  );
}
