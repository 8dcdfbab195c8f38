"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useListNavigation } from "@/components/list/navigation";
import { fetchJson } from "@/components/live/fetch-json";
import type { RowViewModel } from "./row-view-model";

/**
 * The rows of the list that one has chosen, until its page is there: they are a small part of it, and
 * can be seen sooner. Null where there are none, or where more than the filter becomes another.
 * @param parameters of the address of the list that is there
 */
export function useRowsAhead(parameters: string): RowViewModel[] | null {
  const { isPending, hear } = useListNavigation();
  const [ahead, setAhead] = useState<RowViewModel[] | null>(null);
  const asking = useRef<AbortController>(undefined);

  const ask = useEffectEvent((href: string) => {
    asking.current?.abort();
    const wanted = toAhead(href, { parameters, search: window.location.search });
    if (wanted === null) {
      setAhead(null);
      return null;
    }
    const asked = new AbortController();
    asking.current = asked;
    return fetchRowsAhead(wanted, asked.signal).then((rows) => {
      if (!asked.signal.aborted) setAhead(rows);
    });
  });

  useEffect(() => hear(ask), [hear]);
  // The page has come, with rows of its own.
  useEffect(() => {
    if (isPending) return;
    asking.current?.abort();
    setAhead(null);
  }, [isPending]);

  return isPending ? ahead : null;
}

/** Null where there are none: a list without rows is no table. */
async function fetchRowsAhead(
  parameters: string,
  signal: AbortSignal,
): Promise<RowViewModel[] | null> {
  const path = `/api/recordings/page?${parameters}`;
  const fetched = await fetchJson<{ rows: RowViewModel[] }>(path, { signal });
  return fetched.isOk && fetched.answer.rows.length > 0 ? fetched.answer.rows : null;
}

/**
 * The parameters of the list at an address, by those of the list that is there; null where its columns or
 * its order are others, or either is a page of a list.
 * @param there `search`: what the address of the list that is there says of it; `parameters`: with what it
 *   leaves to the viewer's choice
 */
export function toAhead(
  href: string,
  there: { parameters: string; search: string },
): string | null {
  const [path, search] = href.split("?");
  const wanted = new URLSearchParams(search);
  const given = new URLSearchParams(there.parameters);
  const written = new URLSearchParams(there.search);
  wanted.delete("open");
  const isOtherwise =
    path !== "/recordings" ||
    ["after", "before", "limit"].some((name) => wanted.has(name) || written.has(name)) ||
    ["sort", "show"].some((name) => wanted.get(name) !== written.get(name));
  if (isOtherwise) return null;
  const columns = given.get("show");
  if (columns !== null) wanted.set("show", columns);
  return String(wanted);
}
