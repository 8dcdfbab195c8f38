"use client";

import { ArrowLeft } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useSyncExternalStore } from "react";
import { listAddressKey } from "./list-address-key";

/** The way back to the list as it was, with its filters and its page. */
export function BackToList() {
  const href = useSyncExternalStore(subscribe, readListHref, () => wholeList);
  return (
    <Link
      href={href}
      prefetch={false}
      className="inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Recordings
    </Link>
  );
}

const wholeList: Route = "/recordings";

const subscribe = () => () => undefined;

/** Only what is an address of the list is followed. */
function readListHref(): Route {
  try {
    const kept = sessionStorage.getItem(listAddressKey) ?? "";
    return kept.startsWith("/recordings?") ? (kept as Route) : wholeList;
  } catch {
    return wholeList;
  }
}
