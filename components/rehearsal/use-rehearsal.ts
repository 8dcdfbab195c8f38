"use client";

import { useEffect, useState } from "react";
import { fetchJson } from "@/components/live/fetch-json";
import type { RehearsalView } from "@/lib/rehearsal/views";

const everyMs = { running: 500, idle: 4_000 };

/**
 * The rehearsal as it stands now, whoever began it; asked for while the page is looked at.
 * @param shown as it stood when the page was made
 */
export function useRehearsal(shown: RehearsalView | null) {
  const [asked, setAsked] = useState(shown);
  const [isAway, setIsAway] = useState(false);
  const rehearsal = newerOf(asked, shown);
  const isRunning = rehearsal?.state === "running";

  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const answer = document.hidden ? undefined : await fetchRehearsal(stop.signal);
      if (stop.signal.aborted || answer === "signed-out") return;
      if (answer !== undefined) setIsAway(answer === "away");
      if (answer !== undefined && answer !== "away") setAsked(answer);
      timer = setTimeout(ask, isRunning ? everyMs.running : everyMs.idle);
    };
    timer = setTimeout(ask, isRunning ? everyMs.running : everyMs.idle);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [isRunning]);

  return { rehearsal, isRunning, isAway };
}

/** Of two looks at rehearsals, the later one. */
function newerOf(asked: RehearsalView | null, shown: RehearsalView | null): RehearsalView | null {
  if (!asked || !shown) return asked ?? shown;
  if (asked.id !== shown.id) return asked.startedAt > shown.startedAt ? asked : shown;
  return shown.endedAt ? shown : asked;
}

/** The rehearsal as it stands; `away`: the database can't be asked now. */
async function fetchRehearsal(
  signal: AbortSignal,
): Promise<RehearsalView | null | "away" | "signed-out"> {
  const fetched = await fetchJson<RehearsalView | null>("/api/deliveries/rehearsal", { signal });
  if (fetched.isOk) return fetched.answer;
  return fetched.status === 401 || fetched.status === 403 ? "signed-out" : "away";
}
