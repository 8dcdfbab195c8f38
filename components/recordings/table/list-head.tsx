import { zoneName } from "@/components/format/zone-name";
import { ColumnEdge } from "@/components/recordings/columns/column-edge";
import { columnLabels } from "@/components/recordings/columns/column-labels";
import { tellWidth } from "@/components/recordings/columns/column-tracks";
import { classNames } from "@/components/ui/class-names";
import type { RecordingQuery } from "@/lib/recordings/filter/filter";
import { type ColumnChoice, usualColumns } from "@/lib/recordings/filter/list-columns";
import type { TableView } from "@/lib/recordings/filter/parse-table-view";
import { SortLink } from "./sort-link";

type ListHeadProps = {
  query: RecordingQuery;
  columns: ColumnChoice;
  widths: TableView["widths"];
  timeZone: string;
};

/** The heads of the columns, which stay in sight while the list scrolls. */
export function ListHead({ query, columns, widths, timeZone }: ListHeadProps) {
  return (
    <thead className="max-xl:sr-only xl:sticky xl:top-0 xl:z-10 xl:block">
      <tr className="call-head xl:h-9 xl:border-line xl:border-b xl:bg-surface">
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
              className={classNames(
                "call-head-cell",
                column === "minutes_used" && "xl:justify-end",
              )}
            >
              {sortable ? (
                <SortLink query={query} column={sortable} order={order}>
                  {label}
                </SortLink>
              ) : column === "has_transcript" ? (
                <>
                  <span aria-hidden title={label} className="call-transcript-mark" />
                  <span className="sr-only">{label}</span>
                </>
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
            <th key={column} scope="col" className="xl:hidden">
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
