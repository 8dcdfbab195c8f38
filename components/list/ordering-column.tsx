import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { Route } from "next";
import { classNames } from "@/components/ui/class-names";
import { columnHeaderStyle } from "./column-header-style";
import { ListLink } from "./list-link";

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
  const Icon = order === "descending" ? ArrowDown : order === "ascending" ? ArrowUp : ArrowUpDown;
  return (
    <th
      scope="col"
      aria-sort={order}
      className={classNames(columnHeaderStyle, isNumber && "text-right", className)}
    >
      <span className="xl:hidden">{children}</span>
      <ListLink
        href={href}
        className={classNames(
          "group/sort hidden items-center gap-1 rounded align-middle hover:text-text xl:inline-flex",
          isNumber && "flex-row-reverse",
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
      {note}
    </th>
  );
}
