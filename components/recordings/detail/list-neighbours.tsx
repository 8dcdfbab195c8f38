"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { recordingHref } from "@/components/recordings/recording-href";
import { recallListHref } from "@/components/recordings/state/remembered-list";
import { buttonStyle } from "@/components/ui/controls/button-style";
import type { NeighboursView } from "@/lib/recordings/query/views";

/** The calls before and after this one in the list that this tab showed last. */
export function ListNeighbours({ id }: { id: string }) {
  const [neighbours, setNeighbours] = useState<NeighboursView>({ previous: null, next: null });

  useEffect(() => {
    const stop = new AbortController();
    askForNeighbours(id, stop.signal).then(
      (answer) => {
        if (answer) setNeighbours(answer);
      },
      // Without them the way to the list is still there.
      () => undefined,
    );
    return () => stop.abort();
  }, [id]);

  const { previous, next } = neighbours;
  const style = buttonStyle("secondary", "small");
  return (
    <div className="flex gap-2">
      {previous === null ? null : (
        <Link
          href={recordingHref(previous)}
          prefetch={false}
          rel="prev"
          aria-keyshortcuts="["
          className={style}
        >
          <ChevronLeft aria-hidden className="-ml-1 size-4" />
          Previous call
        </Link>
      )}
      {next === null ? null : (
        <Link
          href={recordingHref(next)}
          prefetch={false}
          rel="next"
          aria-keyshortcuts="]"
          className={style}
        >
          Next call
          <ChevronRight aria-hidden className="-mr-1 size-4" />
        </Link>
      )}
    </div>
  );
}

async function askForNeighbours(id: string, signal: AbortSignal): Promise<NeighboursView | null> {
  const { search } = new URL(recallListHref(), window.location.origin);
  const response = await fetch(`/api${recordingHref(id)}/neighbours${search}`, { signal });
  return response.ok ? ((await response.json()) as NeighboursView) : null;
}
