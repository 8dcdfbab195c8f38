import type { WordChange } from "@/lib/recordings/detail/views";

/** A text with the words that went and the words that came; told apart without colour too. */
export function WordChanges({ words }: { words: WordChange[] }) {
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
