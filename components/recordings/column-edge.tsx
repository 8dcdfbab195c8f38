"use client";

import type { ListColumn } from "@/lib/recordings/list-columns";
import { clampWidth, narrowest, widest } from "@/lib/recordings/parse-table-view";
import { changeTableView, styleTable } from "./table-view-choice";

const stepPx = 16;

type ColumnEdgeProps = { column: ListColumn; label: string; width: number };

/** The edge of a column: dragged, or moved by the arrow keys; a double click gives its width back. */
export function ColumnEdge({ column, label, width }: ColumnEdgeProps) {
  const show = (edge: HTMLElement, to: number | null) => {
    styleTable({ [`--w-${column}`]: to === null ? null : `${to}px` });
    edge.setAttribute("aria-valuenow", `${to ?? readWidth(edge)}`);
  };
  const choose = (edge: HTMLElement, to: number | null) => {
    show(edge, to);
    changeTableView(({ widths: { [column]: _, ...others }, ...view }) => ({
      ...view,
      widths: to === null ? others : { ...others, [column]: to },
    }));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> can't be moved
    <span
      role="separator"
      tabIndex={0}
      aria-label={`Width of ${label}`}
      aria-orientation="vertical"
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={width}
      suppressHydrationWarning
      onDoubleClick={({ currentTarget }) => choose(currentTarget, null)}
      onKeyDown={(event) => {
        const by = event.key === "ArrowRight" ? stepPx : event.key === "ArrowLeft" ? -stepPx : 0;
        if (by === 0) return;
        event.preventDefault();
        choose(event.currentTarget, clampWidth(readWidth(event.currentTarget) + by));
      }}
      onPointerDown={(event) => {
        const { currentTarget: edge, pointerId, clientX } = event;
        const begun = readWidth(edge);
        edge.setPointerCapture(pointerId);
        edge.onpointermove = (move) => show(edge, clampWidth(begun + move.clientX - clientX));
        edge.onlostpointercapture = (end) => {
          edge.onpointermove = null;
          if (end.clientX !== clientX) choose(edge, clampWidth(begun + end.clientX - clientX));
        };
      }}
      className="absolute inset-y-0 -right-1.5 z-1 hidden w-3 cursor-col-resize touch-none outline-none after:absolute after:inset-y-2 after:left-1/2 after:w-px hover:after:bg-line-strong focus-visible:after:w-0.5 focus-visible:after:bg-accent active:after:bg-accent @5xl:block"
    />
  );
}

function readWidth(edge: HTMLElement): number {
  return edge.parentElement?.offsetWidth ?? 0;
}
