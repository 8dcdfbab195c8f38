"use client";

import { useLayoutEffect, useState } from "react";

export type Draft = { text: string; moment: string };

type DraftState = {
  draft: Draft;
  write: (draft: Draft) => void;
  /** Whether it is what was begun before. */
  isRecalled: boolean;
  forget: () => void;
};

/**
 * What somebody writes and has not saved: it survives reloading, closing and a failure to save. It
 * begins as what was begun before, or else as `initial`.
 */
export function useDraft(name: string, initial: Draft): DraftState {
  const [draft, setDraft] = useState(initial);
  const [isRecalled, setRecalled] = useState(false);
  const key = `${prefix}${name}`;

  // Before anything is painted, but after what the server sent.
  useLayoutEffect(() => {
    const kept = recall(key);
    if (!kept) return;
    setDraft(kept);
    setRecalled(true);
  }, [key]);

  return {
    draft,
    isRecalled,
    write: (next) => {
      setDraft(next);
      keep(key, next.text === initial.text && next.moment === initial.moment ? null : next);
    },
    forget: () => {
      setDraft(initial);
      setRecalled(false);
      keep(key, null);
    },
  };
}

const prefix = "earshot-draft ";
const longestMs = 30 * 24 * 3_600_000;

function keep(key: string, draft: Draft | null): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify({ ...draft, at: Date.now() }));
    else localStorage.removeItem(key);
  } catch {
    // Storage can be forbidden or full; the draft then lasts as long as the page.
  }
}

function recall(key: string): Draft | null {
  try {
    forgetOld();
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isDraft(kept) ? { text: kept.text, moment: kept.moment } : null;
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

function isDraft(kept: unknown): kept is Draft & { at: number } {
  if (typeof kept !== "object" || kept === null) return false;
  const { text, moment, at } = kept as Record<string, unknown>;
  return typeof text === "string" && typeof moment === "string" && typeof at === "number";
}
