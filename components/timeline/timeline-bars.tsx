"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { type PointerEvent, useState } from "react";
import { toListHref } from "@/components/list/href";
import { ListLink, useListNavigation } from "@/components/list/navigation";
import { classNames } from "@/components/ui/class-names";
import { toneFill } from "@/components/ui/tone";
import { ToneDot } from "@/components/vocabulary/named-value";
import type { OutliersView } from "@/lib/recordings/counts/views";
import {
  describeBar,
  describeOutlierCounts,
  describeOutliers,
  describeTimeline,
  formatBarDays,
  type PreparedTimeline,
} from "./prepare-timeline";

type TimelineBarsProps = {
  others: [string, string][];
  timeline: PreparedTimeline;
  /** Another filter is being counted. */
  isStale: boolean;
};

/** One bar a unit, stacked by status. A click filters by its days, a drag by those it passes over. */
export function TimelineBars({ others, timeline, isStale }: TimelineBarsProps) {
  const { bars } = timeline;
  const { navigate } = useListNavigation();
  const [hovered, setHovered] = useState<number | null>(null);
  const { range, handlers } = useDraggedRange(bars.length, ({ first, last }) => {
    const [from, to] = [bars[first]?.from, bars[last]?.to];
    if (from && to) navigate(toListHref([...others, ["from", from], ["to", to]]));
  });
  const shown = range ?? (hovered === null ? null : { first: hovered, last: hovered });
  const isWithin = (index: number) => !range || (index >= range.first && index <= range.last);
  return (
    <div className="flex">
      <Outliers side="earlier" outliers={timeline.earlier} others={others} />
      <div className="min-w-0 flex-1">
        <div
          role="img"
          aria-label={describeTimeline(timeline)}
          onPointerLeave={() => setHovered(null)}
          className={classNames(
            "flex h-12 cursor-crosshair touch-pan-y select-none items-end border-line border-b transition-opacity",
            isStale && "opacity-50",
          )}
          {...handlers}
        >
          {bars.map((bar, index) => (
            <div
              key={bar.from}
              onPointerEnter={() => setHovered(index)}
              className="h-full min-w-0 flex-1 px-px data-shown:bg-hover"
              data-shown={shown && index >= shown.first && index <= shown.last ? "" : undefined}
            >
              <div
                className={classNames(
                  "mx-auto flex h-full max-w-8 flex-col-reverse",
                  !isWithin(index) && "opacity-40",
                )}
              >
                {bar.parts.map(({ status, tone, height }) => (
                  <div
                    key={status}
                    className={classNames("min-h-px last:rounded-t-xs", toneFill[tone])}
                    style={{ height: `${height * 100}%` }}
                  />
                ))}
              </div>
            </div>
          ))}
        </div>
        <p className="mt-0.5 flex justify-between gap-4 text-muted text-tiny tabular-nums">
          <span className="shrink-0">{formatBarDays(bars[0])}</span>
          <span className="min-w-0 truncate text-text">
            {describeBar(bars, shown) || <TimelineLegend statuses={timeline.statuses} />}
          </span>
          <span className="shrink-0">{formatBarDays(bars.at(-1))}</span>
        </p>
      </div>
      <Outliers side="later" outliers={timeline.later} others={others} />
    </div>
  );
}

type OutliersProps = {
  side: "earlier" | "later";
  outliers: OutliersView | null;
  others: [string, string][];
};

/** Calls of another age, beyond a break of the axis: the way to them alone. */
function Outliers({ side, outliers, others }: OutliersProps) {
  if (!outliers) return null;
  const [count, years] = describeOutlierCounts(outliers, side);
  return (
    <ListLink
      href={toListHref([...others, ["from", outliers.from], ["to", outliers.to]])}
      title={describeOutliers(outliers, side)}
      className={classNames(
        "group/outliers flex h-12 shrink-0 flex-col justify-end border-line-strong border-dashed text-muted text-tiny tabular-nums hover:text-text",
        side === "earlier" ? "mr-2 items-start border-r pr-2" : "ml-2 items-end border-l pl-2",
      )}
    >
      <span className="flex items-center font-medium">
        {side === "earlier" ? <ChevronLeft aria-hidden className="-ml-1 size-3.5" /> : null}
        <span className="group-hover/outliers:underline">{count}</span>
        {side === "later" ? <ChevronRight aria-hidden className="-mr-1 size-3.5" /> : null}
      </span>
      <span className="text-faint group-hover/outliers:text-muted">{years}</span>
    </ListLink>
  );
}

/**
 * Which colour is which status, while no bar is pointed at: as many as one line has room for. A phone
 * has none, but tells it by every card.
 */
function TimelineLegend({ statuses }: Pick<PreparedTimeline, "statuses">) {
  return (
    <span className="flex h-4 flex-wrap justify-center gap-x-3 overflow-hidden text-muted max-sm:hidden">
      {statuses.map(({ status, label, tone }) => (
        <span key={status} title={status} className="inline-flex max-w-full items-center gap-1.5">
          <ToneDot tone={tone} />
          <bdi className="truncate">{label}</bdi>
        </span>
      ))}
    </span>
  );
}

type IndexRange = { first: number; last: number };

/** Which of `count` equal columns a drag passes over; a click is a drag over one. */
function useDraggedRange(count: number, onDragged: (range: IndexRange) => void) {
  const [drag, setDrag] = useState<{ start: number; end: number } | null>(null);
  const range = drag && {
    first: Math.min(drag.start, drag.end),
    last: Math.max(drag.start, drag.end),
  };
  const indexAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * count);
    return Math.max(0, Math.min(count - 1, index));
  };
  return {
    range,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || !event.isPrimary) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const index = indexAt(event);
        setDrag({ start: index, end: index });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag) setDrag({ start: drag.start, end: indexAt(event) });
      },
      onPointerUp: () => {
        if (range) onDragged(range);
        setDrag(null);
      },
      onPointerCancel: () => setDrag(null),
    },
  };
}
