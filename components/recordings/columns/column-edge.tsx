import type { ListColumn } from "@/lib/recordings/filter/list-columns";
import { narrowest, widest } from "@/lib/recordings/filter/parse-table-view";

type ColumnEdgeProps = { column: ListColumn; label: string; width: number };

/** The edge of a column, which `moveEdges` moves. */
export function ColumnEdge({ column, label, width }: ColumnEdgeProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> can't be moved
    <span
      role="separator"
      tabIndex={0}
      data-column={column}
      aria-label={`Width of ${label}`}
      aria-orientation="vertical"
      aria-valuemin={Math.min(narrowest, width)}
      aria-valuemax={widest}
      aria-valuenow={width}
      className="absolute inset-y-0 -right-1.5 z-1 hidden w-3 cursor-col-resize touch-none outline-none after:absolute after:inset-y-2 after:left-1/2 after:w-px hover:after:bg-line-strong focus-visible:after:w-0.5 focus-visible:after:bg-accent active:after:bg-accent xl:block"
    />
  );
}
