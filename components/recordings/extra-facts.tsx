import { Code } from "@/components/ui/code";
import { Description } from "@/components/ui/description";
import { DescriptionList } from "@/components/ui/description-list";
import { Section } from "@/components/ui/section";
import type { ExtraView } from "@/lib/recordings/views";

/** What the event carried beyond the fields that Earshot knows, as it came. */
export function ExtraFacts({ extra }: { extra: ExtraView[] }) {
  if (extra.length === 0) return null;
  return (
    <Section title="Other fields" description="Sent by the calling service, unknown to Earshot.">
      <DescriptionList>
        {extra.map(({ path, json }) => (
          <Description key={path} term={path}>
            <Code>{json}</Code>
          </Description>
        ))}
      </DescriptionList>
    </Section>
  );
}
