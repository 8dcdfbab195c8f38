"use client";

import { type RefObject, useEffect, useState } from "react";
import { countFormat } from "@/components/format/numbers";
import { useCountsSoFar } from "@/components/recordings/counts/list-counts";
import { type Suggestion, suggest } from "./suggest";

type SearchSuggestionsProps = {
  id: string;
  inputRef: RefObject<HTMLInputElement | null>;
  text: string;
  timeZone: string;
  onSearch: (text: string) => void;
  /** Says whether the list is open, and which of it has the keyboard. */
  onShow: (shown: ShownSuggestions | null) => void;
};

export type ShownSuggestions = { activeId: string | undefined };

/** What the search box offers while a filter is written in it; the keyboard stays in the box. */
export function SearchSuggestions(props: SearchSuggestionsProps) {
  const { id, inputRef, text, timeZone, onSearch, onShow } = props;
  const [caret, setCaret] = useState(-1);
  const [state, setState] = useState(untouched);
  const values = useSettled(useCountsSoFar()?.options ?? null);

  const isWanted = caret >= 0 && !state.isDismissed;
  const known = { options: values, now: new Date(), timeZone };
  const offered = isWanted ? suggest(text, caret, known, state) : [];
  const active = offered[state.active] ? state.active : -1;
  const isOpen = offered.length > 0;
  const activeId = active >= 0 ? `${id}-${active}` : undefined;

  useEffect(() => {
    onShow(isOpen ? { activeId } : null);
    return () => onShow(null);
  }, [onShow, isOpen, activeId]);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const take = (suggestion: Suggestion | undefined) => {
    const input = inputRef.current;
    if (!input || !suggestion) return;
    input.setRangeText(suggestion.insert, suggestion.from, suggestion.to, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    if (suggestion.isWhole) onSearch(input.value);
  };

  useEffect(() => {
    const input = inputRef.current;
    if (!input) return;
    const follow = () => setCaret(document.activeElement === input ? toCaret(input) : -1);
    const begin = ({ target }: Event) => {
      if (target !== input) return;
      setState(untouched);
      follow();
    };
    const step = (by: number) => {
      const length = offered.length;
      const from = active < 0 && by < 0 ? length : active;
      setState((was) => ({ ...was, active: length > 0 ? (from + by + length) % length : 0 }));
    };
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
      const first = offered[0]?.isWhole ? 0 : -1;
      if (event.key === "ArrowDown" && !isOpen) setState({ ...untouched, isAsked: true });
      else if (event.key === "ArrowDown") step(1);
      else if (event.key === "ArrowUp" && isOpen) step(-1);
      else if (event.key === "Escape" && isOpen) setState({ ...untouched, isDismissed: true });
      else if (event.key === "Enter" && active >= 0) take(offered[active]);
      else if (event.key === "Tab" && !event.shiftKey && Math.max(active, first) >= 0) {
        take(offered[Math.max(active, first)]);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Not on the box itself: a render before React has heard of the letter would take it back.
    window.addEventListener("input", begin);
    input.addEventListener("keydown", press);
    input.addEventListener("focus", follow);
    input.addEventListener("blur", follow);
    document.addEventListener("selectionchange", follow);
    follow();
    return () => {
      window.removeEventListener("input", begin);
      input.removeEventListener("keydown", press);
      input.removeEventListener("focus", follow);
      input.removeEventListener("blur", follow);
      document.removeEventListener("selectionchange", follow);
    };
  });

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen ? `${offered.length} ${offered.length === 1 ? "suggestion" : "suggestions"}` : ""}
      </p>
      {isOpen ? (
        <div
          id={id}
          role="listbox"
          aria-label="Suggestions"
          tabIndex={-1}
          className="absolute top-full left-0 z-40 mt-1 max-h-[min(24rem,60dvh)] w-full min-w-72 overflow-y-auto overscroll-contain rounded-lg bg-raised p-1.5 text-dense shadow-popover"
        >
          {offered.map((suggestion, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the box above has the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: and the keys
            <div
              key={`${suggestion.label} ${suggestion.detail}`}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(suggestion)}
              className="flex min-h-8 cursor-pointer items-center gap-3 rounded px-2 hover:bg-hover aria-selected:bg-accent-soft aria-selected:text-accent"
            >
              <bdi className="min-w-0 flex-1 truncate">{suggestion.label}</bdi>
              <span className="shrink-0 text-muted text-xs tabular-nums">
                {suggestion.detail ??
                  (suggestion.count === undefined ? "" : countFormat.format(suggestion.count))}
              </span>
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}

const untouched = { active: -1, isDismissed: false, isAsked: false };

/** A selection is no caret. */
function toCaret(input: HTMLInputElement): number {
  return input.selectionStart === input.selectionEnd ? (input.selectionEnd ?? -1) : -1;
}

/** The value of a promise, once there is one; null until then, and when it can't be had. */
export function useSettled<T>(promise: Promise<T> | null): T | null {
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
