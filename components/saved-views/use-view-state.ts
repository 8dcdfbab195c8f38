"use client";

import { useEffect, useState } from "react";
import { useLatest } from "@/components/list/navigation";
import type { SavedViewView } from "@/lib/saved-views/store";

type ViewState = {
  views: SavedViewView[];
  /** The one that the list shows. */
  active: SavedViewView | null;
  /** The one that the list was, before it was changed. */
  changed: SavedViewView | null;
};

/** Which view the list is; this tab remembers which one it was. */
export function useViewState(promise: Promise<SavedViewView[]>, current: string): ViewState {
  const { value: views } = useLatest(promise);
  const [cameFrom, setCameFrom] = useState<string | null>(null);
  const active = findView(views, current, cameFrom);
  const activeId = active?.id ?? null;

  useEffect(() => {
    // The list of every call comes from no view.
    if (activeId !== null || current === "") remember(activeId);
    setCameFrom(recall());
  }, [activeId, current]);

  const changed = active ? null : (views.find(({ id }) => id === cameFrom) ?? null);
  return { views, active, changed };
}

const key = "earshot-view";

function remember(id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, id);
  } catch {
    // Storage can be forbidden; a changed view is then a list like any other.
  }
}

function recall(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The view that the list shows now: of several alike the one that it came from, or one's own. */
export function findView(
  views: SavedViewView[],
  current: string,
  cameFrom: string | null,
): SavedViewView | null {
  const sought = sort(current);
  const alike = views.filter(({ query }) => sort(query) === sought);
  return (
    alike.find(({ id }) => id === cameFrom) ??
    alike.find(({ isTeam }) => !isTeam) ??
    alike[0] ??
    null
  );
}

/** In which order filters were added makes no other list. */
function sort(query: string): string {
  return query.split("&").sort().join("&");
}
