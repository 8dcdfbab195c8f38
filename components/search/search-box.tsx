"use client";

import { Search, X } from "lucide-react";
import type { Route } from "next";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { toListHref } from "@/components/list/href";
import { useListNavigation } from "@/components/list/navigation";
import { comboboxProps } from "@/components/ui/controls/combobox";
import { texts } from "@/lib/language/texts";

const pauseMs = 350;

type SearchBoxProps = {
  q: string;
  /** The parameters of the list's address that are not the search's. */
  others: [string, string][];
  /** What is searched, for a list other than that of the recordings. */
  path?: Route;
  label?: string;
  placeholder?: string;
  /** Where filters can be written in the box, such as `status:completed`: what they may be. */
  completion?: { timeZone: string };
};

/** Searches on Enter, and by itself when the typing pauses. Filters written in it become filters. */
export function SearchBox({
  q,
  others,
  path = "/recordings",
  label = searchTexts().recordings,
  placeholder = searchTexts().placeholder,
  completion,
}: SearchBoxProps) {
  const { navigate } = useListNavigation();
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  const [asked, setAsked] = useState(q);
  const [shown, setShown] = useState(q);
  const [sent, setSent] = useState({ of: others, parameters: others });
  const [assist, setAssist] = useState<SearchAssist | "missing" | null>(null);
  const [active, setActive] = useState<number | null>(null);
  const [entered, setEntered] = useState<string | null>(null);
  const listId = useId();

  // The address has changed: by us, or by a chip, a link or the back button, which then wins.
  if (q !== shown) {
    setShown(q);
    if (q !== asked) {
      setText(q);
      setAsked(q);
    }
  }

  /** Without what reads filters, the server does. */
  const reader = assist === "missing" ? null : assist;
  const search = (typed: string, { replace = false, draft = "" } = {}) => {
    setEntered(null);
    const { parameters, rest } = reader?.readSearch(typed) ?? {
      parameters: [],
      rest: typed.trim(),
    };
    const isFiltered = parameters.length > 0;
    if (rest === asked && !isFiltered) return;
    setAsked(rest);
    if (isFiltered) setText(`${rest}${rest && (draft || /\s$/u.test(typed)) ? " " : ""}${draft}`);
    // Until the list has followed, its address lacks what was sent before.
    const before = sent.of === others ? sent.parameters : others;
    const after = reader?.addSearch(before, { parameters, rest: "" }) ?? before;
    setSent({ of: others, parameters: after });
    navigate(toListHref([["q", rest], ...after], path), { replace: replace && !isFiltered });
  };
  const prepare = () => {
    if (completion && !reader) loadSearchAssist().then(setAssist, () => setAssist("missing"));
  };

  useEffect(() => {
    if (text.trim() === asked || (completion && !assist)) return;
    const timer = setTimeout(() => {
      const whole = { settled: text, draft: "" };
      const parted = reader ? reader.splitDraft(text, toCaret(inputRef.current)) : whole;
      if (parted) search(parted.settled, { replace: asked !== "", draft: parted.draft });
    }, pauseMs);
    return () => clearTimeout(timer);
  });

  const isMarking = completion !== undefined && q !== "";
  useEffect(() => {
    if (!isMarking) return;
    const marking = import("./mark-open-call").then(
      ({ markOpenCall }) => markOpenCall(q),
      () => undefined,
    );
    return () => void marking.then((stop) => stop?.());
  }, [isMarking, q]);

  // What was entered before the suggestions had come.
  const searchEntered = useEffectEvent(() => {
    if (entered !== null) search(entered);
  });
  useEffect(() => {
    if (assist === "missing") searchEntered();
  }, [assist]);

  return (
    <search className="relative min-w-0 flex-1 sm:w-80 sm:flex-initial">
      <form
        action={path}
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          const isUnread = completion && assist !== "missing" && text.includes(":");
          if (!isUnread) return search(text);
          setEntered(text);
          prepare();
        }}
      >
        {others.map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-faint"
        />
        <input
          ref={inputRef}
          {...(completion
            ? comboboxProps({ listId, active })
            : { type: "search", autoComplete: "off" })}
          name="q"
          enterKeyHint="search"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={placeholder}
          maxLength={1000}
          value={text}
          onFocus={prepare}
          onChange={(event) => {
            setText(event.target.value);
            setEntered(null);
            prepare();
          }}
          onKeyDown={(event) => {
            // Leaves it as it is; browsers would empty it.
            if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.blur();
          }}
          className="h-8 pointer-coarse:h-10 w-full text-ellipsis rounded-md border border-line-strong bg-surface pr-8 pl-8 text-dense transition-colors hover:border-faint focus-visible:outline-offset-0"
        />
        {text ? (
          <button
            type="button"
            aria-label={searchTexts().clear}
            onClick={() => {
              setText("");
              search("");
              inputRef.current?.focus();
            }}
            className="absolute inset-y-0 right-1 my-auto flex size-6 pointer-coarse:size-8 items-center justify-center rounded text-muted hover:bg-hover hover:text-text"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        ) : null}
      </form>
      {reader && completion ? (
        <reader.SearchSuggestions
          id={listId}
          inputRef={inputRef}
          text={text}
          isEntered={entered === text}
          onSearch={search}
          onShow={setActive}
          {...completion}
        />
      ) : null}
    </search>
  );
}

/** -1 where the typing is somewhere else. */
function toCaret(input: HTMLInputElement | null): number {
  return input === document.activeElement ? (input?.selectionEnd ?? -1) : -1;
}

type SearchAssist = Awaited<ReturnType<typeof loadSearchAssist>>;

/** What reads and completes filters in a search: needed only by who is about to write one. */
async function loadSearchAssist() {
  const [{ addSearch, readSearch, splitDraft }, { SearchSuggestions }] = await Promise.all([
    import("@/lib/recordings/filter/read-search"),
    import("./search-suggestions"),
  ]);
  return { addSearch, readSearch, splitDraft, SearchSuggestions };
}

export const searchTexts = texts("search", {
  recordings: "Search recordings",
  placeholder: "Search calls",
  clear: "Clear search",
});
