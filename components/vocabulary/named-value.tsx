import { classNames } from "@/components/ui/class-names";
import { type Tone, toneFill } from "@/components/ui/tone";
import type { VocabularyField, VocabularyView } from "@/lib/vocabulary/views";
import { toNameView, toValueView, type ValueView } from "./values";

/** The same where there is room for one word: how it arrives is read aloud and in its tooltip. */
export function NamedValue({ label, raw, tone }: ValueView) {
  return (
    <span title={raw} className="inline-flex max-w-full items-center gap-2">
      <ToneDot tone={tone} />
      <span dir="auto" className="truncate">
        {label}
        {raw === undefined ? null : <span className="sr-only"> ({raw})</span>}
      </span>
    </span>
  );
}

type RawValueProps = { isAlone?: boolean; children: string | undefined };

/** How a value arrives, small beside the name that it was given. */
export function RawValue({ isAlone = false, children }: RawValueProps) {
  if (children === undefined) return null;
  return (
    <code
      dir="auto"
      title={children}
      className={classNames(
        "min-w-0 max-w-full truncate font-mono text-[0.92em]",
        !isAlone && "text-muted",
      )}
    >
      {children}
    </code>
  );
}

/** The colour of a value, beside its word. */
export function ToneDot({ tone, className }: { tone: Tone | undefined; className?: string }) {
  if (!tone) return null;
  return (
    <span
      aria-hidden
      className={classNames("inline-block size-2 shrink-0 rounded-full", toneFill[tone], className)}
    />
  );
}

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
