import type { Tone } from "./tone";

/** A word with a coloured dot. */
export function StatusBadge({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${dots[tone]}`} />
      <span className="truncate">{children}</span>
    </span>
  );
}

const dots: Record<Tone, string> = {
  green: "bg-tone-green",
  red: "bg-tone-red",
  amber: "bg-tone-amber",
  blue: "bg-tone-blue",
  violet: "bg-tone-violet",
  teal: "bg-tone-teal",
  pink: "bg-tone-pink",
  grey: "bg-tone-grey",
};
