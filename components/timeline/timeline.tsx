"use client";

import { useMemo } from "react";
import { useLatest } from "@/components/list/use-latest";
import { Counted, useListCounts } from "@/components/recordings/counts/list-counts";
import { Skeleton } from "@/components/ui/skeleton";
import { budgets } from "@/lib/platform/settings/budgets";
import { prepareTimeline } from "./prepare-timeline";
import { timelineTexts } from "./texts.en";
import { TimelineBars } from "./timeline-bars";

type TimelineProps = {
  /** The parameters of the list's address. */
  parameters: [string, string][];
};

/** The filter's calls over time. Its place is kept while it is counted. */
export function Timeline({ parameters }: TimelineProps) {
  return (
    <section
      aria-label={timelineTexts().timeline}
      className="h-24 min-w-0 flex-1 px-4 pt-2 sm:px-6"
    >
      <Counted fallback={<Skeleton className="h-12 w-full" />}>
        <Bars parameters={parameters} />
      </Counted>
    </section>
  );
}

function Bars({ parameters }: TimelineProps) {
  const t = timelineTexts();
  const { value, isStale } = useLatest(useListCounts().timeline);
  const prepared = useMemo(() => value && prepareTimeline(value), [value]);
  if (value?.isTooMany) {
    return <p className="pt-6 text-center text-muted text-xs">{t.tooMany(budgets.counts.found)}</p>;
  }
  if (!prepared) return <p className="pt-6 text-center text-muted text-xs">{t.none}</p>;
  return <TimelineBars parameters={parameters} timeline={prepared} isStale={isStale} />;
}
