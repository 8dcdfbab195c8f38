import { countFormat } from "@/components/format/count-format";
import { formatDay } from "@/components/format/format-instant";
import { formatMegabytes } from "@/components/format/format-megabytes";
import { Instant } from "@/components/format/instant";
import { Description } from "@/components/ui/page/description";
import { DescriptionList } from "@/components/ui/page/description-list";
import type { RetentionView } from "@/lib/intake/retention/views";

type RetentionFactsProps = { retention: RetentionView; timeZone: string };

/** How much is kept, since when, and when it was last tidied. */
export function RetentionFacts({ retention, timeZone }: RetentionFactsProps) {
  const { kept, totalBytes, tidiedAt, fault } = retention;
  const oldest = kept.at(-1);
  return (
    <DescriptionList>
      <Description term="Days">{countFormat.format(kept.length)}</Description>
      <Description term="Size">{formatMegabytes(totalBytes)}</Description>
      <Description term="Oldest day">
        {oldest ? formatDay(oldest.acceptedOn) : <span className="text-faint">None yet</span>}
      </Description>
      <Description term="Last tidied">
        {tidiedAt ? (
          <Instant at={tidiedAt} timeZone={timeZone} />
        ) : (
          <span className="text-faint">Under way</span>
        )}
        {fault ? (
          <p className="wrap-anywhere text-warn">Not all could go: {fault}. Tried again hourly.</p>
        ) : null}
      </Description>
    </DescriptionList>
  );
}
