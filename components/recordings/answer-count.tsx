"use client";

import { Suspense } from "react";
import type { FlagField } from "@/lib/recordings/filter";
import type { AnswersView } from "@/lib/recordings/views";
import { formatBounded } from "./count-format";
import type { FacetOptions } from "./facet-options";
import { useLatest } from "./use-latest";

type AnswerCountProps = {
  field: FlagField;
  answer: keyof AnswersView;
  options: Promise<FacetOptions>;
};

/** How many calls have this answer, once that is counted. */
export function AnswerCount(props: AnswerCountProps) {
  return (
    <span className="ml-0.5 min-w-6 text-muted text-xs tabular-nums">
      <Suspense>
        <Count {...props} />
      </Suspense>
    </span>
  );
}

function Count({ field, answer, options }: AnswerCountProps) {
  const { value } = useLatest(options);
  return formatBounded({ count: value[field][answer], isMore: value.areValuesMore });
}
