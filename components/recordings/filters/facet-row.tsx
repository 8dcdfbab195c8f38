"use client";

import { Ban, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { formatBounded } from "@/components/format/numbers";
import {
  choose,
  describeChosen,
  type FacetOption,
  type FacetSelection,
  toTokens,
} from "@/components/recordings/list-answers";
import { classNames } from "@/components/ui/class-names";
import { ToneDot } from "@/components/ui/tone";
import { RawValue } from "@/components/vocabulary/values";
import { texts } from "@/lib/language/texts";

export type FacetRowProps = {
  option: FacetOption;
  /** The count is reached at least. */
  areMore: boolean;
  chosen: FacetSelection;
  onChoose: (selection: FacetSelection) => void;
  /** The mouse is pressed on what will choose it. */
  onPress: (selection: FacetSelection) => void;
};

/** One name: choose it, or choose all but it; of several values, each may be chosen alone. */
export function FacetRow({ option, ...row }: FacetRowProps) {
  const t = filterValueTexts();
  const { chosen, areMore } = row;
  const { label, hint, raw, tone, count, parts, isMore = areMore } = option;
  const tokens = toTokens(option);
  const sides = [chosen.include, chosen.exclude].map((side) => describeChosen(side, tokens));
  const [isOpen, setIsOpen] = useState(sides.includes("some"));
  return (
    <li>
      <Choice
        {...row}
        label={label}
        hint={hint}
        tone={tone}
        count={count}
        tokens={tokens}
        areMore={isMore}
        raw={parts ? undefined : raw}
      >
        {parts ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t.rawValuesOf(label)}
            title={t.rawValues(parts.length, parts.map(({ value }) => value).join(", "))}
            onClick={() => setIsOpen(!isOpen)}
            className="flex h-7 pointer-coarse:h-10 shrink-0 items-center gap-0.5 rounded px-1 text-faint text-xs tabular-nums hover:bg-pressed hover:text-text"
          >
            {parts.length}
            <ChevronRight
              aria-hidden
              className={classNames("size-3 transition-transform", isOpen && "rotate-90")}
            />
          </button>
        ) : null}
      </Choice>
      {parts && isOpen ? (
        <ul aria-label={t.rawValuesOf(label)} className="ml-4 border-line border-l pl-1">
          {parts.map(({ token, value, count }) => (
            <li key={token}>
              <Choice {...row} label={value} count={count} tokens={[token]} isRaw />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

type ChoiceProps = Pick<FacetOption, "label" | "hint" | "raw" | "tone" | "count"> &
  Omit<FacetRowProps, "option"> & {
    /** Chosen together. */
    tokens: string[];
    isRaw?: boolean;
    children?: React.ReactNode;
  };

function Choice({
  label,
  hint,
  raw,
  tone,
  count,
  tokens,
  isRaw = false,
  areMore,
  chosen,
  onChoose,
  onPress,
  children,
}: ChoiceProps) {
  const t = filterValueTexts();
  const id = useId();
  const included = describeChosen(chosen.include, tokens);
  const isExcluded = describeChosen(chosen.exclude, tokens) === "all";
  const toggled = () => choose(chosen, tokens, included === "all" ? null : "include");
  const excluded = () => choose(chosen, tokens, isExcluded ? null : "exclude");
  const pressed = (toSelection: () => FacetSelection) => (event: React.PointerEvent) => {
    // A finger may be about to scroll.
    if (event.button === 0 && event.pointerType === "mouse") onPress(toSelection());
  };
  return (
    <div className="group flex items-center rounded hover:bg-hover focus-within:bg-hover">
      <label
        onPointerDown={pressed(toggled)}
        className="flex min-h-8 pointer-coarse:min-h-10 min-w-0 flex-1 items-center gap-2.5 px-2"
      >
        <input
          type="checkbox"
          checked={included === "all"}
          ref={(input) => {
            if (input) input.indeterminate = included === "some";
          }}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-raw ${id}-hint ${id}-count`}
          onChange={() => onChoose(toggled())}
          className="size-3.5 shrink-0 accent-accent-solid"
        />
        <ToneDot tone={tone} />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-1">
          <span
            id={`${id}-label`}
            title={label}
            className={classNames(
              "wrap-anywhere line-clamp-2 max-w-full",
              isRaw && "font-mono text-[0.92em]",
              isExcluded && "text-muted line-through",
            )}
          >
            {label}
          </span>
          <span id={`${id}-raw`} className="flex max-w-full empty:hidden">
            <RawValue>{raw}</RawValue>
          </span>
          <span id={`${id}-hint`} className="w-full text-muted text-xs empty:hidden">
            {hint}
          </span>
        </span>
        <span
          id={`${id}-count`}
          className="text-muted text-xs tabular-nums group-data-stale/facet:text-faint"
        >
          {formatBounded({ count, isMore: areMore })}
        </span>
      </label>
      {children}
      <button
        type="button"
        aria-pressed={isExcluded}
        aria-label={t.exclude(label)}
        title={t.isNot}
        onPointerDown={pressed(excluded)}
        onClick={() => onChoose(excluded())}
        className="mr-0.5 flex size-7 pointer-coarse:size-10 shrink-0 items-center justify-center rounded text-faint hover:bg-pressed hover:text-text aria-pressed:text-bad"
      >
        <Ban aria-hidden className="size-3.5" />
      </button>
    </div>
  );
}

export const filterValueTexts = texts("filterValues", {
  searchIn: (field: string) => `Search in ${field}`,
  searchValues: "Search values",
  is: "Is",
  isNot: "Is not",
  more: (count: number) => `${count} more. Type to narrow them down.`,
  noValues: "No values.",
  clear: "Clear",
  others: "Others",
  allOf: (group: string) => `All of ${group}`,
  exclude: (value: string) => `Exclude ${value}`,
  rawValuesOf: (name: string) => `Raw values of ${name}`,
  rawValues: (count: number, values: string) => `${count} raw values: ${values}`,
  notCounted: "Couldn’t count the calls.",
  tryAgain: "Try again",
  fetchAgain: "Fetch again",
  fetchAgainOffer: "Fetch again…",
  askToFetch: (count: string, isOne: boolean) =>
    `Fetch the audio of ${count} ${isOne ? "call" : "calls"} again? Audio that is already kept won’t change.`,
  fetching: (count: string, isOne: boolean) =>
    `Fetching the audio of ${count} ${isOne ? "call" : "calls"} again.`,
  notFetched: "That didn’t work. Try again in a moment.",
  cancel: "Cancel",
});
