import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { Route } from "next";
import { classNames } from "@/components/ui/class-names";
import { Popover } from "@/components/ui/overlay/popover";
import { ChoiceLink } from "./filter-popover";
import { ListLink } from "./navigation";
import { columnHeaderStyle, toolButtonStyle, toolLabelStyle } from "./styles";
import { listTexts } from "./texts.en";

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
      <ul className="p-1.5">
        {orders.map(({ label, href, isChosen }) => (
          <li key={label}>
            <ChoiceLink href={href} isChosen={isChosen} closes>
              {label}
            </ChoiceLink>
          </li>
        ))}
      </ul>
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
