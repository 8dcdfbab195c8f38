"use client";

import { Search, X } from "lucide-react";
import type { Route } from "next";
import { useEffect, useRef, useState } from "react";
import { useListNavigation } from "./list-navigation";
import { toListHref } from "./to-list-href";

const pauseMs = 350;

type SearchBoxProps = {
  q: string;
  /** The parameters of the list's address that are not the search's. */
  others: [string, string][];
  /** What is searched, for a list other than that of the recordings. */
  path?: Route;
  label?: string;
  placeholder?: string;
};

/** Searches on Enter, and by itself when the typing pauses. */
export function SearchBox({
  q,
  others,
  path = "/recordings",
  label = "Search recordings",
  placeholder = "Search name, phone, e-mail, summary",
}: SearchBoxProps) {
  const { navigate } = useListNavigation();
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  const [asked, setAsked] = useState(q);
  const [shown, setShown] = useState(q);

  // The address has changed: by us, or by a chip, a link or the back button, which then wins.
  if (q !== shown) {
    setShown(q);
    if (q !== asked) {
      setText(q);
      setAsked(q);
    }
  }

  const search = (words: string, replace: boolean) => {
    if (words === asked) return;
    setAsked(words);
    navigate(toListHref([["q", words], ...others], path), { replace });
  };

  useEffect(() => {
    const words = text.trim();
    if (words === asked) return;
    const timer = setTimeout(() => search(words, asked !== ""), pauseMs);
    return () => clearTimeout(timer);
  });

  return (
    <search className="relative min-w-0 flex-1 sm:w-72 sm:flex-none xl:w-80">
      <form
        action={path}
        method="get"
        onSubmit={(event) => {
          event.preventDefault();
          search(text.trim(), false);
        }}
      >
        {others.map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <Search
          aria-hidden
          className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint"
        />
        <input
          ref={inputRef}
          type="search"
          name="q"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={placeholder}
          autoComplete="off"
          maxLength={1000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // Leaves it as it is; browsers would empty it.
            if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.blur();
          }}
          className="h-8 w-full rounded-md border border-line-strong bg-surface pr-8 pl-8 text-dense transition-colors hover:border-faint focus-visible:outline-offset-0"
        />
        {text ? (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              setText("");
              search("", false);
              inputRef.current?.focus();
            }}
            className="absolute top-1 right-1 flex size-6 items-center justify-center rounded text-muted hover:bg-hover hover:text-text"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        ) : null}
      </form>
    </search>
  );
}
