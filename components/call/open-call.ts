"use client";

import type { Route } from "next";
import { useSearchParams } from "next/navigation";
import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from "react";
import { watchChanges } from "@/components/live/watch-changes";
import type { OpenCall } from "@/components/recordings/state/open-call";
import { recordingHref } from "@/lib/list/id-segment";

/**
 * Which call is open, as the address says. Opening and closing change the address alone: the list
 * is not asked for again, and nothing in it moves: not by a browser either that would scroll to where
 * the list was before. Who opens one by Enter goes there; closing gives the focus back to the row.
 */
export function useOpenCallState(panel: RefObject<HTMLElement | null>): OpenCall {
  const id = useSearchParams().get("open") || null;
  const before = useRef(id);
  const wasPushed = useRef(false);
  const isFocusWanted = useRef(false);

  useEffect(() => {
    const closed = before.current;
    before.current = id;
    if (isFocusWanted.current) {
      isFocusWanted.current = false;
      panel.current?.focus();
      return;
    }
    if (id === closed) return;
    const row = findRow(id ?? closed ?? "");
    const { activeElement } = document;
    if (!row || !(activeElement === document.body || activeElement?.closest("tbody"))) return;
    row.focus({ preventScroll: true });
    if (id !== null && closed !== null) row.closest("tr")?.scrollIntoView({ block: "nearest" });
  }, [id, panel]);

  useEffect(() => {
    history.scrollRestoration = "manual";
    return () => {
      history.scrollRestoration = "auto";
    };
  }, []);

  return {
    id,
    open: (next, { takesFocus } = { takesFocus: false }) => {
      isFocusWanted.current = takesFocus;
      const href = toOpenHref(window.location.search, next);
      // From one call to another is no step of its own: one step back leads to the list.
      if (id === null) window.history.pushState(null, "", href);
      else window.history.replaceState(null, "", href);
      if (id === null) wasPushed.current = true;
    },
    close: () => {
      if (wasPushed.current) window.history.back();
      else window.history.replaceState(null, "", toOpenHref(window.location.search, null));
      wasPushed.current = false;
    },
  };
}

function findRow(id: string): HTMLElement | null {
  const path = CSS.escape(recordingHref(id));
  return document.querySelector<HTMLElement>(`tbody a[href="${path}"]`);
}

/** The list's address with a call open beside it, or with none. */
export function toOpenHref(search: string, id: string | null): Route {
  const parameters = new URLSearchParams(search);
  if (id === null) parameters.delete("open");
  else parameters.set("open", id);
  return (parameters.size > 0 ? `/recordings?${parameters}` : "/recordings") as Route;
}

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
