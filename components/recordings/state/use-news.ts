"use client";

import { useEffect, useState } from "react";
import { newAsker } from "@/components/live/new-asker";
import { watchChanges } from "@/components/live/watch-changes";

export type News = { state: "live" | "paused" | "signed-out"; newCount: number };

/**
 * How many calls under `filter` came after the mark `since`, while the page is looked at: asked when
 * something has changed, after a failure less and less often, after a 401 no more.
 */
export function useNews(since: string, filter: string): News {
  const [news, setNews] = useState<News>({ state: "live", newCount: 0 });

  useEffect(() => {
    const say = (state: News["state"]) => setNews((before) => ({ ...before, state }));
    const asker = newAsker(async (signal) => {
      const answer = await askForNews(since, filter, signal);
      if (signal.aborted) return "answered";
      if (typeof answer === "number") setNews({ state: "live", newCount: answer });
      else say(answer);
      if (answer === "signed-out") leave();
      return answer === "paused" ? "failed" : "answered";
    });
    const stopWatching = watchChanges({
      onHint: asker.want,
      onSignedOut: () => say("signed-out"),
    });
    const leave = () => {
      stopWatching();
      asker.stop();
    };
    return leave;
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
