"use client";

import { formatBounded, formatCalls } from "@/components/format/numbers";
import { useLatest } from "@/components/list/navigation";
import { classNames } from "@/components/ui/class-names";
import { Skeleton } from "@/components/ui/skeleton";
import type { FlagField } from "@/lib/recordings/filter/filter";
import type { AnswersView } from "@/lib/recordings/views/views";
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
      {formatCalls(value)}
    </span>
  );
}

type AnswerCountProps = {
  field: FlagField;
  answer: keyof AnswersView;
};

/** How many calls have this answer, once that is counted. */
export function AnswerCount(props: AnswerCountProps) {
  return (
    <span className="ml-0.5 min-w-6 text-muted text-xs tabular-nums">
      <Counted>
        <Count {...props} />
      </Counted>
    </span>
  );
}

function Count({ field, answer }: AnswerCountProps) {
  const { value } = useLatest(useListCounts().options);
  return formatBounded({ count: value[field][answer], isMore: value.areValuesMore });
}
