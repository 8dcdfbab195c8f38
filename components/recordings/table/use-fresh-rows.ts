"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { newAsker } from "@/components/live/new-asker";
import { watchChanges } from "@/components/live/watch-changes";
import { askForRows } from "./ask-for-rows";
import { pickAsked } from "./pick-asked";
import type { RowFace } from "./to-row-face";

export type FreshRow = {
  row: RowFace;
  /** How often it became another while it was shown. */
  changeCount: number;
};

type FreshRowsOptions = {
  /** The mark that is older than the rows. */
  since: string;
  /** The columns that were chosen, as a parameter; empty for the usual ones. */
  columns: string;
  /** Names the list, which may grow at its end. */
  of: string;
};

/** The rows in their places, each as it is now. */
export function useFreshRows(
  rows: RowFace[],
  { since, columns, of }: FreshRowsOptions,
): FreshRow[] {
  "use no memo";
  const [fresh, setFresh] = useState<{ of: string; byId: Map<string, FreshRow> }>();
  const want = useRef<(ids: string[]) => void>(undefined);
  const wasHinted = useRef(false);
  const readIds = useEffectEvent(() => rows.map(({ id }) => id));
  const byId = fresh?.of === of ? fresh.byId : undefined;

  const readShown = useEffectEvent((answer: RowFace[]) => {
    const shown = new Map(rows.map((row) => [row.id, byId?.get(row.id)?.row ?? row]));
    return answer.filter((row) => shown.has(row.id) && !isSame(row, shown.get(row.id)));
  });

  useEffect(() => {
    const wanted = new Set<string>();
    let from = since;
    const asker = newAsker(async (signal) => {
      const asked = pickAsked(readIds(), wanted);
      for (const id of asked) wanted.delete(id);
      const answer = await askForRows(asked, from, columns, signal);
      if (signal.aborted) return "answered";
      if (!answer) {
        for (const id of asked) wanted.add(id);
        return "failed";
      }
      if (wanted.size > 0) asker.want();
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
      if (ids.length > 0) asker.want();
    };
    const stopWatching = watchChanges({
      onHint: (hint) => {
        wasHinted.current = true;
        const shown = readIds();
        const hinted = hint.ids && new Set(hint.ids);
        want.current?.(hinted ? shown.filter((id) => hinted.has(id)) : shown);
      },
    });
    return () => {
      stopWatching();
      asker.stop();
    };
  }, [since, columns, of]);

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

function withRows(before: Iterable<[string, FreshRow]>, changed: RowFace[]): Map<string, FreshRow> {
  const byId = new Map(before);
  for (const row of changed) {
    byId.set(row.id, { row, changeCount: (byId.get(row.id)?.changeCount ?? 0) + 1 });
  }
  return byId;
}

function isSame(one: RowFace, other: RowFace | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
