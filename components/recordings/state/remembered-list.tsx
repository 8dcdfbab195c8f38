"use client";

import type { Route } from "next";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";

/** Keeps the list's address for the way back from a call, in this tab. */
export function RememberList() {
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
