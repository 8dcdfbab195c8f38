"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { fetchJson } from "@/components/live/fetch-json";
import {
  type ListPage,
  listPageSchema,
  type RowViewModel,
} from "@/components/recordings/list-answers";
import {
  clearReservedHeight,
  keepSnapshot,
  listAddress,
  recallSnapshot,
  storeSnapshot,
  watchNavigation,
} from "./scroll-restoration";

export type GivenRows = {
  rows: RowViewModel[];
  /** Where the next page begins; null at the end. */
  after: string | null;
  /** The watermark that is older than the rows. */
  watermark: string;
  /** The parameters of the list's address, without a cursor. */
  parameters: string;
  viewerId: string;
};

export type EndlessRows = {
  /** Names the list, which may grow at its end. */
  of: string;
  rows: RowViewModel[];
  after: string | null;
  watermark: string;
  state: "idle" | "loading" | "failed" | "signed-out";
  /** How many the last page brought. */
  brought: number;
  /** How often in a row the next page could not be had. */
  failures: number;
  loadMore: () => void;
};

/** A list is not meant to be read to its end: beyond this it goes on at an address of its own. */
export const mostRows = 5_000;
const aheadPx = 2_000;
const longestPauseMs = 60_000;

type Grown = Omit<EndlessRows, "loadMore">;

/** The rows of a page and of those after it, which come as one scrolls, and are there on return. */
export function useEndlessRows(
  given: GivenRows,
  end: React.RefObject<HTMLElement | null>,
  /** Whether other rows are shown in their place, whose height and end are none of this list's. */
  { isCovered }: { isCovered: boolean },
): EndlessRows {
  "use no memo";
  const { rows, after, parameters, viewerId } = given;
  const of = JSON.stringify([parameters, after, rows.map(({ id }) => id)]);
  const [grown, setGrown] = useState<Grown>(() => startOf(given, of));
  // The page's own rows may come again with other words: in another zone, under other names.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of what is given goes with them
  const list = useMemo(
    () =>
      grown.of === of
        ? { ...grown, rows: [...rows, ...grown.rows.slice(rows.length)] }
        : startOf(given, of),
    [grown, rows, of],
  );
  const isScrolled = useRef(false);
  const shown = useRef({ address: "", of: "", scrollY: 0 });
  const wantedScroll = useRef<{ rows: RowViewModel[]; rowId: string; scrollY: number } | null>(
    null,
  );

  useLayoutEffect(() => {
    watchNavigation();
    const address = listAddress();
    if (shown.current.address === address && shown.current.of === of) return;
    isScrolled.current = false;
    const snapshot = recallSnapshot(address, viewerId);
    shown.current = { address, of, scrollY: window.scrollY };
    if (!snapshot) return;
    const more = rowsBeyond(rows, snapshot.rows);
    const all = more ? [...rows, ...more] : rows;
    wantedScroll.current = {
      rows: all,
      rowId: snapshot.rows[0]?.id ?? "",
      scrollY: snapshot.scrollY,
    };
    setGrown({
      of,
      watermark: snapshot.watermark,
      state: "idle",
      brought: 0,
      failures: 0,
      rows: all,
      after: more ? snapshot.after : after,
    });
  }, [of, rows, after, viewerId]);

  useLayoutEffect(() => {
    const wanted = wantedScroll.current;
    if (wanted && wanted.rows !== grown.rows) return;
    clearReservedHeight();
    if (!wanted) return;
    wantedScroll.current = null;
    window.scrollTo({ top: wanted.scrollY + heightAbove(wanted.rowId), behavior: "instant" });
    shown.current.scrollY = window.scrollY;
  }, [grown.rows]);

  const load = async (isShown: boolean) => {
    if (list.state === "loading" || list.after === null || list.rows.length >= mostRows) return;
    if (isShown) setGrown({ ...list, state: "loading" });
    const answer = await fetchPage(parameters, list.after);
    // Nothing moves away from under a pointer that is about to press it.
    while (isAimedAt()) await new Promise((resolve) => setTimeout(resolve, 100));
    setGrown((now) => {
      if (now.of !== of || now.after !== list.after) return now;
      if (typeof answer === "string") return { ...now, state: answer, failures: now.failures + 1 };
      const known = new Set(now.rows.map(({ id }) => id));
      const fresh = answer.rows.filter(({ id }) => !known.has(id));
      return {
        of,
        watermark: now.watermark,
        state: "idle",
        after: answer.after,
        brought: fresh.length,
        failures: 0,
        rows: [...now.rows, ...fresh],
      };
    });
  };
  const loadMore = () => load(true);

  const goOn = useEffectEvent(() => {
    if (!isScrolled.current || isCovered) return;
    const top = end.current?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
    const isNear = top > 0 && top < window.innerHeight + aheadPx;
    if (isNear && !isAimedAt() && list.state === "idle") loadMore();
  });

  const tryAgain = useEffectEvent(() => load(false));

  useEffect(() => {
    if (list.state !== "failed") return;
    const pauseMs = Math.min(3_000 * 2 ** (list.failures - 1), longestPauseMs);
    const timer = setTimeout(tryAgain, pauseMs);
    return () => clearTimeout(timer);
  }, [list.state, list.failures]);

  const remember = useEffectEvent(() => {
    const { address, scrollY } = shown.current;
    const { rows, after, watermark } = list;
    if (listAddress() === address)
      keepSnapshot(address, viewerId, { rows, after, watermark, scrollY });
  });

  const onSeen = useEffectEvent((event: Event) => {
    if (listAddress() !== shown.current.address || isCovered) return;
    const { scrollY } = window;
    if (event.type !== "scroll" || scrollY > shown.current.scrollY) isScrolled.current = true;
    shown.current.scrollY = scrollY;
    remember();
    goOn();
  });

  const store = useEffectEvent(() => {
    const last = findRow(rows.at(-1)?.id);
    const bottom = end.current?.getBoundingClientRect().top ?? 0;
    storeSnapshot(viewerId, last ? bottom - last.getBoundingClientRect().bottom : 0);
  });

  useEffect(() => {
    const leaving = new AbortController();
    const options = { passive: true, signal: leaving.signal };
    for (const type of ["scroll", "wheel", "touchmove"]) {
      window.addEventListener(type, onSeen, options);
    }
    window.addEventListener("pagehide", store, options);
    return () => leaving.abort();
  }, []);

  // What came may not reach as far as was scrolled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that rows came
  useEffect(() => {
    remember();
    goOn();
  }, [list.rows]);

  return { ...list, loadMore };
}

function startOf({ rows, after, watermark }: GivenRows, of: string): Grown {
  return { of, rows, after, watermark, state: "idle", brought: 0, failures: 0 };
}

/** Whether the pointer is at the links to the pages before and after. */
function isAimedAt(): boolean {
  return document.querySelector("nav:has([rel=prev], [rel=next]):hover") !== null;
}

/** The kept rows that follow a page's own; null where they no longer fit together. */
function rowsBeyond(rows: RowViewModel[], kept: RowViewModel[]): RowViewModel[] | null {
  const last = rows.at(-1);
  const index = kept.findIndex(({ id }) => id === last?.id);
  if (index === -1) return null;
  const own = new Set(rows.map(({ id }) => id));
  return kept.slice(index + 1).filter(({ id }) => !own.has(id));
}

/** How far a row stands below the first one: by so much has the list grown above it. */
function heightAbove(rowId: string): number {
  const row = findRow(rowId);
  const first = document.querySelector("tr[data-id]");
  if (!row || !first) return 0;
  return row.getBoundingClientRect().top - first.getBoundingClientRect().top;
}

function findRow(id: string | undefined): Element | null {
  return id === undefined ? null : document.querySelector(`tr[data-id="${CSS.escape(id)}"]`);
}

const timeoutMs = 20_000;

/** The page of a list after a cursor, or why it can't be had. */
async function fetchPage(
  parameters: string,
  after: string,
): Promise<ListPage | "failed" | "signed-out"> {
  const asked = new URLSearchParams(parameters);
  asked.set("after", after);
  const signal = AbortSignal.timeout(timeoutMs);
  const fetched = await fetchJson(`/api/recordings/page?${asked}`, listPageSchema, { signal });
  if (fetched.isOk) return fetched.answer;
  return fetched.status === 401 ? "signed-out" : "failed";
}
