"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { readKey, setTabIndex, useTabStops } from "@/components/keyboard/keys";
import { readLoaded, watchLoaded } from "@/components/player/remote-control";

type RowKeys = {
  /** There is no row to go on to. */
  onEnd: () => void;
  onToggle: (id: string) => void;
  onPlay: (id: string) => void;
  /** The focus has come to a row; a call that is open goes along. */
  onStep: (id: string) => void;
  onRange: (to: string, from: string) => void;
};

/**
 * Keys that go from row to row, select them and play a call; the focus is on a row's link, so Enter
 * opens it. Tab finds one row alone: the last one, or the first in sight.
 */
export function useRowKeys(ref: RefObject<HTMLElement | null>, keys: RowKeys): void {
  "use no memo";
  const step = useEffectEvent((to: HTMLElement | undefined, from?: HTMLElement) => {
    if (from && to) keys.onRange(idOf(to), idOf(from));
    else if (to) keys.onStep(idOf(to));
    else keys.onEnd();
  });
  const play = useEffectEvent((link: HTMLElement) => keys.onPlay(idOf(link)));
  const toggle = useEffectEvent((link: HTMLElement) => keys.onToggle(idOf(link)));

  const last = useRef<string | null>(null);
  useTabStops(() => {
    if (ref.current) makeOneStop(ref.current, last.current);
  });

  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const list = ref.current;
      const key = readKey(event);
      if (!list || key === null) return;
      const links = listLinks(list);
      const row = document.activeElement?.closest("tbody tr");
      const focused = links.find((link) => link.closest("tr") === row);
      const isOnLink = focused === document.activeElement;
      const by = steps.get(key);
      if (by && (focused || event.target === document.body || !key.startsWith("arrow"))) {
        event.preventDefault();
        const from = links.find((link) => link.pathname === last.current);
        // Who comes from elsewhere goes on from the open call, or begins where they were, or at the top.
        const base = focused ?? links.find((link) => link.ariaCurrent === "true");
        const to = base ? links[links.indexOf(base) + by] : (from ?? links[0]);
        if (to) goTo(to);
        if (to || by > 0) step(to, event.shiftKey ? focused : undefined);
      } else if (focused && (key === "arrowleft" || key === "arrowright")) {
        stepWithin(focused, key === "arrowright" ? 1 : -1);
      } else if (key === "x" && focused) {
        toggle(focused);
      } else if (key === " " && isOnLink) {
        event.preventDefault();
        if (!event.repeat) play(focused);
      }
    };
    const noteFocus = ({ target }: FocusEvent) => {
      const list = ref.current;
      const link = target instanceof Element ? findLink(target) : null;
      if (!list || !link || !list.contains(link)) return;
      last.current = link.pathname;
      makeOneStop(list, last.current);
    };
    const skip = (event: MouseEvent) => {
      const isSkip = event.target instanceof Element && event.target.closest("[data-skip-to-list]");
      const stop =
        ref.current && isSkip ? findStop(listLinks(ref.current), last.current) : undefined;
      if (!stop) return;
      event.preventDefault();
      goTo(stop);
    };

    const leaving = new AbortController();
    const { signal } = leaving;
    window.addEventListener("keydown", handle, { signal });
    document.addEventListener("focusin", noteFocus, { signal });
    document.addEventListener("click", skip, { signal });
    return () => leaving.abort();
  }, [ref]);
}

/** Hands the focus on from a row whose call is over to the one that plays next, so that Space means that. */
export function useFocusOnPlaying(ref: RefObject<HTMLElement | null>): void {
  "use no memo";
  useEffect(() => {
    let before = readLoaded().call?.id;
    return watchLoaded(() => {
      const now = readLoaded().call?.id;
      const { activeElement } = document;
      const isOfPlaying = activeElement?.matches(".call-link, .call-play");
      const row = isOfPlaying ? activeElement?.closest<HTMLElement>("tr[data-id]") : null;
      if (now !== before && row && row.dataset.id === before && ref.current?.contains(row)) {
        const to = listLinks(ref.current).find((link) => idOf(link) === now);
        to?.focus({ preventScroll: true });
      }
      before = now;
    });
  }, [ref]);
}

function listLinks(list: HTMLElement): HTMLAnchorElement[] {
  return [...list.querySelectorAll<HTMLAnchorElement>("tbody .call-link")];
}

/** Lets Tab find one row; its box and what else is in it are reached by the arrow keys. */
function makeOneStop(list: HTMLElement, last: string | null): void {
  const links = listLinks(list);
  const stop = findStop(links, last);
  for (const link of links) {
    setTabIndex(link, link === stop ? 0 : -1);
    const box = toBox(link);
    if (box) setTabIndex(box, -1);
  }
}

/** Of thousands of rows not all are in the document. */
function findStop(links: HTMLAnchorElement[], last: string | null): HTMLAnchorElement | undefined {
  const isInSight = (link: HTMLElement) => link.getBoundingClientRect().top > 0;
  return links.find(({ pathname }) => pathname === last) ?? links.find(isInSight) ?? links[0];
}

function findLink(element: Element): HTMLAnchorElement | null | undefined {
  return element.closest("tr")?.querySelector<HTMLAnchorElement>(".call-link");
}

/** From the box of a row to its link, and on to its play button and the filters of its values. */
function stepWithin(link: HTMLAnchorElement, by: 1 | -1): void {
  const filters = link.closest("tr")?.querySelectorAll<HTMLElement>(".cell-filter") ?? [];
  const playButton = link.closest("tr")?.querySelector<HTMLElement>(".call-play");
  const stops = [toBox(link), link, ...(playButton ? [playButton] : []), ...filters];
  const at = stops.findIndex((stop) => stop?.matches(":focus"));
  stops[at + by]?.focus({ preventScroll: true });
}

function toBox(link: HTMLElement): HTMLInputElement | null | undefined {
  return link.closest("tr")?.querySelector<HTMLInputElement>(".call-box");
}

const steps = new Map([
  ["j", 1],
  ["arrowdown", 1],
  ["k", -1],
  ["arrowup", -1],
]);

function goTo(link: HTMLAnchorElement): void {
  link.focus({ preventScroll: true });
  link.closest("tr")?.scrollIntoView({ block: "nearest" });
}

function idOf(link: HTMLElement): string {
  return link.closest("tr")?.dataset.id ?? "";
}
