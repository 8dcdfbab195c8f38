"use client";

import { ArrowUp, WifiOff } from "lucide-react";
import type { Route } from "next";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { countFormat } from "@/components/format/numbers";
import { useListNavigation } from "@/components/list/navigation";
import { fetchJson } from "@/components/live/fetch-json";
import { createPoller, watchChanges } from "@/components/live/watch-changes";
import { findStatusSlot } from "@/components/shell/shell-controls";
import { texts } from "@/lib/language/texts";
import { newsSchema } from "@/lib/recordings/views/views";

type NewsPillProps = {
  watermark: string;
  /** The filter's parameters, as the list's address writes them. */
  filter: string;
  /** The first page, when another one is shown. */
  firstPage: Route | null;
  /** How long ago the newest call of all came; null where there is none. */
  lastCallSeconds: number | null;
  isEmpty: boolean;
};

/**
 * New calls wait here until they are asked for; only an empty list fills by itself. It stands beside
 * the count while that is in sight and has room for it, else in the frame, and never over the list.
 */
export function NewsPill(props: NewsPillProps) {
  const { watermark, filter, firstPage, isEmpty } = props;
  const t = recordingsStateTexts();
  const { isPending, navigate, refresh } = useListNavigation();
  const { state, newCount, lastCallSeconds = props.lastCallSeconds } = useNews(watermark, filter);
  const place = useRef<HTMLSpanElement>(null);
  const isInSight = useIsInSight(place);
  const fillsItself = isEmpty && newCount > 0 && !firstPage;
  useCountInTitle(fillsItself ? 0 : newCount);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one refresh for each number of calls
  useEffect(() => {
    if (fillsItself) refresh();
  }, [fillsItself, newCount]);

  const show = () => {
    if (firstPage) return navigate(firstPage, { scroll: true });
    window.scrollTo({ top: 0 });
    refresh();
  };

  const news = (
    <>
      {newCount > 0 && !fillsItself ? (
        <button
          type="button"
          disabled={isPending}
          aria-keyshortcuts="N"
          onClick={show}
          className="inline-flex h-6 pointer-coarse:h-8 items-center gap-1 whitespace-nowrap rounded-full bg-accent-solid px-2.5 font-medium text-on-accent text-xs tabular-nums hover:bg-accent-solid-hover disabled:cursor-progress"
        >
          {isInSight ? <ArrowUp aria-hidden className="-ml-1 size-3.5" /> : null}
          {t.newCount(newCount)}
          <span className="sr-only">{` ${t.newShow(newCount)}`}</span>
        </button>
      ) : null}
      <Trouble state={state} isShort={!isInSight} />
    </>
  );
  return (
    <>
      {lastCallSeconds === null ? null : <LastCall agoSeconds={lastCallSeconds} />}
      {/* Its room is kept, so that nothing moves. */}
      <span
        ref={place}
        role="status"
        className="hidden h-7 min-w-22 items-center gap-2 @min-[60rem]:inline-flex"
      >
        {isInSight ? news : null}
      </span>
      {isInSight === false ? <InFrame>{news}</InFrame> : null}
    </>
  );
}

function InFrame({ children }: { children: React.ReactNode }) {
  const slot = findStatusSlot();
  return slot && createPortal(children, slot);
}

type TroubleProps = { state: News["state"]; isShort: boolean };

/** Why nothing new is heard of. */
function Trouble({ state, isShort }: TroubleProps) {
  const t = recordingsStateTexts();
  if (state === "live") return null;
  if (state === "paused") {
    return (
      <span title={t.updatesPaused} className="inline-flex items-center gap-1.5 text-muted text-xs">
        <WifiOff aria-hidden className="size-3.5 shrink-0 text-warn" />
        <span className={isShort ? "sr-only" : undefined}>{t.updatesPaused}</span>
      </span>
    );
  }
  return (
    <span className="whitespace-nowrap text-muted text-xs">
      <span className={isShort ? "sr-only" : undefined}>{`${t.signedOut} `}</span>
      {/* A whole load, so that nothing of the former session stays. */}
      <a href="/sign-in" className="font-medium text-accent underline underline-offset-2">
        {t.signIn}
      </a>
    </span>
  );
}

/** Whether an element has a place on the screen; null until that is known. */
function useIsInSight(ref: React.RefObject<HTMLElement | null>): boolean | null {
  const [isInSight, setInSight] = useState<boolean | null>(null);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver((entries) => {
      setInSight(entries.at(-1)?.isIntersecting ?? null);
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return isInSight;
}

/** Says in the tab, too, how many are new. */
function useCountInTitle(count: number): void {
  useEffect(() => {
    if (count === 0) return;
    const { title } = document;
    document.title = `(${countFormat.format(count)}) ${title}`;
    return () => {
      // The page may have another title meanwhile.
      if (document.title.endsWith(`) ${title}`)) document.title = title;
    };
  }, [count]);
}

type News = {
  state: "live" | "paused" | "signed-out";
  newCount: number;
  lastCallSeconds?: number | null;
};

/** How often a tab that nobody looks at asks, for what it says in its title. */
const hiddenPauseMs = 30_000;

/**
 * How many calls under `filter` came after the watermark, while the page is looked at: asked when
 * something has changed, after a failure less and less often, after a 401 no more.
 */
function useNews(watermark: string, filter: string): News {
  const [news, setNews] = useState<News>({ state: "live", newCount: 0 });

  useEffect(() => {
    const say = (state: News["state"]) => setNews((before) => ({ ...before, state }));
    const poller = createPoller(async (signal) => {
      const answer = await fetchNews(watermark, filter, signal);
      if (signal.aborted) return "answered";
      if (typeof answer === "object") setNews({ state: "live", ...answer });
      else say(answer);
      if (answer === "signed-out") leave();
      return answer === "paused" ? "failed" : "answered";
    });
    const stopWatching = watchChanges({
      onHint: poller.want,
      onSignedOut: () => say("signed-out"),
    });
    const whileHidden = setInterval(() => {
      if (document.hidden) poller.want();
    }, hiddenPauseMs);
    const leave = () => {
      clearInterval(whileHidden);
      stopWatching();
      poller.stop();
    };
    return leave;
  }, [watermark, filter]);

  return news;
}

async function fetchNews(
  watermark: string,
  filter: string,
  signal: AbortSignal,
): Promise<Omit<News, "state"> | "paused" | "signed-out"> {
  const parameters = new URLSearchParams(filter);
  parameters.set("since", watermark);
  const fetched = await fetchJson(`/api/recordings/news?${parameters}`, newsSchema, { signal });
  if (fetched.isOk) return fetched.answer;
  return fetched.status === 401 ? "signed-out" : "paused";
}

/** How long it has been since the newest call came, in seconds; a page that is looked at hears of the next. */
export function LastCall({ agoSeconds }: { agoSeconds: number }) {
  const [shown, setShown] = useState(agoSeconds);

  useEffect(() => {
    const begunAt = performance.now();
    // By how long it runs here: the clocks of two machines may differ.
    const tick = () => setShown(agoSeconds + (performance.now() - begunAt) / 1_000);
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [agoSeconds]);

  return (
    <p className="min-w-34 whitespace-nowrap text-muted text-sm tabular-nums">
      {recordingsStateTexts().lastCall(describeAgo(shown))}
    </p>
  );
}

/** "12 s", "4 min", "3 h", "2 days": whole units that have passed, as they stand in "… ago". */
export function describeAgo(seconds: number): string {
  const t = recordingsStateTexts().span;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return t.seconds(Math.max(1, Math.floor(seconds)));
  if (hours < 1) return t.minutes(minutes);
  return hours < 48 ? t.hours(hours) : t.days(Math.floor(hours / 24));
}

export const recordingsStateTexts = texts("recordingsState", {
  lastCall: (span: string) => `Last call ${span} ago`,
  /** As it stands in "… ago". */
  span: {
    seconds: (n: number) => `${n} s`,
    minutes: (n: number) => `${n} min`,
    hours: (n: number) => `${n} h`,
    days: (n: number) => `${n} days`,
  },
  newCount: (n: number) => `${countFormat.format(n)} new`,
  newShow: (n: number) => `${n === 1 ? "call" : "calls"} — show`,
  updatesPaused: "Live updates paused",
  signedOut: "You have been signed out.",
  signIn: "Sign in",
});
