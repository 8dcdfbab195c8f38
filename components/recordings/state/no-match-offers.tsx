"use client";

import type { Route } from "next";
import { useEffect, useState } from "react";
import { counted } from "@/components/format/numbers";
import { ListLink } from "@/components/list/navigation";
import { fetchJson } from "@/components/live/fetch-json";
import { countsSchema } from "@/components/recordings/list-answers";
import { buttonStyle } from "@/components/ui/controls/button";
import { texts } from "@/lib/language/texts";

type NoMatchOffersProps = {
  /** What each filter says, and the list without it. */
  offers: { says: string; href: Route }[];
};

/** The filters without any one of which there are calls, and how many; counted one after the other. */
export function NoMatchOffers({ offers }: NoMatchOffersProps) {
  const t = noMatchTexts();
  const [counts, setCounts] = useState<Record<string, number>>({});
  useEffect(() => {
    const stop = new AbortController();
    countAll(offers, stop.signal, (href, calls) =>
      setCounts((before) => ({ ...before, [href]: calls })),
    );
    return () => stop.abort();
  }, [offers]);
  const found = offers.filter(({ href }) => counts[href]);
  return (
    <ul aria-label={t.offers} className="-mt-8 flex flex-col items-center gap-2 px-6 empty:hidden">
      {found.map(({ says, href }) => (
        <li key={href} className="max-w-full">
          <ListLink href={href} className={`${buttonStyle("secondary", "small")} max-w-full`}>
            <bdi className="truncate">{t.without(says, counts[href] ?? 0)}</bdi>
          </ListLink>
        </li>
      ))}
    </ul>
  );
}

async function countAll(
  offers: NoMatchOffersProps["offers"],
  signal: AbortSignal,
  onCount: (href: string, calls: number) => void,
): Promise<void> {
  for (const { href } of offers.slice(0, mostCounted)) {
    const { search } = new URL(href, location.origin);
    const fetched = await fetchJson(`/api/recordings/counts${search}`, countsSchema, { signal });
    if (signal.aborted) return;
    if (fetched.isOk) onCount(href, fetched.answer.figures.current.calls ?? 0);
  }
}

/** Each is a count of its own in the database. */
const mostCounted = 5;

export const noMatchTexts = texts("noMatch", {
  offers: "Calls without a filter",
  without: (filter: string, calls: number) =>
    `Without “${filter}”: ${counted(calls, "call", "calls")}`,
});
