"use client";

import { ArrowLeft } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useSyncExternalStore } from "react";
import { recallListHref } from "@/components/recordings/state/remembered-list";
import { returnToPlace } from "@/components/recordings/table/list-place";

/** The way back to the list as it was, with its filters and its page. */
export function BackToList() {
  const href = useSyncExternalStore(subscribe, recallListHref, (): Route => "/recordings");
  return (
    <Link
      href={href}
      prefetch={false}
      onNavigate={returnToPlace}
      className="inline-flex h-7 items-center gap-1.5 rounded-md text-dense text-muted hover:text-text"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Recordings
    </Link>
  );
}

const subscribe = () => () => undefined;
