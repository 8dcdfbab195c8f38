"use client";

import type { Route } from "next";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { currentLocale } from "@/lib/language/texts";
import { visitCookie, writeVisit } from "@/lib/recordings/filter/list-view";
import type { RowViewModel } from "./row-view-model";

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

const listKey = "earshot-list";
const wholeList: Route = "/recordings";

/** Keeps the address of the list that this tab shows, for the way back from a call. */
function rememberListHref(href: string): void {
  try {
    sessionStorage.setItem(listKey, href);
  } catch {
    // Storage can be forbidden; the way back then leads to the whole list.
  }
}

/** Only what is an address of the list is followed. */
export function recallListHref(): Route {
  try {
    const kept = sessionStorage.getItem(listKey) ?? "";
    return kept.startsWith("/recordings?") ? (kept as Route) : wholeList;
  } catch {
    return wholeList;
  }
}

/** Nobody finds here what another person's list showed in this tab. */
export function ForgetPlaces() {
  useEffect(() => {
    places.clear();
    forgetStored();
  }, []);
  return null;
}

/** What a list showed and where, so that coming back finds it there. */
type ListPlace = {
  rows: RowViewModel[];
  after: string | null;
  /** The mark that is older than the rows. */
  since: string;
  scrollY: number;
};

const maxPlaces = 5;
const placeKey = "earshot-place";
const places = new Map<string, ListPlace>();

/** The list's address without what is open beside it. */
export function listAddress(): string {
  const parameters = new URLSearchParams(window.location.search);
  parameters.delete("open");
  return `${window.location.pathname}?${parameters}`;
}

/** Keeps a place as long as the page lives; the latest few. */
export function keepPlace(address: string, viewerId: string, place: ListPlace): void {
  const name = `${viewerId} ${address}`;
  places.delete(name);
  places.set(name, place);
  const [oldest] = places.keys();
  if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest);
}

/** The place of a list that one comes back to; null for who comes anew. */
export function recallPlace(address: string, viewerId: string): ListPlace | null {
  const isBack = takeReturn();
  const kept = isBack ? (places.get(`${viewerId} ${address}`) ?? unpack(address, viewerId)) : null;
  forgetStored();
  return kept;
}

/** Keeps a place over a reload, in this tab and for this person. */
export function storePlace(viewerId: string, tail: number): void {
  const address = listAddress();
  const place = places.get(`${viewerId} ${address}`);
  if (!place) return;
  try {
    sessionStorage.setItem(
      placeKey,
      JSON.stringify({ version: 1, locale: currentLocale(), viewerId, address, ...place }),
    );
    // Read before anything is drawn, so it is short.
    sessionStorage.setItem(`${placeKey}-tail`, JSON.stringify([address, tail, place.scrollY]));
  } catch {
    // Storage can be full or forbidden; the list then begins at its top.
    forgetStored();
  }
}

/** The next list that is shown is one that one comes back to, even if by a link. */
export function returnToPlace(): void {
  returning = "by link";
}

function forgetStored(): void {
  try {
    sessionStorage.removeItem(placeKey);
    sessionStorage.removeItem(`${placeKey}-tail`);
  } catch {
    // Where storage is forbidden there is nothing.
  }
}

function unpack(address: string, viewerId: string): ListPlace | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(placeKey) ?? "null");
    const isOurs = kept?.version === 1 && kept.viewerId === viewerId && kept.address === address;
    // Rows are kept in words.
    return isOurs && kept.locale === currentLocale() ? kept : null;
  } catch {
    return null;
  }
}

let returning: "by step" | "by link" | null = null;
let hasArrived = false;

function takeReturn(): boolean {
  const isLoad = !hasArrived;
  hasArrived = true;
  const was = returning !== null || (isLoad && wasLoadedAgain());
  returning = null;
  return was;
}

function wasLoadedAgain(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  const type = navigation && "type" in navigation ? navigation.type : null;
  return type === "reload" || type === "back_forward";
}

/** Hears whether one goes back or elsewhere, from the first list on. */
export function watchSteps(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener("popstate", () => {
    returning = "by step";
  });
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener("navigate", (event) => {
    const isPush = "navigationType" in event && event.navigationType === "push";
    if (isPush && returning === "by step") returning = null;
  });
}

let isWatching = false;

/** Gives back the room that was kept for rows, once they are there. */
export function clearTail(): void {
  const tail = document.getElementById("list-tail");
  if (tail) tail.style.height = "";
}
