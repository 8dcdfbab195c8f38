import { Megaphone } from "lucide-react";
import Link from "next/link";
import { formatFull, formatShort } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { EmptyList } from "@/components/list/empty";
import { OrderingColumn } from "@/components/list/sort";
import { columnHeaderStyle } from "@/components/list/styles";
import { ListTable, listRowStyle, rowLinkStyle, ZoneNote } from "@/components/list/table";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/page/empty-state";
import { ValueWord } from "@/components/vocabulary/value-word";
import {
  type CampaignFilter,
  type CampaignQuery,
  emptyCampaignFilter,
} from "@/lib/campaigns/campaign-filter";
import type { CampaignRowView } from "@/lib/campaigns/views";
import { getMerged } from "@/lib/vocabulary/merged-values";
import type { VocabularyView } from "@/lib/vocabulary/views";
import {
  campaignCallsHref,
  describeCampaignFilter,
  filterHref,
  orderByColumn,
  pageHref,
} from "./campaigns-href";
import { StatusSplit } from "./status-split";

type CampaignsTableProps = {
  rows: CampaignRowView[];
  query: CampaignQuery;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** The campaigns, one a row. */
export function CampaignsTable({ rows, query, ...seen }: CampaignsTableProps) {
  const { timeZone } = seen;
  return (
    <ListTable
      label="Campaigns"
      head={
        <>
          <OrderingColumn {...orderByColumn(query, "name")} className="xl:pl-6">
            Campaign
          </OrderingColumn>
          <OrderingColumn {...orderByColumn(query, "calls")} isNumber className="w-22">
            Calls
          </OrderingColumn>
          <OrderingColumn {...orderByColumn(query, "minutes")} isNumber className="w-22">
            Minutes
          </OrderingColumn>
          <th scope="col" className={classNames(columnHeaderStyle, "w-22 text-right")}>
            Average
          </th>
          <th scope="col" className={classNames(columnHeaderStyle, "w-[42%]")}>
            Status
          </th>
          <OrderingColumn
            {...orderByColumn(query, "last_call")}
            className="w-42 xl:pr-6"
            note={<ZoneNote timeZone={timeZone} />}
          >
            Last call
          </OrderingColumn>
        </>
      }
    >
      {rows.map((row) => (
        <CampaignRow key={row.campaign ?? "none"} row={row} filter={query.filter} {...seen} />
      ))}
    </ListTable>
  );
}

type CampaignRowProps = {
  row: CampaignRowView;
  filter: CampaignFilter;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** One campaign. The link on its name covers the whole row and leads to the calls that it counts. */
function CampaignRow({ row, filter, now, timeZone, vocabulary }: CampaignRowProps) {
  const last = row.lastCallAt ? formatShort(row.lastCallAt, timeZone, now) : null;
  return (
    <tr className={rowStyle}>
      <td className={classNames(cell, "order-1 col-span-2 truncate xl:pl-6")}>
        <Link
          href={campaignCallsHref(
            filter,
            row.campaign === null ? [null] : getMerged(vocabulary.campaign, row.campaign).values,
          )}
          prefetch={false}
          className={classNames("font-medium", rowLinkStyle)}
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

const rowStyle = listRowStyle("grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-0.5");

const cell = "min-w-0 xl:h-12 xl:border-line xl:border-b xl:px-3";

/** Why the list shows no campaign. */
export function CampaignsEmpty({ query }: { query: CampaignQuery }) {
  return (
    <EmptyList
      things="campaigns"
      page={query.page}
      firstHref={pageHref(query, "first")}
      isFiltered={describeCampaignFilter(query).length > 0}
      clearHref={filterHref(query, emptyCampaignFilter)}
      advice="No campaign of this name has a call in these days. Ask for more days, or clear the filters."
    >
      <EmptyState icon={Megaphone} title="No campaigns yet">
        A campaign appears here with the first call that names it.
      </EmptyState>
    </EmptyList>
  );
}
