import { zoneName } from "@/components/format/zone-name";
import { columnHeaderStyle } from "@/components/list/column-header-style";
import { OrderingColumn } from "@/components/list/ordering-column";
import { classNames } from "@/components/ui/class-names";
import type { CampaignQuery } from "@/lib/campaigns/campaign-filter";
import type { CampaignRowView } from "@/lib/campaigns/views";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { orderByColumn } from "./campaign-orders";
import { CampaignRow } from "./campaign-row";

type CampaignsTableProps = {
  rows: CampaignRowView[];
  query: CampaignQuery;
  now: Date;
  timeZone: string;
  vocabulary: VocabularyView;
};

/** The campaigns. One table at every width: where it is narrow, each row becomes a small card. */
export function CampaignsTable({ rows, query, ...seen }: CampaignsTableProps) {
  const { timeZone } = seen;
  return (
    <table
      aria-label="Campaigns"
      className="block w-full table-fixed border-separate border-spacing-0 text-dense transition-opacity delay-100 group-data-pending/list:opacity-60 xl:table"
    >
      <thead className="sr-only xl:not-sr-only xl:table-header-group">
        <tr>
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
            note={
              <span className="ml-1 align-middle font-normal text-faint" title={timeZone}>
                {zoneName(timeZone)}
              </span>
            }
          >
            Last call
          </OrderingColumn>
        </tr>
      </thead>
      <tbody className="block xl:table-row-group">
        {rows.map((row) => (
          <CampaignRow key={row.campaign ?? "none"} row={row} filter={query.filter} {...seen} />
        ))}
      </tbody>
    </table>
  );
}
