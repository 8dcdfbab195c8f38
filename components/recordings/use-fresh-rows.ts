"use client";

import { useEffect, useState } from "react";
import { newAsker } from "@/components/live/new-asker";
import { watchChanges } from "@/components/live/watch-changes";
import { askForRows } from "./ask-for-rows";
import type { RowFace } from "./to-row-face";

export type FreshRow = {
  row: RowFace;
  /** How often it became another while it was shown. */
  changeCount: number;
};

/** The rows in their places, each as it is now; `since` is the mark that is older than they are. */
export function useFreshRows(rows: RowFace[], since: string): FreshRow[] {
  const [fresh, setFresh] = useState<{ of: RowFace[]; byId: Map<string, FreshRow> }>();

  useEffect(() => {
    const ids = rows.map(({ id }) => id);
    const shown = new Map(rows.map((row) => [row.id, row]));
    const wanted = new Set<string>();
    let from = since;
    const asker = newAsker(async (signal) => {
      const asked = [...wanted];
      wanted.clear();
      const answer = await askForRows(asked, from, signal);
      if (signal.aborted) return "answered";
      if (!answer) {
        for (const id of asked) wanted.add(id);
        return "failed";
      }
      from = "-1";
      const changed = answer.filter((row) => !isSame(row, shown.get(row.id)));
      for (const row of changed) shown.set(row.id, row);
      if (changed.length > 0) {
        setFresh((before) => ({
          of: rows,
          byId: withRows(before?.of === rows ? before.byId : [], changed),
        }));
      }
      return "answered";
    });
    const stopWatching = watchChanges({
      onHint: (hint) => {
        const concerned = hint.ids ? hint.ids.filter((id) => shown.has(id)) : ids;
        for (const id of concerned) wanted.add(id);
        if (concerned.length > 0) asker.want();
      },
    });
    return () => {
      stopWatching();
      asker.stop();
    };
  }, [rows, since]);

  const byId = fresh?.of === rows ? fresh.byId : undefined;
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
