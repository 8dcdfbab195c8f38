import type { VocabularyView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";
import { RawValue, ToneDot } from "./named-value";
import { toNameView, toValueView } from "./values";

type ValueWordProps = {
  field: VocabularyField;
  value: string;
  vocabulary: VocabularyView;
  /** Whether everything of its name is meant, not this value alone. */
  isWhole?: boolean;
};

/** A status or a campaign: its colour, its name, and how it arrives where that is something else. */
export function ValueWord({ field, value, vocabulary, isWhole = false }: ValueWordProps) {
  const toView = isWhole ? toNameView : toValueView;
  const { label, raw, tone } = toView(field, value, vocabulary);
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
