import type { Route } from "next";

const key = "earshot-list";
const wholeList: Route = "/recordings";

/** Keeps the address of the list that this tab shows, for the way back from a call. */
export function rememberListHref(href: string): void {
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
