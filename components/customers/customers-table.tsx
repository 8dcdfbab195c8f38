import { UserRound } from "lucide-react";
import Link from "next/link";
import { ListInstant } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { PhoneNumber } from "@/components/format/phone-number";
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
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { ButtonLink } from "@/components/ui/controls/links";
import { EmptyState } from "@/components/ui/page/placeholders";
import { NamedValue } from "@/components/ui/tone";
import { toValueView } from "@/components/vocabulary/values";
import {
  type CustomerQuery,
  type CustomerRowView,
  emptyCustomerFilter,
} from "@/lib/customers/views";
import { customerHref } from "@/lib/list/id-segment";
import type { ViewContext } from "@/lib/vocabulary/views";
import { describeCustomerFilter, filterHref, pageHref, sortHref } from "./customers-list";
import { customersTexts } from "./texts.en";

type CustomersTableProps = ViewContext & {
  rows: CustomerRowView[];
  query: CustomerQuery;
};

/** The customers, one a row. */
export function CustomersTable({ rows, query, ...seen }: CustomersTableProps) {
  const { timeZone } = seen;
  const t = customersTexts();
  return (
    <ListTable
      label={t.title}
      head={
        <>
          <OrderingColumn
            {...toColumnOrder("name", query, sortHref)}
            className="xl:w-[19%] xl:pl-6 2xl:w-[24%]"
          >
            {t.columns.name}
          </OrderingColumn>
          <Column className="w-44">{t.columns.phoneNumber}</Column>
          <Column>{t.columns.email}</Column>
          <Column className="w-22">{t.type}</Column>
          <OrderingColumn {...toColumnOrder("calls", query, sortHref)} isNumber className="w-18">
            {t.columns.calls}
          </OrderingColumn>
          <OrderingColumn
            {...toColumnOrder("last_call", query, sortHref)}
            className="w-56"
            note={<ZoneNote timeZone={timeZone} />}
          >
            {t.columns.lastCall}
          </OrderingColumn>
          <Column className="w-38 xl:pr-6 2xl:w-55">{t.columns.flags}</Column>
        </>
      }
    >
      {rows.map((row) => (
        <CustomerRow key={row.id} row={row} {...seen} />
      ))}
    </ListTable>
  );
}

type CustomerRowProps = ViewContext & { row: CustomerRowView };

/** One customer. The link on the name covers the whole row. */
function CustomerRow({ row, ...seen }: CustomerRowProps) {
  const t = customersTexts();
  return (
    <tr className={rowStyle}>
      <td className={classNames(cell, "order-1 xl:pl-6")}>
        <Link
          href={customerHref(row.id)}
          prefetch={false}
          className={classNames("font-medium", rowLinkStyle)}
        >
          <bdi>{row.name || t.noName}</bdi>
        </Link>
      </td>
      <td className={classNames(cell, "order-3")}>
        <PhoneNumber phoneNumber={row.phoneNumber} isCorrect={row.isPhoneNumberCorrect} />
      </td>
      <td className={classNames(cell, "order-5 text-muted")}>
        {row.email ?? <span className="text-faint">{t.noEmail}</span>}
      </td>
      <td className={classNames(cell, "order-4 text-right xl:text-left")}>
        {row.type ?? <span className="text-faint">{t.noType}</span>}
      </td>
      <td className={classNames(cell, "order-2 text-right tabular-nums")}>
        {countFormat.format(row.calls)}
        <span className="text-muted xl:sr-only">{` ${t.calls(row.calls)}`}</span>
      </td>
      <td className={classNames(cell, "order-6 text-right xl:text-left")}>
        <LastCall lastCall={row.lastCall} {...seen} />
      </td>
      <td
        className={classNames(cell, "order-7 col-span-2 empty:hidden xl:pr-6 xl:empty:table-cell")}
      >
        <CustomerFlags {...row} />
      </td>
    </tr>
  );
}

type LastCallProps = Omit<CustomerRowProps, "row"> & Pick<CustomerRowView, "lastCall">;

function LastCall({ lastCall, now, timeZone, vocabulary }: LastCallProps) {
  if (!lastCall) return <span className="text-faint">{customersTexts().never}</span>;
  return (
    <span className="inline-flex max-w-full items-center gap-3">
      <ListInstant at={lastCall.at} timeZone={timeZone} now={now} className="shrink-0" />
      <span className="min-w-0">
        <NamedValue {...toValueView("status", lastCall.status, vocabulary)} />
      </span>
    </span>
  );
}

const rowStyle = listRowStyle("grid-cols-[minmax(38%,1fr)_minmax(0,auto)] gap-x-3 gap-y-0.5");

const cell = "min-w-0 truncate xl:h-10 xl:border-line xl:border-b xl:px-3";

/** Why the list shows nobody. */
export function CustomersEmpty({ query }: { query: CustomerQuery }) {
  const t = customersTexts();
  const recordings = (
    <ButtonLink href="/recordings" size="small">
      {t.toRecordings}
    </ButtonLink>
  );
  return (
    <EmptyList
      things={t.things}
      page={query.page}
      firstHref={pageHref(query, "first")}
      isFiltered={describeCustomerFilter(query).length > 0}
      clearHref={filterHref(query, emptyCustomerFilter)}
      advice={t.removeFilter}
    >
      <EmptyState icon={UserRound} title={t.noneYet} actions={recordings}>
        {t.whoIsCalled}
      </EmptyState>
    </EmptyList>
  );
}

type CustomerFlagsProps = {
  isContradictory: boolean;
  /** Null: not known. */
  isPhoneNumberCorrect: boolean | null;
};

/** What one should know of a customer before calling again, the most pressing first. */
export function CustomerFlags(flags: CustomerFlagsProps) {
  if (!flags.isContradictory && flags.isPhoneNumberCorrect !== false) return null;
  const t = customersTexts();
  return (
    <span className="inline-flex flex-wrap gap-x-1 gap-y-0.5">
      {flags.isContradictory ? <Badge variant="warn">{t.contradictions}</Badge> : null}
      {flags.isPhoneNumberCorrect === false ? <Badge variant="bad">{t.phoneWrong}</Badge> : null}
    </span>
  );
}
