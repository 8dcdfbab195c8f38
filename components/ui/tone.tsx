import { classNames } from "./class-names";

/** The colours that tell things apart, each as a ground; never the only sign of what they mean. */
export const toneFill = {
  green: "bg-tone-green",
  red: "bg-tone-red",
  amber: "bg-tone-amber",
  blue: "bg-tone-blue",
  violet: "bg-tone-violet",
  teal: "bg-tone-teal",
  pink: "bg-tone-pink",
  grey: "bg-tone-grey",
  lime: "bg-tone-lime",
  brown: "bg-tone-brown",
};

export type Tone = keyof typeof toneFill;

// Object.keys forgets what a record's keys are.
export const tones = Object.keys(toneFill) as Tone[];

/** What a message means for the reader. */
export type Variant = "plain" | "good" | "warn" | "bad" | "info";

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

type NamedValueProps = { label: string; raw?: string | undefined; tone?: Tone | undefined };

/** A value in one word: how it arrives is read aloud and in its tooltip. Lists draw it without the vocabulary. */
export function NamedValue({ label, raw, tone }: NamedValueProps) {
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
