"use client";

import { useEffect, useState } from "react";
import { countFormat, formatBounded } from "@/components/format/numbers";
import { fetchJson } from "@/components/live/fetch-json";
import { type HeardCountsView, heardCountsSchema } from "@/lib/heard/views";
import { texts } from "@/lib/language/texts";

export type HeardCountProps = {
  of: keyof HeardCountsView;
  side: "heard" | "unheard";
  /** Of the list's address, all but who heard it. */
  parameters: string;
};

/** What is asked for once, however many counts show it. */
let asked: { parameters: string; counts: Promise<HeardCountsView | null> } | undefined;

/** Nothing until it is counted, or where that fails: the choice itself works. */
export default function HeardCounted({ of, side, parameters }: HeardCountProps) {
  const [counts, setCounts] = useState<HeardCountsView | null>(null);
  useEffect(() => {
    let isWanted = true;
    fetchCounts(parameters).then((found) => {
      if (isWanted) setCounts(found);
    });
    return () => {
      isWanted = false;
    };
  }, [parameters]);
  if (!counts) return null;
  const count = counts[of][side];
  return count.isMost
    ? heardCountTexts().atMost(countFormat.format(count.count))
    : formatBounded(count);
}

function fetchCounts(parameters: string): Promise<HeardCountsView | null> {
  if (asked?.parameters !== parameters) {
    const path = `/api/recordings/heard-counts?${parameters}`;
    const counts = fetchJson(path, heardCountsSchema).then((fetched) => {
      if (fetched.isOk) return fetched.answer;
      asked = undefined;
      return null;
    });
    asked = { parameters, counts };
    // What was heard meanwhile is counted at the next look.
    setTimeout(() => {
      if (asked?.counts === counts) asked = undefined;
    }, 5_000);
  }
  return asked?.counts ?? Promise.resolve(null);
}

export const heardCountTexts = texts("heardCount", { atMost: (count: string) => `up to ${count}` });
