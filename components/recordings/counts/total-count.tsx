"use client";

import { tellCalls } from "@/components/format/count-format";
import { useLatest } from "@/components/list/use-latest";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";
import { Counted, useListCounts } from "./list-counts";

/** How many calls the filter matches, when that is known. */
export function TotalCount() {
  return (
    <p className="min-w-20 text-muted text-sm tabular-nums">
      <Counted fallback={<Skeleton className="mt-1 h-3.5 w-20" />}>
        <Total />
      </Counted>
    </p>
  );
}

function Total() {
  const { value, isStale } = useLatest(useListCounts().options);
  return (
    <span className={classNames("transition-colors", isStale && "text-faint")}>
      {tellCalls(value)}
    </span>
  );
}
