import type { ValueFace } from "./to-value-face";
import { ToneDot } from "./tone-dot";

/** The same where there is room for one word: how it arrives is read aloud and in its tooltip. */
export function NamedValue({ label, raw, tone }: ValueFace) {
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
