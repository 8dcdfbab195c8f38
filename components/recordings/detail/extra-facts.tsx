import { countFormat } from "@/components/format/count-format";
import { Code } from "@/components/ui/page/code";
import { Description } from "@/components/ui/page/description";
import { DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/section";
import type { ExtraListView } from "@/lib/recordings/detail/views";
import { RawPayload } from "./raw-payload";

type ExtraFactsProps = {
  extra: ExtraListView;
  /** Of the delivery that carried all of it; null for who may not have it. */
  rawHref: string | null;
  /** Whether fields are among them that can't be read. */
  isIncomplete?: boolean;
};

/** What the event carried beyond the fields that Earshot knows, the first of it. */
export function ExtraFacts({ extra, isIncomplete = false, rawHref }: ExtraFactsProps) {
  const { items, more, isMoreAtLeast } = extra;
  if (items.length === 0) return null;
  return (
    <Section
      title="Other fields"
      description={
        isIncomplete
          ? "Sent by the calling service, unknown to Earshot or not to be read by it."
          : "Sent by the calling service, unknown to Earshot."
      }
    >
      <DescriptionList>
        {items.map(({ path, json }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two long paths may begin alike
          <Description key={index} term={path}>
            <Code>{json}</Code>
          </Description>
        ))}
      </DescriptionList>
      {more > 0 ? (
        <p className="mt-3 border-line border-t pt-3 text-dense text-muted">
          And {isMoreAtLeast ? "more than " : null}
          {countFormat.format(more)} more {more === 1 ? "field" : "fields"},{" "}
          <RawPayload href={rawHref} />.
        </p>
      ) : null}
    </Section>
  );
}
