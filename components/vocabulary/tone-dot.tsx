import { classNames } from "@/components/ui/class-names";
import type { Tone } from "@/components/ui/tone/tone";
import { toneFill } from "@/components/ui/tone/tone-fill";

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
