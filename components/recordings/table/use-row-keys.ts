"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";
import { readKey } from "@/components/keyboard/read-key";
import { toggleOrAwait } from "@/components/player/remote-control";

type RowKeys = {
  /** There is no row to go on to. */
  onEnd: () => void;
  onToggle: (id: string) => void;
  onRange: (to: string, from: string) => void;
};

/**
 * Keys that go from row to row, select them and play a call; the focus is on a row's link, so Enter
 * opens it.
 */
export function useRowKeys(ref: RefObject<HTMLElement | null>, keys: RowKeys): void {
  "use no memo";
  const step = useEffectEvent((to: HTMLElement | undefined, from?: HTMLElement) => {
    if (from && to) keys.onRange(idOf(to), idOf(from));
    else if (!to) keys.onEnd();
  });
  const toggle = useEffectEvent((link: HTMLElement) => keys.onToggle(idOf(link)));

  useEffect(() => {
    let last: string | null = null;

    const handle = (event: KeyboardEvent) => {
      const list = ref.current;
      const key = readKey(event);
      if (!list || key === null) return;
      const links = [...list.querySelectorAll<HTMLAnchorElement>("tbody a")];
      const focused = links.find((link) => link === document.activeElement);
      const by = steps.get(key);
      if (by && (focused || event.target === document.body || !key.startsWith("arrow"))) {
        event.preventDefault();
        const from = focused ?? links.find((link) => link.pathname === last);
        // Who comes from elsewhere begins where they were, or at the top.
        const to = focused ? links[links.indexOf(focused) + by] : (from ?? links[0]);
        if (to) last = goTo(to);
        if (to ? event.shiftKey : by > 0) step(to, focused);
      } else if (key === "x" && focused) {
        toggle(focused);
      } else if (key === " " && focused) {
        event.preventDefault();
        if (!event.repeat) play(focused);
      }
    };

    window.addEventListener("keydown", handle);
    return () => window.removeEventListener("keydown", handle);
  }, [ref]);
}

const steps = new Map([
  ["j", 1],
  ["arrowdown", 1],
  ["k", -1],
  ["arrowup", -1],
]);

function goTo(link: HTMLAnchorElement): string {
  link.focus({ preventScroll: true });
  link.closest("tr")?.scrollIntoView({ block: "nearest" });
  return link.pathname;
}

function play(link: HTMLAnchorElement): void {
  if (toggleOrAwait(`/api${link.pathname}/audio`) === "awaited") link.click();
}

function idOf(link: HTMLElement): string {
  return link.closest("tr")?.dataset.id ?? "";
}
