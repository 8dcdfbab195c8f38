import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { Route } from "next";
import { zoneName } from "@/components/format/dates";
import { classNames } from "@/components/ui/class-names";
import { ListLink } from "./navigation";

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

export type Sorted<Sort extends string> = { page: { sort: Sort } };

/** How a column orders a list, and where a click on it leads: first to what one looks for first. */
export function toColumnOrder<Column extends string, Query extends Sorted<string>>(
  column: Column,
  query: Query,
  sortHref: (query: Query, sort: Column | `-${Column}`) => Route,
) {
  const falling = `-${column}` as const;
  const [first, second] = column === "name" ? [column, falling] : [falling, column];
  const { sort } = query.page;
  const order = sort === column ? "ascending" : sort === falling ? "descending" : undefined;
  return { order, href: sortHref(query, sort === first ? second : first) } as const;
}
