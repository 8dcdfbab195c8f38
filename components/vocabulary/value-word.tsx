import type { VocabularyView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";
import { RawValue, ToneDot } from "./named-value";
import { toValueView } from "./values";

type ValueWordProps = { field: VocabularyField; value: string; vocabulary: VocabularyView };

/** A status or a campaign: its colour, its name, and how it arrives where that is something else. */
export function ValueWord({ field, value, vocabulary }: ValueWordProps) {
  const { label, raw, tone } = toValueView(field, value, vocabulary);
  return (
    <span className="inline-flex max-w-full items-baseline gap-2">
      <ToneDot tone={tone} />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <bdi className="max-w-full truncate">{label}</bdi>
        <RawValue>{raw}</RawValue>
      </span>
    </span>
  );
}
