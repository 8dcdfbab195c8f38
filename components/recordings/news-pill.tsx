"use client";

import { ArrowUp } from "lucide-react";
import type { Route } from "next";
import { useEffect } from "react";
import { countFormat } from "./count-format";
import { useListNavigation } from "./list-navigation";
import { useNews } from "./use-news";

type NewsPillProps = {
  since: string;
  /** The filter's parameters, as the list's address writes them. */
  filter: string;
  /** The first page, when another one is shown. */
  firstPage: Route | null;
  isEmpty: boolean;
};

/** New calls wait here until they are asked for; only an empty list fills by itself. */
export function NewsPill({ since, filter, firstPage, isEmpty }: NewsPillProps) {
  const { isPending, navigate, refresh } = useListNavigation();
  const { state, newCount } = useNews(since, filter);
  const fillsItself = isEmpty && newCount > 0 && !firstPage;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one refresh for each number of calls
  useEffect(() => {
    if (fillsItself) refresh();
  }, [fillsItself, newCount]);

  const show = () => {
    if (firstPage) return navigate(firstPage, { scroll: true });
    window.scrollTo({ top: 0 });
    refresh();
  };

  return (
    <div role="status" className={placeStyle}>
      {newCount > 0 && !fillsItself ? (
        <button
          type="button"
          disabled={isPending}
          aria-keyshortcuts="N"
          onClick={show}
          className="pointer-events-auto inline-flex h-7 items-center gap-1.5 whitespace-nowrap rounded-full bg-accent-solid px-3 font-medium text-on-accent text-xs shadow-md hover:bg-accent-solid-hover disabled:cursor-progress"
        >
          <ArrowUp aria-hidden className="-ml-1 size-3.5" />
          {countFormat.format(newCount)} new {newCount === 1 ? "call" : "calls"} — show
        </button>
      ) : null}
      {state === "paused" ? <span className={noticeStyle}>Live updates paused</span> : null}
      {state === "signed-out" ? (
        <span className={noticeStyle}>
          You have been signed out.{" "}
          {/* A whole load, so that nothing of the former session stays. */}
          <a href="/sign-in" className="font-medium text-accent underline underline-offset-2">
            Sign in
          </a>
        </span>
      ) : null}
    </div>
  );
}

/** Over the list and without room of its own, so that nothing moves; it stays while one scrolls. */
const placeStyle =
  "pointer-events-none sticky top-17 z-20 flex h-0 translate-y-0.5 items-center justify-center gap-2 px-4 lg:top-14";

const noticeStyle =
  "pointer-events-auto inline-flex h-7 items-center gap-1 whitespace-nowrap rounded-full border border-line bg-raised px-3 text-muted text-xs shadow-md";
