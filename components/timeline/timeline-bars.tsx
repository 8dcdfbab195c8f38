"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { ListLink } from "@/components/list/list-link";
import { useListNavigation } from "@/components/list/list-navigation";
import { toListHref } from "@/components/list/to-list-href";
import { classNames } from "@/components/ui/class-names";
import { toneFill } from "@/components/ui/tone/tone-fill";
import type { OutliersView } from "@/lib/recordings/counts/views";
import type { PreparedTimeline } from "./prepare-timeline";
import {
  describeBar,
  describeOutliers,
  describeTimeline,
  tellDays,
  tellOutliers,
} from "./tell-timeline";
import { TimelineLegend } from "./timeline-legend";
import { useDraggedRange } from "./use-dragged-range";

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
          <span className="shrink-0">{tellDays(bars[0])}</span>
          <span className="min-w-0 truncate text-text">
            {describeBar(bars, shown) || <TimelineLegend statuses={timeline.statuses} />}
          </span>
          <span className="shrink-0">{tellDays(bars.at(-1))}</span>
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
  const [count, years] = tellOutliers(outliers, side);
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
