"use client";

import { startTransition, useOptimistic } from "react";
import type { ListedNameView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";
import type { NameActions } from "./name-actions";
import type { Changes } from "./use-changes";

type Move = { name: string; before: string | null };

/** The names in their order, which follows a move at once; it is back when the move failed. */
export function useOrder(
  field: VocabularyField,
  names: ListedNameView[],
  move: NameActions["move"] | null,
  changes: Changes,
): { names: ListedNameView[]; place: (name: string, before: string | null) => void } {
  const [shown, showMoved] = useOptimistic(names, withMoved);
  const headOf = (name: string | null) =>
    shown.find((one) => one.name === name)?.values[0]?.value ?? null;
  return {
    names: shown,
    place: (name, before) => {
      const value = headOf(name);
      if (name === before || !move || value === null) return;
      startTransition(async () => {
        showMoved({ name, before });
        const place = withMoved(shown, { name, before }).findIndex((one) => one.name === name);
        const told = `${name} is number ${place + 1} of ${shown.length}.`;
        await changes.run(() => move({ field, value }, headOf(before)), told);
      });
    },
  };
}

function withMoved(names: ListedNameView[], { name, before }: Move): ListedNameView[] {
  const moved = names.find((one) => one.name === name);
  if (!moved) return names;
  const others = names.filter((one) => one !== moved);
  const index = others.findIndex((one) => one.name === before);
  return others.toSpliced(index < 0 ? others.length : index, 0, moved);
}
