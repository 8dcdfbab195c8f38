"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { newUuid } from "@/components/live/fetch-json";

export type Draft = { text: string; moment: string };

type DraftState = {
  draft: Draft;
  write: (draft: Draft) => void;
  /** Whether it is what was begun before. */
  isRecalled: boolean;
  /** Under which id it is sent, and sent again when no answer comes: as long as it is this draft. */
  identify: () => string;
  /** What comes next has another id. */
  dropId: () => void;
  forget: () => void;
};

/**
 * What somebody writes and has not saved: it survives reloading, closing and a failure to save. It
 * begins as what was begun before, or else as `initial`.
 */
export function useDraft(name: string, initial: Draft): DraftState {
  const [draft, setDraft] = useState(initial);
  const [isRecalled, setRecalled] = useState(false);
  const id = useRef<string | null>(null);
  const key = `${prefix}${name}`;

  // Before anything is painted, but after what the server sent.
  useLayoutEffect(() => {
    const kept = recall(key);
    if (!kept) return;
    setDraft({ text: kept.text, moment: kept.moment });
    id.current = kept.id ?? null;
    setRecalled(true);
  }, [key]);

  return {
    draft,
    isRecalled,
    write: (next) => {
      setDraft(next);
      const isBegun = next.text !== initial.text || next.moment !== initial.moment;
      if (!isBegun) id.current = null;
      keep(key, isBegun ? { ...next, id: id.current } : null);
    },
    identify: () => {
      id.current ??= newUuid();
      keep(key, { ...draft, id: id.current });
      return id.current;
    },
    dropId: () => {
      id.current = null;
      keep(key, { ...draft, id: null });
    },
    forget: () => {
      setDraft(initial);
      setRecalled(false);
      id.current = null;
      keep(key, null);
    },
  };
}

const prefix = "earshot-draft ";
const longestMs = 30 * 24 * 3_600_000;

/** A draft of the version before has no id. */
type Kept = Draft & { id?: string | null };

function keep(key: string, draft: Kept | null): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() }));
    else localStorage.removeItem(key);
  } catch {
    // Storage can be forbidden or full; the draft then lasts as long as the page.
  }
}

function recall(key: string): Kept | null {
  try {
    forgetOld();
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

function forgetOld(): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(prefix)) continue;
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (!isDraft(kept) || Date.now() - kept.at > longestMs) localStorage.removeItem(key);
  }
}

function isDraft(kept: unknown): kept is Kept & { at: number } {
  if (typeof kept !== "object" || kept === null) return false;
  const { text, moment, at, id } = kept as Record<string, unknown>;
  const isIdentified = typeof id === "string" || id === undefined || id === null;
  return (
    isIdentified && typeof text === "string" && typeof moment === "string" && typeof at === "number"
  );
}
