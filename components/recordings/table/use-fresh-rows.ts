"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useListNavigation } from "@/components/list/navigation";
import { fetchJson } from "@/components/live/fetch-json";
import { createPoller, watchChanges } from "@/components/live/watch-changes";
import { type RowViewModel, rowsSchema } from "@/components/recordings/list-answers";

export type FreshRow = {
  row: RowViewModel;
  /** How often it became another while it was shown. */
  changeCount: number;
  /** What stands above it: its day, whose first one it is, or where those before the last visit begin. */
  heading?: string;
};

type FreshRowsOptions = {
  /** The watermark that is older than the rows. */
  watermark: string;
  /** What the look of the rows depends on, as parameters: their columns, and a search. */
  parameters: string;
  /** Names the list, which may grow at its end. */
  of: string;
};

/** The rows in their places, each as it is now. */
export function useFreshRows(
  rows: RowViewModel[],
  { watermark, parameters, of }: FreshRowsOptions,
): FreshRow[] {
  "use no memo";
  const [fresh, setFresh] = useState<{ of: string; byId: Map<string, FreshRow> }>();
  const want = useRef<(ids: string[]) => void>(undefined);
  const wasHinted = useRef(false);
  const readIds = useEffectEvent(() => rows.map(({ id }) => id));
  const byId = fresh?.of === of ? fresh.byId : undefined;

  const readShown = useEffectEvent((answer: RowViewModel[]) => {
    const shown = new Map(rows.map((row) => [row.id, byId?.get(row.id)?.row ?? row]));
    return answer.flatMap((row): Changed[] => {
      const before = shown.get(row.id);
      if (!before || isSame(row, before)) return [];
      // That its audio can be heard by now is no change of the call.
      const { audio, canPlay } = row;
      return [{ row, isOfCall: !isSame(row, { ...before, audio, canPlay }) }];
    });
  });

  useEffect(() => {
    const wanted = new Set<string>();
    let from = watermark;
    const poller = createPoller(async (signal) => {
      const asked = pickAsked(readIds(), wanted);
      for (const id of asked) wanted.delete(id);
      const answer = await fetchRows(asked, from, parameters, signal);
      if (signal.aborted) return "answered";
      if (!answer) {
        for (const id of asked) wanted.add(id);
        return "failed";
      }
      if (wanted.size > 0) poller.want();
      else from = "-1";
      const changed = readShown(answer);
      if (changed.length > 0) {
        setFresh((before) => ({
          of,
          byId: withRows(before?.of === of ? before.byId : [], changed),
        }));
      }
      return "answered";
    });
    want.current = (ids) => {
      for (const id of ids) wanted.add(id);
      if (ids.length > 0) poller.want();
    };
    const stopWatching = watchChanges({
      onHint: (hint) => {
        wasHinted.current = true;
        const shown = readIds();
        const hinted = hint.ids && new Set(hint.ids);
        // What stands beside a call's content changes after no watermark.
        if (hinted) from = "-1";
        want.current?.(hinted ? shown.filter((id) => hinted.has(id)) : shown);
      },
    });
    return () => {
      stopWatching();
      poller.stop();
    };
  }, [watermark, parameters, of]);

  // What came to the end was read before it was shown; a change in between was told to nobody.
  const known = useRef(rows);
  useEffect(() => {
    const before = new Set(known.current.map(({ id }) => id));
    known.current = rows;
    if (!wasHinted.current) return;
    wasHinted.current = false;
    want.current?.(rows.map(({ id }) => id).filter((id) => !before.has(id)));
  }, [rows]);

  return rows.map((row) => byId?.get(row.id) ?? { row, changeCount: 0 });
}

type Changed = { row: RowViewModel; isOfCall: boolean };

function withRows(before: Iterable<[string, FreshRow]>, changed: Changed[]): Map<string, FreshRow> {
  const byId = new Map(before);
  for (const { row, isOfCall } of changed) {
    const changeCount = (byId.get(row.id)?.changeCount ?? 0) + (isOfCall ? 1 : 0);
    byId.set(row.id, { row, changeCount });
  }
  return byId;
}

function isSame(one: RowViewModel, other: RowViewModel): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** An address may not be much longer than this. */
const maxLength = 4_000;

/** Rows as they are now, of those whose content came after a watermark; null when they can't be had. */
async function fetchRows(
  ids: string[],
  watermark: string,
  parameters: string,
  signal: AbortSignal,
): Promise<RowViewModel[] | null> {
  const rows: RowViewModel[] = [];
  for (const query of toQueries(ids)) {
    const path = `/api/recordings/rows?since=${watermark}${parameters}${query}`;
    const fetched = await fetchJson(path, rowsSchema, { signal });
    if (!fetched.isOk) return null;
    rows.push(...fetched.answer.rows);
  }
  return rows;
}

/** As few addresses as hold them all. */
export function toQueries(ids: string[]): string[] {
  const queries: string[] = [];
  for (const id of ids) {
    const parameter = `&id=${encodeURIComponent(id)}`;
    const last = queries.at(-1);
    if (last !== undefined && last.length + parameter.length <= maxLength) {
      queries[queries.length - 1] = last + parameter;
    } else queries.push(parameter);
  }
  return queries;
}

/** As many as are asked for at a time. */
const most = 200;

/** The wanted rows to ask for first: those around what is looked at, and then from the top. */
export function pickAsked(
  ids: string[],
  wanted: ReadonlySet<string>,
  seen: string | undefined = readSeen(),
): string[] {
  if (wanted.size <= most) return [...wanted];
  const middle = Math.max(0, ids.indexOf(seen ?? ""));
  const from = Math.max(0, middle - most / 4);
  const near = [...ids.slice(from), ...ids.slice(0, from)];
  return near.filter((id) => wanted.has(id)).slice(0, most);
}

function readSeen(): string | undefined {
  const [x, y] = [window.innerWidth / 2, window.innerHeight / 2];
  return document.elementFromPoint(x, y)?.closest("tr")?.dataset.id;
}

/**
 * The rows of the list that one has chosen, until its page is there: they are a small part of it, and
 * can be seen sooner. Null where there are none, or where more than the filter becomes another.
 * @param parameters of the address of the list that is there
 */
export function useRowsAhead(parameters: string): RowViewModel[] | null {
  const { isPending, hear } = useListNavigation();
  const [ahead, setAhead] = useState<RowViewModel[] | null>(null);
  const asking = useRef<Asking>(undefined);

  const ask = useEffectEvent((href: string, state: "announced" | "chosen") => {
    // Those of the choice before are still to be shown.
    if (state === "announced" && isPending) return null;
    const wanted = toAhead(href, { parameters, search: window.location.search });
    if (!isAskedFor(asking.current, wanted)) {
      asking.current?.abort();
      asking.current = wanted === null ? undefined : startFetch(wanted);
    }
    const asked = asking.current;
    if (state === "announced") return null;
    if (asked) return asked.rows.then((rows) => void (asked.isWanted() && setAhead(rows)));
    setAhead(null);
    return null;
  });

  useEffect(() => hear(ask), [hear]);
  // The page has come, with rows of its own.
  useEffect(() => {
    if (isPending) return;
    asking.current?.abort();
    asking.current = undefined;
    setAhead(null);
  }, [isPending]);

  return isPending ? ahead : null;
}

type Asking = {
  wanted: string;
  atMs: number;
  rows: Promise<RowViewModel[] | null>;
  isWanted: () => boolean;
  abort: () => void;
};

function startFetch(wanted: string): Asking {
  const leaving = new AbortController();
  return {
    wanted,
    atMs: performance.now(),
    rows: fetchAhead(wanted, leaving.signal),
    isWanted: () => !leaving.signal.aborted,
    abort: () => leaving.abort(),
  };
}

/** A press is over soon, and what was asked for when it began is what is there now. */
const longestPressMs = 1_000;

function isAskedFor(asking: Asking | undefined, wanted: string | null): boolean {
  return asking?.wanted === wanted && performance.now() - asking.atMs < longestPressMs;
}

/** Null where there are none: a list without rows is no table. */
async function fetchAhead(parameters: string, signal: AbortSignal): Promise<RowViewModel[] | null> {
  const path = `/api/recordings/page?${parameters}`;
  const fetched = await fetchJson(path, rowsSchema, { signal });
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
