"use client";

import { formatBounded } from "@/components/format/count-format";
import { useLatest } from "@/components/list/use-latest";
import { Counted, useListCounts } from "@/components/recordings/counts/list-counts";
import type { AnswersView } from "@/lib/recordings/counts/views";
import type { FlagField } from "@/lib/recordings/filter/filter";

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
