"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { createContext, use } from "react";

export type OpenCall = {
  /** The call that is open beside the list. */
  id: string | null;
  open: (id: string, options?: { takesFocus: boolean }) => void;
  close: () => void;
};

export const OpenCallContext = createContext<OpenCall>({
  id: null,
  open: () => undefined,
  close: () => undefined,
});

export function useOpenCall(): OpenCall {
  return use(OpenCallContext);
}

/** Whether a call fits beside the list; as wide as the styles' `xl`. */
export function fitsBeside(): boolean {
  return window.matchMedia("(min-width: 80rem)").matches;
}

/**
 * Opens calls by the links in their rows: beside the list where there is room, else at their own
 * address. One hearer for the whole table costs less than each link's own.
 */
export function useOpenRow() {
  "use no memo";
  const { id: openId, open } = useOpenCall();
  const router = useRouter();
  const onClick = (event: React.MouseEvent) => {
    const { target } = event;
    const link = target instanceof Element && target.closest<HTMLAnchorElement>(rowLinks);
    // The browser opens what is meant for another tab or a file.
    const isOther = event.button !== 0 || event.metaKey || event.ctrlKey;
    if (!link || isOther || event.shiftKey || event.altKey || event.defaultPrevented) return;
    event.preventDefault();
    const id = link.closest("tr")?.dataset.id;
    if (id !== undefined && link.matches(`.${callLink}`) && fitsBeside()) {
      // Enter is a click without a pointer.
      open(id, { takesFocus: event.detail === 0 });
    } else router.push(`${link.pathname}${link.search}` as Route);
  };
  return { openId, open, onClick };
}

/** The link that covers a row, and those to moments of its call. */
export const callLink = "call-link";
export const momentLink = "call-moment";
const rowLinks = `a.${callLink}, a.${momentLink}`;
