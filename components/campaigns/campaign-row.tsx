import Link from "next/link";
import { countFormat } from "@/components/format/count-format";
import { formatFull, formatShort } from "@/components/format/format-instant";
import { classNames } from "@/components/ui/class-names";
import { ValueWord } from "@/components/vocabulary/value-word";
import type { CampaignFilter } from "@/lib/campaigns/campaign-filter";
import type { CampaignRowView } from "@/lib/campaigns/views";
import { getMerged } from "@/lib/vocabulary/merged-values";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { campaignCallsHref } from "./campaigns-href";
import { StatusSplit } from "./status-split";

type CampaignRowProps = {
  row: CampaignRowView;
  filter: CampaignFilter;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** One campaign. The link on its name covers the whole row and leads to the calls that it counts. */
export function CampaignRow({ row, filter, now, timeZone, vocabulary }: CampaignRowProps) {
  const last = row.lastCallAt ? formatShort(row.lastCallAt, timeZone, now) : null;
  const values =
    row.campaign === null ? [null] : getMerged(vocabulary.campaign, row.campaign).values;
  return (
    <tr className={rowStyle}>
      <td className={classNames(cell, "order-1 col-span-2 truncate xl:pl-6")}>
        <Link
          href={campaignCallsHref(filter, values)}
          prefetch={false}
          className="font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
        >
          {row.campaign === null ? (
            "No campaign"
          ) : (
            <ValueWord field="campaign" value={row.campaign} vocabulary={vocabulary} isWhole />
          )}
        </Link>
      </td>
      <td className={classNames(cell, "order-2 text-right tabular-nums")}>
        {countFormat.format(row.calls)}
        <span className="text-muted xl:sr-only">{row.calls === 1 ? " call" : " calls"}</span>
      </td>
      <td className={classNames(cell, "order-4 tabular-nums xl:text-right")}>
        {countFormat.format(row.minutes)}
        <span className="text-muted xl:sr-only"> min</span>
      </td>
      <td className={classNames(cell, "order-5 tabular-nums xl:text-right")}>
        <span className="text-muted xl:hidden">average </span>
        {averageFormat.format(row.minutes / Math.max(1, row.calls))}
        <span className="text-muted"> min</span>
      </td>
      <td className={classNames(cell, "order-7 col-span-3 pt-1.5 xl:py-2")}>
        <StatusSplit statuses={row.statuses} calls={row.calls} vocabulary={vocabulary} />
      </td>
      <td className={classNames(cell, "order-6 text-right xl:pr-6 xl:text-left")}>
        {last && row.lastCallAt ? (
          <time
            dateTime={row.lastCallAt}
            title={formatFull(row.lastCallAt, timeZone)}
            className="tabular-nums"
          >
            <span className="text-muted">{last.day}</span> {last.time}
          </time>
        ) : (
          <span className="text-faint">Unknown</span>
        )}
      </td>
    </tr>
  );
}

const averageFormat = new Intl.NumberFormat("en", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A row of the table where it is wide, a card of a few lines elsewhere. */
const rowStyle = classNames(
  "relative grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-line border-b px-4 py-3",
  "transition-colors focus-within:bg-hover hover:bg-hover sm:px-6 xl:table-row",
);

const cell = "min-w-0 xl:h-12 xl:border-line xl:border-b xl:px-3";
