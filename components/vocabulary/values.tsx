import { classNames } from "@/components/ui/class-names";
import { type Tone, ToneDot } from "@/components/ui/tone";
import { lookUp, texts } from "@/lib/language/texts";
import type { ValueField } from "@/lib/recordings/filter/filter";
import { chooseInterimColour } from "@/lib/vocabulary/colours";
import {
  arrangeByPosition,
  gatherGroups,
  getMerged,
  listGivenColours,
} from "@/lib/vocabulary/terms";
import type { ListedNameView, VocabularyField, VocabularyView } from "@/lib/vocabulary/views";
import type { AudioView, ValueView } from "./value-schema";

/** What a value is called and its colour; null and the empty text are "none". */
export function toValueView(
  field: VocabularyField,
  value: string | null,
  vocabulary: VocabularyView,
): ValueView {
  if (value === null || value === "") return { label: noValueLabel(field) };
  const { name, values, colour } = getMerged(vocabulary[field], value);
  const tone = colour ?? (field === "status" ? toStatusTone(values[0], vocabulary) : undefined);
  return { label: name, ...(name === value ? {} : { raw: value }), ...(tone ? { tone } : {}) };
}

/** The same of everything that has the name of a value: how it arrives is then any of several. */
export function toNameView(
  field: VocabularyField,
  value: string | null,
  vocabulary: VocabularyView,
): ValueView {
  const { raw: _, ...view } = toValueView(field, value, vocabulary);
  if (!value) return view;
  const { name, values } = getMerged(vocabulary[field], value);
  const raw = values.filter((one) => one !== name).join(", ");
  return raw ? { ...view, raw } : view;
}

/** What people call the fields that are filtered by value. */
export const valueFieldLabels = lookUp(
  ["status", "campaign", "gender", "type", "customer"],
  (field) => vocabularyTexts().valueFields[field],
);

/** What stands for "none of it". */
export function noValueLabel(field: ValueField): string {
  return vocabularyTexts().noValue[field];
}

/** What people call the fields that are filtered by marks. */
export const markFieldLabels = lookUp(
  ["audio", "check", "heard", "tag", "review", "notes", "mentioned", "protected", "text"],
  (field) => vocabularyTexts().markFields[field],
);

/**
 * What people call the values of a kind of marks, as they follow "is", and '' for none; others are told
 * as they are.
 */
export const markLabels = lookUp(
  ["audio", "check", "heard", "tag", "review", "notes", "mentioned", "protected", "text"],
  (field): Readonly<Record<string, string>> => vocabularyTexts().marks[field],
);

/** What a row says of its audio: whether it can be heard, and else why not; and that nobody may remove it. */
export function toAudioView(
  state: string | null,
  { isProtected = false, isQuotaReached = false } = {},
): AudioView | null {
  const plain = toPlainAudioView(state, isQuotaReached);
  if (!plain || !isProtected) return plain;
  return { ...plain, words: rowAudioTexts().isProtected(plain.words), isProtected };
}

function toPlainAudioView(state: string | null, isQuotaReached: boolean): AudioView | null {
  if (state === null) return null;
  const t = vocabularyTexts();
  const told: Readonly<Record<string, string>> = t.audioIs;
  const words = told[state] ?? t.audioIsOther(state);
  if (state === "kept") return { sign: "kept", words };
  const isOnItsWay = state === "waiting" || state === "not_ready";
  if (!isOnItsWay) return { sign: "failed", words };
  return { sign: "waiting", words: isQuotaReached ? rowAudioTexts().isHeldUp(words) : words };
}

/** What a value of the filter is called whose calls wait for want of room. */
export function toHeldUpLabel(label: string): string {
  return rowAudioTexts().isHeldUp(label);
}

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

/**
 * The automatic colour of a status: the one that was chosen when it first came; until then one that no
 * other has.
 */
export function toStatusTone(
  status: string,
  { statusColours, status: terms }: Pick<VocabularyView, "status" | "statusColours">,
): Tone {
  return (
    statusColours.get(status) ?? chooseInterimColour(status, statusColours, listGivenColours(terms))
  );
}

/** The same for the settings, of a name with all its values. */
export function toAutomaticTone({ automatic }: ListedNameView): Tone {
  return automatic ?? "grey";
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

export const vocabularyTexts = texts("vocabulary", {
  valueFields: {
    status: "Status",
    campaign: "Campaign",
    gender: "Gender",
    type: "Customer type",
    customer: "Customer",
  },
  noValue: {
    status: "No status",
    campaign: "No campaign",
    gender: "No gender",
    type: "No customer type",
    customer: "No customer",
  },
  markFields: {
    audio: "Audio",
    check: "Audio issue",
    heard: "Heard",
    tag: "Tag",
    review: "Review",
    notes: "Notes",
    mentioned: "Mentions",
    protected: "Protected",
    text: "Spoken text",
  },
  /** As they follow "is"; '' for none. */
  marks: {
    audio: {
      "": "none",
      kept: "kept",
      waiting: "waiting",
      not_ready: "processing",
      refused: "refused",
      gone: "gone",
      too_large: "too large",
      not_audio: "another kind of file",
      removed: "removed",
    },
    check: {
      "": "none",
      length: "length mismatch",
      silent: "silent",
      near_silent: "almost silent",
      one_sided: "one channel silent",
      same_sound: "duplicate audio",
      wrong_number_talk: "audio on a wrong number",
      unanswered: "audio on an unanswered call",
      source_gone: "gone at its source",
    },
    heard: { "": "nobody", me: "me", anyone: "anyone", half: "half" },
    tag: { "": "none" },
    review: { "": "none", to_review: "to review", reviewed: "reviewed", flagged: "flagged" },
    notes: { "": "no", true: "yes" },
    mentioned: { "": "nobody", me: "me" },
    protected: { "": "no", true: "yes" },
    text: { "": "none", kept: "available", waiting: "in progress", failed: "failed" },
  },
  audioIs: {
    kept: "Audio is kept",
    waiting: "Audio is waiting",
    not_ready: "Audio is processing",
    refused: "Audio is refused",
    gone: "Audio is gone",
    too_large: "Audio is too large",
    not_audio: "Audio is another kind of file",
    removed: "Audio is removed",
  },
  audioIsOther: (state: string) => `Audio is ${state}`,
});

/** What a row adds to the words about its audio. */
export const rowAudioTexts = texts("rowAudio", {
  isProtected: (words: string) => `${words}, protected from deletion`,
  isHeldUp: (words: string) => `${words}: the quota is reached`,
});
