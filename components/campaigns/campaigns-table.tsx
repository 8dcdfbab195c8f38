import { Megaphone } from "lucide-react";
import Link from "next/link";
import { ChangeMark, shareFormat, toPoints } from "@/components/figures/compare-figures";
import { describeDays, ListInstant } from "@/components/format/dates";
import { numberFormat } from "@/components/format/intl";
import { countFormat } from "@/components/format/numbers";
import { EmptyList } from "@/components/list/paging";
import {
  Column,
  ListTable,
  listRowStyle,
  OrderingColumn,
  rowLinkStyle,
  toColumnOrder,
  ZoneNote,
} from "@/components/list/table";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/page/placeholders";
import { noValueLabel, toNameView, ValueWord } from "@/components/vocabulary/values";
import {
  type CampaignFilter,
  type CampaignListView,
  type CampaignQuery,
  type CampaignRowView,
  emptyCampaignFilter,
  writeCampaign,
} from "@/lib/campaigns/views";
import { getMerged } from "@/lib/vocabulary/terms";
import type { ViewContext } from "@/lib/vocabulary/views";
import {
  campaignCallsHref,
  campaignsTexts,
  describeCampaignFilter,
  filterHref,
  pageHref,
  sortHref,
} from "./campaigns-list";
import { CompareBox } from "./compare-choice";
import { StatusSplit } from "./status-split";

type CampaignsTableProps = ViewContext & {
  list: Pick<CampaignListView, "rows" | "ranked" | "daysBefore">;
  /** Whether anybody has said which statuses are of success. */
  isSuccessKnown: boolean;
  query: CampaignQuery;
};

/** The campaigns, one a row. */
export function CampaignsTable({ list, query, ...seen }: CampaignsTableProps) {
  const t = campaignsTexts();
  const { timeZone, isSuccessKnown } = seen;
  const { rows, daysBefore } = list;
  const before = daysBefore && describeDays(daysBefore.from, daysBefore.to)?.value;
  return (
    <ListTable
      label={t.campaigns}
      head={
        <>
          <OrderingColumn {...toColumnOrder("name", query, sortHref)} className="xl:pl-6">
            {t.campaign}
          </OrderingColumn>
          <OrderingColumn {...toColumnOrder("calls", query, sortHref)} isNumber className="w-20">
            {t.calls}
          </OrderingColumn>
          <OrderingColumn {...toColumnOrder("minutes", query, sortHref)} isNumber className="w-22">
            {t.minutes}
          </OrderingColumn>
          <Column className="w-22 text-right">{t.average}</Column>
          <OrderingColumn {...toColumnOrder("success", query, sortHref)} isNumber className="w-24">
            <span title={isSuccessKnown ? undefined : t.unknownSuccess}>{t.success}</span>
          </OrderingColumn>
          <OrderingColumn
            {...toColumnOrder("success_change", query, sortHref)}
            isNumber
            className="w-22"
          >
            <span title={before ? t.comparedWith(before) : t.chooseDays}>{t.change}</span>
          </OrderingColumn>
          <Column className="w-[24%]">{t.status}</Column>
          <OrderingColumn
            {...toColumnOrder("last_call", query, sortHref)}
            className="w-40 xl:pr-6"
            note={<ZoneNote timeZone={timeZone} />}
          >
            {t.lastCall}
          </OrderingColumn>
        </>
      }
    >
      {rows.map((row) => (
        <CampaignRow
          key={row.campaign ?? "none"}
          row={row}
          filter={query.filter}
          ranked={list.ranked}
          before={before ?? null}
          {...seen}
        />
      ))}
    </ListTable>
  );
}

type CampaignRowProps = ViewContext & {
  row: CampaignRowView;
  filter: CampaignFilter;
  ranked: string[];
  /** The days before, in words. */
  before: string | null;
  isSuccessKnown: boolean;
};

/** One campaign. The link on its name covers the whole row and leads to the calls that it counts. */
function CampaignRow({ row, filter, ranked, before, isSuccessKnown, ...seen }: CampaignRowProps) {
  const t = campaignsTexts();
  const { now, timeZone, vocabulary } = seen;
  return (
    <tr className={rowStyle}>
      <td className={classNames(cell, "order-1 col-span-2 xl:pl-6")}>
        <div className="flex items-center gap-3">
          <CompareBox
            value={writeCampaign(row.campaign)}
            name={toNameView("campaign", row.campaign, vocabulary).label}
          />
          <Link
            href={campaignCallsHref(
              filter,
              row.campaign === null ? [null] : getMerged(vocabulary.campaign, row.campaign).values,
            )}
            prefetch={false}
            className={classNames("min-w-0 truncate font-medium", rowLinkStyle)}
          >
            {row.campaign === null ? (
              noValueLabel("campaign")
            ) : (
              <ValueWord field="campaign" value={row.campaign} vocabulary={vocabulary} isWhole />
            )}
          </Link>
        </div>
      </td>
      <td className={classNames(cell, "order-2 text-right tabular-nums")}>
        {countFormat.format(row.calls)}
        <span className="text-muted xl:sr-only"> {t.callsWord(row.calls)}</span>
      </td>
      <td className={classNames(cell, "order-4 tabular-nums xl:text-right")}>
        {countFormat.format(row.minutes)}
        <span className="text-muted xl:sr-only"> {t.minutesWord}</span>
      </td>
      <td className={classNames(cell, "order-5 tabular-nums xl:text-right")}>
        <span className="text-muted xl:hidden">{t.averageWord} </span>
        {averageFormat.format(row.minutes / Math.max(1, row.calls))}
        <span className="text-muted"> {t.minutesWord}</span>
      </td>
      <td className={classNames(cell, "order-7 tabular-nums xl:text-right")}>
        <span className="text-muted xl:hidden">{t.successWord} </span>
        {isSuccessKnown ? (
          shareFormat.format(row.successes / Math.max(1, row.calls))
        ) : (
          <span className="text-faint">—</span>
        )}
      </td>
      <td className={classNames(cell, "order-8 col-span-2 tabular-nums xl:text-right")}>
        <SuccessChange row={isSuccessKnown ? row : { ...row, before: null }} days={before} />
      </td>
      <td className={classNames(cell, "order-9 col-span-3 pt-1.5 xl:py-2")}>
        <StatusSplit {...row} ranked={ranked} vocabulary={vocabulary} />
      </td>
      <td className={classNames(cell, "order-6 text-right xl:pr-6 xl:text-left")}>
        {row.lastCallAt ? (
          <ListInstant at={row.lastCallAt} timeZone={timeZone} now={now} />
        ) : (
          <span className="text-faint">{t.unknownTime}</span>
        )}
      </td>
    </tr>
  );
}

type SuccessChangeProps = {
  row: Pick<CampaignRowView, "calls" | "successes" | "before">;
  days: string | null;
};

/** By how many points the share of success differs from that of the days before. */
function SuccessChange({ row: { calls, successes, before }, days }: SuccessChangeProps) {
  if (!before || !days) return <span className="text-faint max-xl:hidden">—</span>;
  const former = before.successes / before.calls;
  const title = campaignsTexts().shareOn(shareFormat.format(former), days);
  return <ChangeMark change={{ ...toPoints(successes / calls, former), title }} isGoodUp />;
}

const averageFormat = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

const rowStyle = listRowStyle("grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-0.5");

const cell = "min-w-0 xl:h-12 xl:border-line xl:border-b xl:px-3";

/** Why the list shows no campaign. */
export function CampaignsEmpty({ query }: { query: CampaignQuery }) {
  const t = campaignsTexts();
  return (
    <EmptyList
      things={t.things}
      page={query.page}
      firstHref={pageHref(query, "first")}
      isFiltered={describeCampaignFilter(query).length > 0}
      clearHref={filterHref(query, emptyCampaignFilter)}
      advice={t.noneMatch}
    >
      <EmptyState icon={Megaphone} title={t.noneYet}>
        {t.whenTheyCome}
      </EmptyState>
    </EmptyList>
  );
}
