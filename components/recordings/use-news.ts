"use client";

import { useEffect, useState } from "react";

export type News = { state: "live" | "paused" | "signed-out"; newCount: number };

const everyMs = 3_000;
const longestPauseMs = 60_000;

/**
 * Asks, while the page is looked at, how many calls under `filter` came after the mark `since`.
 * After a failure it asks less and less often; after a 401 no more.
 */
export function useNews(since: string, filter: string): News {
  const [news, setNews] = useState<News>({ state: "live", newCount: 0 });

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    const ask = async () => {
      clearTimeout(timer);
      if (document.hidden) return;
      const answer = await askForNews(since, filter, stop.signal);
      if (stop.signal.aborted) return;
      failures = typeof answer === "number" ? 0 : failures + 1;
      setNews((before) =>
        typeof answer === "number"
          ? { state: "live", newCount: answer }
          : { state: answer, newCount: before.newCount },
      );
      if (answer === "signed-out") return stop.abort();
      clearTimeout(timer);
      timer = setTimeout(ask, Math.min(everyMs * 2 ** failures, longestPauseMs));
    };

    timer = setTimeout(ask, everyMs);
    document.addEventListener("visibilitychange", ask, { signal: stop.signal });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [since, filter]);

  return news;
}

async function askForNews(
  since: string,
  filter: string,
  signal: AbortSignal,
): Promise<number | "paused" | "signed-out"> {
  const parameters = new URLSearchParams(filter);
  parameters.set("since", since);
  try {
    const response = await fetch(`/api/recordings/news?${parameters}`, { signal });
    if (response.status === 401) return "signed-out";
    const news: unknown = response.ok ? await response.json() : null;
    return hasCount(news) ? news.newCount : "paused";
  } catch {
    return "paused";
  }
}

function hasCount(value: unknown): value is { newCount: number } {
  return (
    typeof value === "object" &&
    value !== null &&
    "newCount" in value &&
    typeof value.newCount === "number"
  );
}
