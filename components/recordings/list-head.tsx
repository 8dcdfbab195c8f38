import { classNames } from "@/components/ui/class-names";
import type { RecordingQuery } from "@/lib/recordings/filter";
import { type ColumnChoice, usualColumns } from "@/lib/recordings/list-columns";
import type { TableView } from "@/lib/recordings/parse-table-view";
import { ColumnEdge } from "./column-edge";
import { columnLabels } from "./column-labels";
import { tellWidth } from "./column-tracks";
import { SortLink } from "./sort-link";
import { zoneName } from "./zone-name";

type ListHeadProps = {
  query: RecordingQuery;
  columns: ColumnChoice;
  widths: TableView["widths"];
  timeZone: string;
};

/** The heads of the columns, which stay in sight while the list scrolls. */
export function ListHead({ query, columns, widths, timeZone }: ListHeadProps) {
  return (
    <thead className="@max-5xl:sr-only @5xl:sticky @5xl:top-0 @5xl:z-10 @5xl:block">
      <tr className="@5xl:grid @5xl:h-9 @5xl:grid-cols-(--tracks) @5xl:border-line @5xl:border-b @5xl:bg-surface @5xl:px-3">
        <th scope="col" className="sr-only">
          Select
        </th>
        {columns.map((column) => {
          const { order, sortable } = toOrder(query, column);
          const label = columnLabels[column];
          return (
            <th
              key={column}
              scope="col"
              aria-label={label}
              aria-sort={order}
              className={classNames(headStyle, column === "minutes_used" && "@5xl:justify-end")}
            >
              {sortable ? (
                <SortLink query={query} column={sortable} order={order}>
                  {label}
                </SortLink>
              ) : (
                <span className="truncate">{label}</span>
              )}
              {column === "created_at" ? (
                <span className="ml-1 truncate font-normal text-faint" title={timeZone}>
                  {zoneName(timeZone)}
                </span>
              ) : null}
              <ColumnEdge column={column} label={label} width={tellWidth(column, widths)} />
            </th>
          );
        })}
        {usualColumns.map((column) =>
          columns.includes(column) ? null : (
            <th key={column} scope="col" className="@5xl:hidden">
              {columnLabels[column]}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

function toOrder({ page: { sort } }: RecordingQuery, column: string) {
  const sortable = (["created_at", "minutes_used"] as const).find((one) => one === column);
  const order = sort === `-${column}` ? "descending" : sort === column ? "ascending" : undefined;
  return { sortable, order } as const;
}

const headStyle =
  "relative flex min-w-0 items-center px-3 text-left font-medium text-muted text-xs whitespace-nowrap";
