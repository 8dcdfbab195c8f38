"use client";

import type { Route } from "next";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { keep, keepCookie, readKept, recall } from "@/components/live/store";
import { rowsSchema } from "@/components/recordings/list-answers";
import { currentLocale } from "@/lib/language/texts";
import * as v from "@/lib/platform/shape";
import { visitCookie, writeVisit } from "@/lib/recordings/filter/list-view";

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
      keepCookie(visitCookie, writeVisit(viewerId, seenMs, lastVisitMs), "/recordings");
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
  useEffect(() => {
    keep("sessionStorage", listKey, search ? `${pathname}?${search}` : pathname);
  }, [pathname, search]);
  return null;
}

const listKey = "earshot-list";
const wholeList: Route = "/recordings";

/** Only what is an address of the list is followed. */
export function recallListHref(): Route {
  const kept = recall("sessionStorage", listKey) ?? "";
  return kept.startsWith("/recordings?") ? (kept as Route) : wholeList;
}

/** Nobody finds here what another person's list showed in this tab. */
export function ForgetSnapshots() {
  useEffect(() => {
    snapshots.clear();
    forgetStored();
  }, []);
  return null;
}

/** What a list showed and where, so that coming back finds it there. */
const snapshotSchema = v.object({
  ...rowsSchema.entries,
  after: v.nullable(v.string),
  /** The watermark that is older than the rows. */
  watermark: v.string,
  scrollY: v.number,
});

type ListSnapshot = v.Shaped<typeof snapshotSchema>;

/** Another version's page may have kept it. */
const keptSchema = v.object({
  ...snapshotSchema.entries,
  version: v.oneOf([2]),
  locale: v.string,
  viewerId: v.string,
  address: v.string,
});

const maxSnapshots = 5;
const storageKey = "earshot-place";
const snapshots = new Map<string, ListSnapshot>();

/** The list's address without what is open beside it. */
export function listAddress(): string {
  const parameters = new URLSearchParams(window.location.search);
  parameters.delete("open");
  return `${window.location.pathname}?${parameters}`;
}

/** Keeps a snapshot as long as the page lives; the latest few. */
export function keepSnapshot(address: string, viewerId: string, snapshot: ListSnapshot): void {
  const name = `${viewerId} ${address}`;
  snapshots.delete(name);
  snapshots.set(name, snapshot);
  const [oldest] = snapshots.keys();
  if (snapshots.size > maxSnapshots && oldest !== undefined) snapshots.delete(oldest);
}

/** The snapshot of a list that one comes back to; null for who comes anew. */
export function recallSnapshot(address: string, viewerId: string): ListSnapshot | null {
  const isBack = takeReturn();
  const kept = isBack
    ? (snapshots.get(`${viewerId} ${address}`) ?? unpack(address, viewerId))
    : null;
  forgetStored();
  return kept;
}

/** Keeps a snapshot over a reload, in this tab and for this person. */
export function storeSnapshot(viewerId: string, heightBelow: number): void {
  const address = listAddress();
  const snapshot = snapshots.get(`${viewerId} ${address}`);
  if (!snapshot) return;
  const kept = { version: 2, locale: currentLocale(), viewerId, address, ...snapshot };
  // Read before anything is drawn, so it is short.
  const tail = JSON.stringify([address, heightBelow, snapshot.scrollY]);
  const isKept =
    keep("sessionStorage", storageKey, JSON.stringify(kept)) &&
    keep("sessionStorage", `${storageKey}-tail`, tail);
  if (!isKept) forgetStored();
}

/** The next list that is shown is one that one comes back to, even if by a link. */
export function expectReturn(): void {
  returning = "by link";
}

function forgetStored(): void {
  for (const end of ["", "-tail"]) keep("sessionStorage", `${storageKey}${end}`, null);
}

function unpack(address: string, viewerId: string): ListSnapshot | null {
  const kept = readKept(recall("sessionStorage", storageKey), keptSchema);
  const isOurs = kept?.viewerId === viewerId && kept.address === address;
  // Rows are kept in words.
  return isOurs && kept.locale === currentLocale() ? kept : null;
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
export function watchNavigation(): void {
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

/** Gives back the height that was reserved for rows, once they are there. */
export function clearReservedHeight(): void {
  const reserved = document.getElementById("reserved-height");
  if (reserved) reserved.style.height = "";
}
