import type { VocabularyView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";
import { RawValue } from "./raw-value";
import { toNameFace, toValueFace } from "./to-value-face";
import { ToneDot } from "./tone-dot";

type ValueWordProps = {
  field: VocabularyField;
  value: string;
  vocabulary: VocabularyView;
  /** Whether everything of its name is meant, not this value alone. */
  isWhole?: boolean;
};

/** A status or a campaign: its colour, its name, and how it arrives where that is something else. */
export function ValueWord({ field, value, vocabulary, isWhole = false }: ValueWordProps) {
  const toFace = isWhole ? toNameFace : toValueFace;
  const { label, raw, tone } = toFace(field, value, vocabulary);
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
