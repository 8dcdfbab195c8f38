import type { Tone } from "./tone";
import { toneFill } from "./tone-fill";

/** A word with a coloured dot. */
export function StatusBadge({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      <span aria-hidden className={`size-2 shrink-0 rounded-full ${toneFill[tone]}`} />
      <span className="truncate">{children}</span>
    </span>
  );
}
