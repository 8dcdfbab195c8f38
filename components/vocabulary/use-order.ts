"use client";

import { startTransition, useOptimistic } from "react";
import type { ListedTermView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";
import type { TermActions } from "./term-actions";

type Move = { value: string; before: string | null };

/** The values in their order, which follows a move at once; it is back when the move failed. */
export function useOrder(
  field: VocabularyField,
  terms: ListedTermView[],
  move: TermActions["move"],
  say: (said: string) => void,
): { terms: ListedTermView[]; place: (value: string, before: string | null) => void } {
  const [shown, showMoved] = useOptimistic(terms, withMoved);
  return {
    terms: shown,
    place: (value, before) => {
      if (value === before) return;
      startTransition(async () => {
        showMoved({ value, before });
        const place = withMoved(shown, { value, before }).findIndex((one) => one.value === value);
        say(`${value} is number ${place + 1} of ${shown.length}.`);
        try {
          await move({ field, value }, before);
        } catch {
          say(`${value} could not be moved. Try again.`);
        }
      });
    },
  };
}

function withMoved(terms: ListedTermView[], { value, before }: Move): ListedTermView[] {
  const moved = terms.find((term) => term.value === value);
  if (!moved) return terms;
  const others = terms.filter((term) => term !== moved);
  const index = others.findIndex((term) => term.value === before);
  return others.toSpliced(index < 0 ? others.length : index, 0, moved);
}
