import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { Route } from "next";
import { zoneName } from "@/components/format/dates";
import { classNames } from "@/components/ui/class-names";
import { Popover } from "@/components/ui/overlay/popover";
import { ChoiceList } from "./choices";
import { toolButtonStyle, toolLabelStyle } from "./filter-popover";
import { ListLink } from "./navigation";
import { listTexts } from "./texts.en";

type ListTableProps = { label: string; head: React.ReactNode; children: React.ReactNode };

/** A list's table. One at every width: where it is narrow, each row becomes a small card. */
export function ListTable({ label, head, children }: ListTableProps) {
  return (
    <table
      aria-label={label}
      className="block w-full table-fixed border-separate border-spacing-0 text-dense transition-opacity delay-100 group-data-pending/list:opacity-60 xl:table"
    >
      <thead className="sr-only xl:not-sr-only xl:table-header-group">
        <tr>{head}</tr>
      </thead>
      <tbody className="block xl:table-row-group">{children}</tbody>
    </table>
  );
}

/** The head of a column of the list. */
export const columnHeaderStyle =
  "sticky top-0 z-10 h-9 border-line border-b bg-surface px-3 text-left font-medium text-muted text-xs";

type ColumnProps = { className?: string | undefined; children: React.ReactNode };

/** The head of a column that orders nothing. */
export function Column({ className, children }: ColumnProps) {
  return (
    <th scope="col" className={classNames(columnHeaderStyle, className)}>
      {children}
    </th>
  );
}

/**
 * A row of the table where it is wide, a card of a few lines elsewhere.
 * @param columns of the card, and its gaps, as classes
 */
export function listRowStyle(columns: string): string {
  return classNames(
    "relative grid border-line border-b px-4 py-3",
    columns,
    "transition-colors focus-within:bg-hover hover:bg-hover sm:px-6 xl:table-row",
  );
}

/** The link of a row, which covers it all. */
export const rowLinkStyle =
  "outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2";

/** Whose time a column tells. */
export function ZoneNote({ timeZone }: { timeZone: string }) {
  return (
    <span className="ml-1 align-middle font-normal text-faint" title={timeZone}>
      {zoneName(timeZone)}
    </span>
  );
}

export type ListOrder = { label: string; href: Route; isChosen: boolean };

/** The orders of a list, where its table has no head to click. */
export function OrderMenu({ orders }: { orders: ListOrder[] }) {
  return (
    <Popover
      triggerClassName={toolButtonStyle}
      trigger={
        <>
          <ArrowUpDown aria-hidden className="size-3.5" />
          <span className={toolLabelStyle}>{listTexts().sort}</span>
        </>
      }
      className="sm:w-56"
    >
      <ChoiceList choices={orders} closes />
    </Popover>
  );
}

type OrderingColumnProps = {
  /** How the column orders the list at present, when it does. */
  order: "ascending" | "descending" | undefined;
  /** The list in the order that a click asks for. */
  href: Route;
  isNumber?: boolean;
  className?: string;
  note?: React.ReactNode;
  children: React.ReactNode;
};

/** The head of a column that can order a list. */
export function OrderingColumn(props: OrderingColumnProps) {
  const { order, href, isNumber, className, note, children } = props;
  return (
    <th
      scope="col"
      aria-sort={order}
      className={classNames(columnHeaderStyle, isNumber && "text-right", className)}
    >
      <SortLink href={href} order={order} isNumber={isNumber} className="align-middle">
        {children}
      </SortLink>
      {note}
    </th>
  );
}

type SortLinkProps = Pick<
  OrderingColumnProps,
  "order" | "href" | "isNumber" | "className" | "children"
>;

/** The name of a column, and where the table is wide, a link that orders the list by it. */
export function SortLink({ order, href, isNumber, className, children }: SortLinkProps) {
  const Icon = order === "descending" ? ArrowDown : order === "ascending" ? ArrowUp : ArrowUpDown;
  return (
    <>
      <span className="xl:hidden">{children}</span>
      <ListLink
        href={href}
        className={classNames(
          "group/sort hidden items-center gap-1 rounded hover:text-text xl:inline-flex",
          isNumber && "flex-row-reverse",
          className,
        )}
      >
        {children}
        <Icon
          aria-hidden
          className={classNames(
            "size-3.5",
            order ? "text-text" : "opacity-0 group-hover/sort:opacity-100",
          )}
        />
      </ListLink>
    </>
  );
}

/** Every order of a list, for its menu, in the order of the labels. */
export function toOrders<Sort extends string>(
  labels: Record<Sort, string>,
  present: Sort,
  sortHref: (sort: Sort) => Route,
): ListOrder[] {
  // Object.keys forgets what a record's keys are.
  return (Object.keys(labels) as Sort[]).map((sort) => ({
    label: labels[sort],
    href: sortHref(sort),
    isChosen: sort === present,
  }));
}

/**
 * How a column orders a list, and where a click on it leads.
 * @param orders the column's two orders, that which one looks for first before the other
 */
export function toColumnOrder<Sort extends string>(
  orders: readonly [first: Sort, second: Sort],
  present: Sort,
  sortHref: (sort: Sort) => Route,
) {
  const [first, second] = orders;
  const isOrdering = present === first || present === second;
  const order = present.startsWith("-") ? ("descending" as const) : ("ascending" as const);
  return {
    order: isOrdering ? order : undefined,
    href: sortHref(present === first ? second : first),
  };
}
