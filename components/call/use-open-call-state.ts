"use client";

import type { Route } from "next";
import { useSearchParams } from "next/navigation";
import { type RefObject, useEffect, useRef } from "react";
import { recordingHref } from "@/components/recordings/recording-href";
import type { OpenCall } from "@/components/recordings/state/open-call-context";

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
