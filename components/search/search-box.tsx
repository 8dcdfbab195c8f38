"use client";

import { Search, X } from "lucide-react";
import type { Route } from "next";
import { useEffect, useId, useRef, useState } from "react";
import { toListHref } from "@/components/list/href";
import { useListNavigation } from "@/components/list/navigation";
import type { ShownSuggestions } from "./search-suggestions";

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
  label = "Search recordings",
  placeholder = "Search name, phone, e-mail, summary",
  completion,
}: SearchBoxProps) {
  const { navigate } = useListNavigation();
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  const [asked, setAsked] = useState(q);
  const [shown, setShown] = useState(q);
  const [sent, setSent] = useState({ of: others, parameters: others });
  const [assist, setAssist] = useState<SearchAssist | null>(null);
  const [suggestions, setSuggestions] = useState<ShownSuggestions | null>(null);
  const listId = useId();

  // The address has changed: by us, or by a chip, a link or the back button, which then wins.
  if (q !== shown) {
    setShown(q);
    if (q !== asked) {
      setText(q);
      setAsked(q);
    }
  }

  const go = (typed: string, replace: boolean, reader: SearchAssist | null) => {
    const { parameters, rest } = reader?.readSearch(typed) ?? {
      parameters: [],
      rest: typed.trim(),
    };
    const isFiltered = parameters.length > 0;
    if (rest === asked && !isFiltered) return;
    setAsked(rest);
    if (isFiltered) setText(rest && /\s$/u.test(typed) ? `${rest} ` : rest);
    // Until the list has followed, its address lacks what was sent before.
    const before = sent.of === others ? sent.parameters : others;
    const after = reader?.addSearch(before, { parameters, rest: "" }) ?? before;
    setSent({ of: others, parameters: after });
    navigate(toListHref([["q", rest], ...after], path), { replace: replace && !isFiltered });
  };
  const search = (typed: string, replace = false) => {
    if (assist || !completion || !typed.includes(":")) return go(typed, replace, assist);
    // Without it the server reads them.
    loadSearchAssist().then(
      (loaded) => go(typed, replace, loaded),
      () => go(typed, replace, null),
    );
  };
  const prepare = () => {
    if (completion && !assist) loadSearchAssist().then(setAssist, () => undefined);
  };

  useEffect(() => {
    if (text.trim() === asked) return;
    const timer = setTimeout(() => {
      const isWriting = completion && text.includes(":");
      if (!isWriting || assist?.isAtRest(text, toCaret(inputRef.current))) {
        search(text, asked !== "");
      }
    }, pauseMs);
    return () => clearTimeout(timer);
  });

  return (
    <search className="relative min-w-0 flex-1 sm:w-80 sm:flex-initial">
      <form
        action={path}
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          search(text);
        }}
      >
        {others.map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-faint"
        />
        <SearchCombobox
          label={completion && "Words and filters"}
          listId={listId}
          shown={suggestions}
        >
          <input
            ref={inputRef}
            type="search"
            name="q"
            aria-label={label}
            aria-keyshortcuts="/"
            aria-autocomplete={completion && "list"}
            aria-controls={suggestions ? listId : undefined}
            aria-activedescendant={suggestions?.activeId}
            placeholder={placeholder}
            autoComplete="off"
            maxLength={1000}
            value={text}
            onFocus={prepare}
            onChange={(event) => {
              setText(event.target.value);
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
        </SearchCombobox>
        {text ? (
          <button
            type="button"
            aria-label="Clear search"
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
      {assist && completion ? (
        <assist.SearchSuggestions
          id={listId}
          inputRef={inputRef}
          text={text}
          onSearch={search}
          onShow={setSuggestions}
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

type SearchComboboxProps = {
  /** Without it, it is nothing but the box inside. */
  label: string | undefined;
  listId: string;
  shown: ShownSuggestions | null;
  children: React.ReactNode;
};

/** Around a search box that suggests: the box stays one for searches, and this says what it has. */
function SearchCombobox({ label, listId, shown, children }: SearchComboboxProps) {
  return label ? (
    // biome-ignore lint/a11y/useFocusableInteractive: the box inside has the focus
    <div
      role="combobox"
      aria-label={label}
      aria-haspopup="listbox"
      aria-expanded={shown !== null}
      aria-controls={listId}
    >
      {children}
    </div>
  ) : (
    children
  );
}

type SearchAssist = Awaited<ReturnType<typeof loadSearchAssist>>;

/** What reads and completes filters in a search: needed only by who is about to write one. */
async function loadSearchAssist() {
  const [{ addSearch, isAtRest, readSearch }, { SearchSuggestions }] = await Promise.all([
    import("@/lib/recordings/filter/read-search"),
    import("./search-suggestions"),
  ]);
  return { addSearch, isAtRest, readSearch, SearchSuggestions };
}
