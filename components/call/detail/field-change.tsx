import { formatFull } from "@/components/format/dates";
import { countFormat } from "@/components/format/numbers";
import { yesOrNo } from "@/components/format/text";
import { Disclosure } from "@/components/ui/page/details";
import { ValueWord } from "@/components/vocabulary/values";
import { cutText } from "@/lib/list/list-page";
import type {
  FieldChangeView,
  FieldValue,
  RecordField,
  WordChange,
} from "@/lib/recordings/views/views";
import { emptyVocabulary } from "@/lib/vocabulary/terms";
import type { VocabularyView } from "@/lib/vocabulary/views";
import { recordingsDetailTexts } from "./texts.en";

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

type ChangedTextProps = {
  /** Null: there was none. */
  before: string | null;
  after: string | null;
  words?: WordChange[] | null;
  /** What stands for null. */
  none?: string;
  /** Whether it is folded however short it is. */
  isFolded?: boolean;
};

/** A text before and after: in one line where it is short, to unfold where it is long. */
export function ChangedText({
  before,
  after,
  words = null,
  none = recordingsDetailTexts().change.none,
  isFolded = false,
}: ChangedTextProps) {
  const t = recordingsDetailTexts().change;
  const isLong = [before, after].some((text) => text !== null && text.length > maxInLine);
  if (!isFolded && !isLong) {
    return <BeforeAfter before={toShown(before, none)} after={toShown(after, none)} />;
  }
  if (!before || !after) {
    return (
      <Disclosure summary={before ? t.removed : t.added}>
        <LongText text={before || after || ""} />
      </Disclosure>
    );
  }
  return (
    <Disclosure summary={t.rewritten}>
      {words ? (
        <WordChanges words={words} />
      ) : (
        <dl className="space-y-1.5">
          <dt className="font-medium text-muted text-xs">{t.before}</dt>
          <dd>
            <LongText text={before} />
          </dd>
          <dt className="pt-1.5 font-medium text-muted text-xs">{t.after}</dt>
          <dd>
            <LongText text={after} />
          </dd>
        </dl>
      )}
    </Disclosure>
  );
}

const maxInLine = 160;

function toShown(text: string | null, none: string): React.ReactNode {
  if (text) return text;
  const t = recordingsDetailTexts().change;
  return <span className="font-sans text-muted">{text === null ? none : t.empty}</span>;
}

/** A text with the words that went and the words that came; told apart without colour too. */
function WordChanges({ words }: { words: WordChange[] }) {
  return (
    <p dir="auto" className="wrap-anywhere max-w-[68ch] whitespace-pre-line leading-6">
      {words.map(({ kind, text }, index) => {
        const Element = elements[kind];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words may come several times
          <Element key={index} className={styles[kind]}>
            {text}
          </Element>
        );
      })}
    </p>
  );
}

const elements = { kept: "span", removed: "del", added: "ins" } as const;

const styles: Record<WordChange["kind"], string> = {
  kept: "",
  removed: "rounded-xs px-0.5 bg-bad-soft text-bad line-through decoration-bad/60",
  added:
    "ml-px rounded-xs px-0.5 bg-good-soft text-good underline decoration-good/60 underline-offset-2",
};

type BeforeAfterProps = { before: React.ReactNode; after: React.ReactNode };

/** "A → B"; neither side can turn the other's direction of writing. */
function BeforeAfter({ before, after }: BeforeAfterProps) {
  return (
    <>
      <bdi>{before}</bdi> <span className="mx-1 text-muted">→</span> <bdi>{after}</bdi>
    </>
  );
}

/** A text of any length: its beginning, then as much as one may want to read here. */
function LongText({ text }: { text: string }) {
  const t = recordingsDetailTexts().change;
  const [beginning, rest] = cutText(text, 2_000);
  const [middle, end] = cutText(rest, 20_000);
  return (
    <div dir="auto" className="wrap-anywhere max-w-[68ch] whitespace-pre-line leading-6">
      {beginning}
      {middle ? (
        <Disclosure summary={t.moreCharacters(rest.length)}>
          {middle}
          {end ? <p className="text-muted">{t.restInDelivery(end.length)}</p> : null}
        </Disclosure>
      ) : null}
    </div>
  );
}

/** A field's value as people read it, texts as they were given; null stays null. */
export function toValueText(
  field: RecordField,
  value: FieldValue,
  timeZone: string,
): string | null {
  if (typeof value === "boolean") return yesOrNo(value);
  if (typeof value === "number") return countFormat.format(value);
  return field === "createdAt" && value !== null ? formatFull(value, timeZone) : value;
}
