import { arrangeByPosition, gatherGroups } from "@/lib/vocabulary/arrange-terms";
import { getMerged } from "@/lib/vocabulary/merged-values";
import type { VocabularyView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";

/** Values that come by their number of calls in the order of the vocabulary, groups together. */
export function arrangeValues<T>(
  field: VocabularyField,
  items: readonly T[],
  toValue: (item: T) => string | null,
  vocabulary: VocabularyView,
): T[] {
  const termOf = (item: T) => getMerged(vocabulary[field], toValue(item) ?? "");
  const placed = arrangeByPosition(items, (item) => termOf(item).position);
  return gatherGroups(placed, (item) => termOf(item).group).flatMap((one) => one.items);
}
