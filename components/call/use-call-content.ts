"use client";

import { startTransition, useCallback, useEffect, useRef, useState } from "react";
import { watchChanges } from "@/components/live/watch-changes";

/** Gives what is shown of a call, as it stands in the list of `search`. */
export type ShowCall = (id: string, search: string) => Promise<React.ReactNode>;

type Content = {
  node: React.ReactNode;
  /** `stale` is still another call's. */
  state: "fresh" | "stale" | "none" | "failed";
  retry: () => void;
};

/** What the panel holds: what came with the page at first, then what is asked for. */
export function useCallContent(
  id: string | null,
  given: { id: string | null; node: React.ReactNode },
  show: ShowCall,
): Content {
  const [shown, setShown] = useState(given);
  const [arrived, setArrived] = useState(given.node);
  const [failedId, setFailedId] = useState<string | null>(null);
  const wantedId = useRef(id);

  // The page itself came again, with the call that is open.
  if (given.node !== arrived) {
    setArrived(given.node);
    if (given.id !== null) setShown(given);
  }

  const load = useCallback(
    async (wanted: string) => {
      try {
        const node = await show(wanted, window.location.search);
        if (wantedId.current !== wanted) return;
        // What is there stays until the scripts of what comes are there too.
        startTransition(() => {
          setShown({ id: wanted, node });
          setFailedId(null);
        });
      } catch {
        if (wantedId.current === wanted) setFailedId(wanted);
      }
    },
    [show],
  );

  useEffect(() => {
    wantedId.current = id;
    if (id !== null && id !== shown.id) load(id);
  }, [id, shown.id, load]);

  useEffect(() => {
    if (id === null) return;
    return watchChanges({
      onHint: ({ ids }) => {
        if (ids?.includes(id)) load(id);
      },
    });
  }, [id, load]);

  return {
    node: shown.node,
    state:
      shown.id === id ? "fresh" : failedId === id ? "failed" : shown.id === null ? "none" : "stale",
    retry: () => {
      setFailedId(null);
      if (id !== null) load(id);
    },
  };
}
