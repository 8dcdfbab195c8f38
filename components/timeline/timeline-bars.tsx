"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { toListHref } from "@/components/list/href";
import { ListLink, useListNavigation } from "@/components/list/navigation";
import { classNames } from "@/components/ui/class-names";
import type { OutliersView } from "@/lib/recordings/views/views";
import { describeOutlierCounts, describeOutliers, type PreparedTimeline } from "./prepare-timeline";
import { TimelineGraph } from "./timeline-graph";
import { TimelineLegend } from "./timeline-legend";
import type { IndexRange } from "./timeline-plot";

type TimelineBarsProps = {
  /** The parameters of the list's address. */
  parameters: [string, string][];
  timeline: PreparedTimeline;
  /** Another filter is being counted. */
  isStale: boolean;
};

/** One bar a unit, stacked by status. A click filters by its days, a drag by those it passes over. */
export function TimelineBars({ parameters, timeline, isStale }: TimelineBarsProps) {
  const { bars } = timeline;
  const { navigate } = useListNavigation();
  const others = parameters.filter(([name]) => !dayParameters.includes(name));
  const filterBy = ({ first, last }: IndexRange) => {
    const [from, to] = [bars[first]?.from, bars[last]?.to];
    if (from && to) navigate(toListHref([...others, ["from", from], ["to", to]]));
  };
  return (
    <div className="flex">
      <Outliers side="earlier" outliers={timeline.earlier} others={others} />
      <div className="@container relative min-w-0 flex-1 pl-8">
        <TimelineGraph timeline={timeline} className="h-12" isStale={isStale} onChosen={filterBy} />
        <TimelineLegend parameters={parameters} hasGaps={timeline.gaps.length > 0} />
      </div>
      <Outliers side="later" outliers={timeline.later} others={others} />
    </div>
  );
}

const dayParameters = ["from", "to", "days"];

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
