import { countFormat } from "@/components/format/count-format";
import { Code } from "@/components/ui/page/code";
import { Description } from "@/components/ui/page/description";
import { DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/section";
import type { ExtraView } from "@/lib/recordings/detail/views";

/** What came beyond the interface: nothing of it is thrown away. */
export function KeptKeys({ extra, more }: { extra: ExtraView[]; more: number }) {
  return (
    <Section
      title="Other keys"
      description="Not in the documented interface. They are kept and shown with the recording."
    >
      {extra.length === 0 ? (
        <p className="text-dense text-muted">There were none.</p>
      ) : (
        <DescriptionList>
          {extra.map(({ path, json }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two long paths may begin alike
            <Description key={index} term={path}>
              <Code>{json}</Code>
            </Description>
          ))}
        </DescriptionList>
      )}
      {more > 0 ? (
        <p className="mt-3 text-dense text-muted">And {countFormat.format(more)} more keys.</p>
      ) : null}
    </Section>
  );
}
