"use client";

import { Suspense } from "react";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";
import { formatBounded } from "./count-format";
import type { FacetOptions } from "./facet-options";
import { useLatest } from "./use-latest";

/** How many calls the filter matches, when that is known. */
export function TotalCount({ options }: { options: Promise<FacetOptions> }) {
  return (
    <p className="min-w-20 text-muted text-sm tabular-nums">
      <Suspense fallback={<Skeleton className="mt-1 h-3.5 w-20" />}>
        <Total options={options} />
      </Suspense>
    </p>
  );
}

function Total({ options }: { options: Promise<FacetOptions> }) {
  const { value, isStale } = useLatest(options);
  return (
    <span className={classNames("transition-opacity", isStale && "opacity-50")}>
      {formatBounded({ count: value.total, isMore: value.isTotalMore })}{" "}
      {value.total === 1 ? "call" : "calls"}
    </span>
  );
}
