import type { Tone } from "@/components/ui/tone/tone";
import { toStatusTone } from "@/components/vocabulary/status-tone";
import { noValueLabel } from "@/components/vocabulary/value-labels";
import { getMerged } from "@/lib/vocabulary/merged-values";
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
  const { name, values, colour } = getMerged(vocabulary[field], value);
  const tone = colour ?? (field === "status" ? toStatusTone(values[0]) : undefined);
  return { label: name, ...(name === value ? {} : { raw: value }), ...(tone ? { tone } : {}) };
}

/** The same of everything that has the name of a value: how it arrives is then any of several. */
export function toNameFace(
  field: VocabularyField,
  value: string | null,
  vocabulary: VocabularyView,
): ValueFace {
  const { raw: _, ...face } = toValueFace(field, value, vocabulary);
  if (!value) return face;
  const { name, values } = getMerged(vocabulary[field], value);
  const raw = values.filter((one) => one !== name).join(", ");
  return raw ? { ...face, raw } : face;
}
