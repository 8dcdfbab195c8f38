"use client";

import { Ban } from "lucide-react";
import { useId } from "react";
import { formatBounded } from "@/components/format/count-format";
import type { FacetOption, FacetSelection } from "@/components/recordings/counts/facet-options";
import { classNames } from "@/components/ui/class-names";
import { RawValue } from "@/components/vocabulary/raw-value";
import { ToneDot } from "@/components/vocabulary/tone-dot";

type FacetRowProps = {
  option: FacetOption;
  /** The count is reached at least. */
  areMore: boolean;
  chosen: FacetSelection;
  onChoose: (selection: FacetSelection) => void;
};

/** One value: choose it, or choose all but it. */
export function FacetRow({ option, areMore, chosen, onChoose }: FacetRowProps) {
  const { token, label, raw, tone, count } = option;
  const id = useId();
  const isIncluded = chosen.include.includes(token);
  const isExcluded = chosen.exclude.includes(token);
  const include = chosen.include.filter((other) => other !== token);
  const exclude = chosen.exclude.filter((other) => other !== token);

  return (
    <li className="group flex items-center rounded hover:bg-hover focus-within:bg-hover">
      <label className="flex min-h-8 pointer-coarse:min-h-10 min-w-0 flex-1 items-center gap-2.5 px-2">
        <input
          type="checkbox"
          checked={isIncluded}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-raw ${id}-count`}
          onChange={() =>
            onChoose({ include: isIncluded ? include : [...include, token], exclude })
          }
          className="size-3.5 shrink-0 accent-accent-solid"
        />
        <ToneDot tone={tone} />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-1">
          <span
            id={`${id}-label`}
            title={label}
            className={classNames("max-w-full truncate", isExcluded && "text-muted line-through")}
          >
            {label}
          </span>
          <span id={`${id}-raw`} className="flex max-w-full empty:hidden">
            <RawValue>{raw}</RawValue>
          </span>
        </span>
        <span
          id={`${id}-count`}
          className="text-muted text-xs tabular-nums group-data-stale/facet:text-faint"
        >
          {formatBounded({ count, isMore: areMore })}
        </span>
      </label>
      <button
        type="button"
        aria-pressed={isExcluded}
        aria-label={`Exclude ${label}`}
        title="Is not"
        onClick={() => onChoose({ include, exclude: isExcluded ? exclude : [...exclude, token] })}
        className="mr-0.5 flex size-7 pointer-coarse:size-10 shrink-0 items-center justify-center rounded text-faint hover:bg-pressed hover:text-text aria-pressed:text-bad"
      >
        <Ban aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}
