"use client";

import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { countFormat } from "@/components/format/numbers";
import { useCountsSoFar } from "@/components/recordings/counts/list-counts";
import { ComboboxList, stepOption } from "@/components/ui/controls/combobox";
import { completeAlone, type Suggestion, searchSuggestionsTexts, suggest } from "./suggest";

type SearchSuggestionsProps = {
  id: string;
  inputRef: RefObject<HTMLInputElement | null>;
  text: string;
  timeZone: string;
  /** Whether Enter was pressed, and nobody has answered yet. */
  isEntered: boolean;
  onSearch: (text: string) => void;
  /** Says which of the open list has the keyboard; -1 is none, null: the list is closed. */
  onShow: (active: number | null) => void;
};

/** What the search box offers while a filter is written in it; the keyboard stays in the box. */
export function SearchSuggestions(props: SearchSuggestionsProps) {
  const { id, inputRef, text, timeZone, isEntered, onSearch, onShow } = props;
  const t = searchSuggestionsTexts();
  const [caret, setCaret] = useState(-1);
  const [state, setState] = useState(untouched);
  const values = useSettled(useCountsSoFar()?.options ?? null);

  const isWanted = caret >= 0 && !state.isDismissed;
  const known = { options: values, now: new Date(), timeZone };
  const offered = isWanted ? suggest(text, caret, known, state) : [];
  const active = offered[state.active] ? state.active : -1;
  const isOpen = offered.length > 0;

  useEffect(() => {
    onShow(isOpen ? active : null);
    return () => onShow(null);
  }, [onShow, isOpen, active]);

  const take = (suggestion: Suggestion | undefined) => {
    const input = inputRef.current;
    if (!input || !suggestion) return;
    input.setRangeText(suggestion.insert, suggestion.from, suggestion.to, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    if (suggestion.isWhole) onSearch(input.value);
  };

  const answerEnter = useEffectEvent((isLast: boolean) => {
    const input = inputRef.current;
    const alone = state.isDismissed
      ? null
      : completeAlone(text, input?.selectionEnd ?? text.length, known);
    if (alone === "unknown" && !isLast) return;
    if (alone === null || alone === "unknown") onSearch(text);
    else onSearch(`${text.slice(0, alone.from)}${alone.insert}${text.slice(alone.to)}`.trimEnd());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more when the values are known
  useEffect(() => {
    if (!isEntered) return;
    answerEnter(false);
    const timer = setTimeout(() => answerEnter(true), longestWaitMs);
    return () => clearTimeout(timer);
  }, [isEntered, values]);

  useEffect(() => {
    const input = inputRef.current;
    if (!input) return;
    const follow = () => setCaret(document.activeElement === input ? toCaret(input) : -1);
    const begin = ({ target }: Event) => {
      if (target !== input) return;
      setState(untouched);
      follow();
    };
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
      const first = offered[0]?.isWhole ? 0 : -1;
      const step = stepOption(event.key, active, offered.length);
      if (step !== null) setState((was) => ({ ...was, active: step }));
      else if (event.key === "ArrowDown") setState({ ...untouched, isAsked: true });
      else if (event.key === "Escape" && isOpen) setState({ ...untouched, isDismissed: true });
      else if (event.key === "Enter" && active >= 0) take(offered[active]);
      else if (event.key === "Tab" && !event.shiftKey && Math.max(active, first) >= 0) {
        take(offered[Math.max(active, first)]);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const leaving = new AbortController();
    const { signal } = leaving;
    // Not on the box itself: a render before React has heard of the letter would take it back.
    window.addEventListener("input", begin, { signal });
    input.addEventListener("keydown", press, { signal });
    input.addEventListener("focus", follow, { signal });
    input.addEventListener("blur", follow, { signal });
    document.addEventListener("selectionchange", follow, { signal });
    follow();
    return () => leaving.abort();
  });

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen ? t.found(offered.length) : ""}
      </p>
      {isOpen ? (
        <ComboboxList
          id={id}
          label={t.suggestions}
          options={offered}
          active={active}
          onChoose={take}
          className="absolute top-full left-0 z-40 mt-1 max-h-[min(24rem,60dvh)] w-full min-w-72 rounded-lg bg-raised p-1.5 text-dense shadow-popover"
          render={({ label, detail, count }) => (
            <>
              <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
              <span className="shrink-0 text-muted text-xs tabular-nums">
                {detail ?? (count === undefined ? "" : countFormat.format(count))}
              </span>
            </>
          )}
        />
      ) : null}
    </>
  );
}

/** Whoever has pressed Enter gets what they have written, if the values aren't known by then. */
const longestWaitMs = 1_500;
const untouched = { active: -1, isDismissed: false, isAsked: false };

/** A selection is no caret. */
function toCaret(input: HTMLInputElement): number {
  return input.selectionStart === input.selectionEnd ? (input.selectionEnd ?? -1) : -1;
}

/** The value of a promise, once there is one; null until then, and when it can't be had. */
function useSettled<T>(promise: Promise<T> | null): T | null {
  const [value, setValue] = useState<T | null>(null);

  useEffect(() => {
    let isWanted = true;
    promise?.then(
      (settled) => {
        if (isWanted) setValue(() => settled);
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [promise]);

  return value;
}
