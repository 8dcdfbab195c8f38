"use client";

import type { Route } from "next";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { visitCookie, writeVisit } from "@/lib/recordings/filter/last-visit";
import { forgetPlaces } from "./scroll-restoration";

type RememberListProps = {
  viewerId: string;
  /** In milliseconds since 1970: now, and when the visit before this one ended. */
  nowMs: number;
  lastVisitMs: number | null;
};

/** Keeps the list's address for the way back from a call, in this tab, and until when it is looked at. */
export function RememberList({ viewerId, nowMs, lastVisitMs }: RememberListProps) {
  useEffect(() => {
    const begunAt = performance.now();
    const remember = () => {
      // By the server's clock.
      const seenMs = nowMs + performance.now() - begunAt;
      const text = writeVisit(viewerId, seenMs, lastVisitMs);
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
      document.cookie = `${visitCookie}=${text}; path=/recordings; max-age=31536000; samesite=lax`;
    };
    remember();
    document.addEventListener("visibilitychange", remember);
    return () => {
      remember();
      document.removeEventListener("visibilitychange", remember);
    };
  }, [viewerId, nowMs, lastVisitMs]);

  const pathname = usePathname();
  const search = useSearchParams().toString();
  useEffect(
    () => rememberListHref(search ? `${pathname}?${search}` : pathname),
    [pathname, search],
  );
  return null;
}

const key = "earshot-list";
const wholeList: Route = "/recordings";

/** Keeps the address of the list that this tab shows, for the way back from a call. */
function rememberListHref(href: string): void {
  try {
    sessionStorage.setItem(key, href);
  } catch {
    // Storage can be forbidden; the way back then leads to the whole list.
  }
}

/** Only what is an address of the list is followed. */
export function recallListHref(): Route {
  try {
    const kept = sessionStorage.getItem(key) ?? "";
    return kept.startsWith("/recordings?") ? (kept as Route) : wholeList;
  } catch {
    return wholeList;
  }
}

/** Nobody finds here what another person's list showed in this tab. */
export function ForgetPlaces() {
  useEffect(forgetPlaces, []);
  return null;
}
