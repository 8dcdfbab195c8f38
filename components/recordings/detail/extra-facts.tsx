import { countFormat } from "@/components/format/numbers";
import { Code, Description, DescriptionList } from "@/components/ui/page/description-list";
import { Section } from "@/components/ui/page/sections";
import type { ExtraListView } from "@/lib/recordings/detail/views";

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

/** Where the rest of something too long for a page is to be had. */
export function RawPayload({ href }: { href: string | null }) {
  if (href === null) return "which an export holds";
  return (
    <>
      in the{" "}
      <a
        href={href}
        className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        raw payload
      </a>
    </>
  );
}

/** Administrators alone may have the bytes of a delivery. */
export function toRawHref(deliveryId: string | null, isAdministrator: boolean): string | null {
  return isAdministrator && deliveryId !== null ? `/api/deliveries/${deliveryId}/raw` : null;
}
