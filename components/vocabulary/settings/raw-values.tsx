import { Split } from "lucide-react";
import { countFormat } from "@/components/format/numbers";
import { RawValue } from "@/components/vocabulary/named-value";
import type { ListedNameView } from "@/lib/vocabulary/views";

type RawValuesProps = {
  listed: ListedNameView;
  /** Gives a value its own name again; null for who may only look. */
  onSplit: ((value: string) => void) | null;
};

/** How a name arrives: of several values each with its calls, of one only what differs. */
export function RawValues({ listed: { name, values }, onSplit }: RawValuesProps) {
  const [only] = values;
  if (values.length <= 1) {
    if (only === undefined || only.value === name) return null;
    return (
      <span className="flex pb-1">
        <RawValue>{only.value}</RawValue>
      </span>
    );
  }
  return (
    <ul aria-label={`Values of ${name}`} className="flex flex-wrap gap-1.5 pt-0.5 pb-1.5">
      {values.map(({ value, calls }) => (
        <li
          key={value}
          className="flex h-6 pointer-coarse:h-8 max-w-full items-center gap-1.5 rounded border border-line bg-canvas pl-1.5 text-xs"
        >
          <RawValue isAlone>{value}</RawValue>
          <span className="shrink-0 pr-1.5 text-muted tabular-nums">
            {calls === null ? "" : countFormat.format(calls)}
          </span>
          {onSplit && value !== name ? (
            <button
              type="button"
              aria-label={`Split ${value} from ${name}`}
              title="Split off"
              onClick={() => onSplit(value)}
              className="-ml-1.5 flex size-6 pointer-coarse:size-8 shrink-0 items-center justify-center rounded text-faint hover:bg-pressed hover:text-text"
            >
              <Split aria-hidden className="size-3" />
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
