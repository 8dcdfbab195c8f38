import { ValueWord } from "@/components/vocabulary/value-word";
import type { FieldChangeView } from "@/lib/recordings/detail/views";
import { emptyVocabulary } from "@/lib/vocabulary/arrange-terms";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { BeforeAfter } from "./before-after";
import { ChangedText } from "./changed-text";
import { toValueText } from "./to-value-text";

type FieldChangeProps = {
  change: FieldChangeView;
  timeZone: string;
  /** Where statuses and campaigns may be among the fields. */
  vocabulary?: VocabularyView;
};

/** What a field was, and what it became. */
export function FieldChange({ change, timeZone, vocabulary = emptyVocabulary }: FieldChangeProps) {
  const { field, words } = change;
  const before = toValueText(field, change.before, timeZone);
  const after = toValueText(field, change.after, timeZone);
  if ((field === "status" || field === "campaign") && isShort(before) && isShort(after)) {
    const word = (value: string) => (
      <ValueWord field={field} value={value} vocabulary={vocabulary} />
    );
    return <BeforeAfter before={word(before)} after={word(after)} />;
  }
  // Two instants may differ by less than is shown of them.
  return before === after ? (
    <ChangedText before={String(change.before)} after={String(change.after)} />
  ) : (
    <ChangedText before={before} after={after} words={words} isFolded={field === "summary"} />
  );
}

/** A word stays in one line. */
function isShort(status: string | null): status is string {
  return status !== null && status.length <= 40;
}
