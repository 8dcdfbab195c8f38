import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { ListLink } from "@/components/list/list-link";
import { sortHref } from "@/components/recordings/list-href";
import { classNames } from "@/components/ui/class-names";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";

type SortLinkProps = {
  query: RecordingQuery;
  column: "created_at" | "minutes_used";
  /** How the column orders the list at present, when it does. */
  order: "ascending" | "descending" | undefined;
  children: React.ReactNode;
};

/** In the head of a column that can order the list; the first click shows the most of it. */
export function SortLink({ query, column, order, children }: SortLinkProps) {
  const next = order === "descending" ? column : (`-${column}` as const);
  const Icon = order === "descending" ? ArrowDown : order === "ascending" ? ArrowUp : ArrowUpDown;
  return (
    <>
      <span className="xl:hidden">{children}</span>
      <ListLink
        href={sortHref(query, next)}
        className={classNames(
          "group/sort hidden items-center gap-1 rounded hover:text-text xl:inline-flex",
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
    </>
  );
}
