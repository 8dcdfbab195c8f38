"use client";

import { ArrowLeft, ChevronLeft, ChevronRight } from "lucide-react";
import type { Route } from "next";
import Link from "next/link";
import { useSyncExternalStore } from "react";
import { useFetched } from "@/components/live/fetch-json";
import { expectReturn, recallListHref } from "@/components/recordings/table/scroll-restoration";
import { backLinkStyle, buttonStyle } from "@/components/ui/controls/button";
import { texts } from "@/lib/language/texts";
import { recordingHref } from "@/lib/list/id-segment";
import { neighboursSchema } from "@/lib/recordings/views/views";

/** The calls before and after this one in the list that this tab showed last. */
export function ListNeighbours({ id }: { id: string }) {
  const [, search = ""] = recallListHref().split("?");
  const path = `/api${recordingHref(id)}/neighbours?${search}`;
  // Without them the way to the list is still there.
  const neighbours = useFetched(path, neighboursSchema) ?? { previous: null, next: null };
  const t = recordingsLinksTexts();
  return (
    <div className="flex gap-2">
      <Neighbour id={neighbours.previous} rel="prev" keyName="K">
        <ChevronLeft aria-hidden className="size-4 sm:-ml-1" />
        <span className="max-sm:sr-only">{t.previous}</span>
      </Neighbour>
      <Neighbour id={neighbours.next} rel="next" keyName="J">
        <span className="max-sm:sr-only">{t.next}</span>
        <ChevronRight aria-hidden className="size-4 sm:-mr-1" />
      </Neighbour>
    </div>
  );
}

type NeighbourProps = {
  /** Null: there is none, or it is not known yet; its place is kept. */
  id: string | null;
  rel: "prev" | "next";
  keyName: string;
  children: React.ReactNode;
};

function Neighbour({ id, rel, keyName, children }: NeighbourProps) {
  const style = buttonStyle("secondary", "small");
  if (id === null) return <span className={`${style} invisible`}>{children}</span>;
  return (
    <Link
      href={recordingHref(id)}
      prefetch={false}
      rel={rel}
      aria-keyshortcuts={keyName}
      className={style}
    >
      {children}
    </Link>
  );
}

/** The way back to the list as it was, with its filters and its page. */
export function BackToList() {
  const href = useSyncExternalStore(subscribe, recallListHref, (): Route => "/recordings");
  return (
    <Link
      href={href}
      prefetch={false}
      onNavigate={expectReturn}
      aria-keyshortcuts="Escape"
      className={backLinkStyle}
    >
      <ArrowLeft aria-hidden className="size-4" />
      {recordingsLinksTexts().recordings}
    </Link>
  );
}

const subscribe = () => () => undefined;

/** What runs in the browser; all else of a call is drawn by the server. */
export const recordingsLinksTexts = texts("recordingsLinks", {
  recordings: "Recordings",
  previous: "Previous call",
  next: "Next call",
});
