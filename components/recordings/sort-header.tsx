import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { RecordingQuery } from "@/lib/recordings/filter";
import { columnHeaderStyle } from "./column-header-style";
import { sortHref } from "./list-href";
import { ListLink } from "./list-link";

type SortHeaderProps = {
  query: RecordingQuery;
  column: "created_at" | "minutes_used";
  className?: string;
  note?: React.ReactNode;
  children: React.ReactNode;
};

/** The head of a column that can order the list; the first click shows the most of it. */
export function SortHeader({ query, column, className, note, children }: SortHeaderProps) {
  const { sort } = query.page;
  const order = sort === `-${column}` ? "descending" : sort === column ? "ascending" : undefined;
  const next = order === "descending" ? column : (`-${column}` as const);
  const Icon = order === "descending" ? ArrowDown : order === "ascending" ? ArrowUp : ArrowUpDown;
  return (
    <th scope="col" aria-sort={order} className={classNames(columnHeaderStyle, className)}>
      <span className="@5xl:hidden">{children}</span>
      <ListLink
        href={sortHref(query, next)}
        className={classNames(
          "group/sort hidden items-center gap-1 rounded align-middle hover:text-text @5xl:inline-flex",
          column === "minutes_used" && "flex-row-reverse",
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
