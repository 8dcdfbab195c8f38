import type { Tone } from "@/components/ui/tone/tone";
import { toStatusTone } from "@/components/vocabulary/status-tone";
import { noValueLabel } from "@/components/vocabulary/value-labels";
import type { VocabularyView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";

/** A value as people know it. */
export type ValueFace = {
  label: string;
  /** How it arrives, where that is something else. */
  raw?: string;
  /** Statuses always have one, campaigns where somebody chose it. */
  tone?: Tone;
};

/** What a value is called and its colour; null and the empty text are "none". */
export function toValueFace(
  field: VocabularyField,
  value: string | null,
  vocabulary: VocabularyView,
): ValueFace {
  if (value === null || value === "") return { label: noValueLabel(field) };
  const term = vocabulary[field].get(value);
  const tone = term?.colour ?? (field === "status" ? toStatusTone(value) : undefined);
  const label = term?.displayName ?? value;
  return { label, ...(label === value ? {} : { raw: value }), ...(tone ? { tone } : {}) };
}
