import { Disclosure } from "@/components/ui/overlay/disclosure";
import type { WordChange } from "@/lib/recordings/detail/views";
import { BeforeAfter } from "./before-after";
import { LongText } from "./long-text";
import { WordChanges } from "./word-changes";

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
  none = "none",
  isFolded = false,
}: ChangedTextProps) {
  const isLong = [before, after].some((text) => text !== null && text.length > maxInLine);
  if (!isFolded && !isLong) {
    return <BeforeAfter before={toShown(before, none)} after={toShown(after, none)} />;
  }
  if (!before || !after) {
    return (
      <Disclosure summary={before ? "Removed" : "Added"}>
        <LongText text={before || after || ""} />
      </Disclosure>
    );
  }
  return (
    <Disclosure summary="Rewritten">
      {words ? (
        <WordChanges words={words} />
      ) : (
        <dl className="space-y-1.5">
          <dt className="font-medium text-muted text-xs">Before</dt>
          <dd>
            <LongText text={before} />
          </dd>
          <dt className="pt-1.5 font-medium text-muted text-xs">After</dt>
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
  return <span className="font-sans text-muted">{text === null ? none : "empty"}</span>;
}
