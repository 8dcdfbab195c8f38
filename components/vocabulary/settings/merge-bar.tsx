"use client";

import { useState, useTransition } from "react";
import { Button } from "@/components/ui/controls/button";
import { inputStyle } from "@/components/ui/controls/field";
import type { ListedNameView } from "@/lib/vocabulary/views";
import type { VocabularyField } from "@/lib/vocabulary/vocabulary-field";
import type { NameActions } from "./name-actions";
import { vocabularySettingsTexts } from "./texts.en";
import type { Changes } from "./use-changes";

type MergeBarProps = {
  field: VocabularyField;
  /** The names that are selected. */
  chosen: ListedNameView[];
  actions: NameActions;
  changes: Changes;
  onDone: () => void;
};

/** Makes the selected names one, under the name of one of them. */
export function MergeBar({ field, chosen, actions, changes, onDone }: MergeBarProps) {
  const t = vocabularySettingsTexts();
  const [wish, setWish] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const most = chosen.toSorted((one, other) => (other.calls ?? 0) - (one.calls ?? 0))[0]?.name;
  const into = chosen.some(({ name }) => name === wish) ? wish : (most ?? null);

  const merge = () => {
    const others = chosen.filter(({ name }) => name !== into);
    const values = others.flatMap((one) => one.values.map(({ value }) => value));
    const told = t.merged(others.map(({ name }) => name).join(", "), into ?? "");
    startTransition(async () => {
      const answer = await changes.run(
        () => actions.name({ field, values }, into ?? "", true),
        told,
      );
      if (answer?.outcome === "refused") setFault(answer.fault);
      else if (answer) onDone();
    });
  };

  return (
    <fieldset
      className={`sticky z-10 flex flex-wrap items-center gap-2 rounded-lg bg-raised py-1.5 pr-1.5 pl-4 text-dense shadow-popover ${
        // Above what was done last.
        changes.notice
          ? "bottom-[calc(6rem+var(--player-height))] sm:bottom-[calc(4.5rem+var(--player-height))]"
          : "bottom-[calc(1rem+var(--player-height))]"
      }`}
    >
      <legend className="sr-only">{t.selected}</legend>
      <span className="mr-auto tabular-nums">{t.selectedCount(chosen.length)}</span>
      {fault === null ? null : (
        <span role="alert" className="text-bad">
          {fault}
        </span>
      )}
      {chosen.length > 1 ? (
        <>
          <label className="flex min-w-0 items-center gap-2 whitespace-nowrap">
            {t.mergeTarget}
            <select
              value={into ?? ""}
              onChange={(event) => setWish(event.target.value)}
              className={`${inputStyle} h-8! max-w-48 px-2! text-dense!`}
            >
              {chosen.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <Button size="small" variant="primary" disabled={isPending} onClick={merge}>
            {t.merge}
          </Button>
        </>
      ) : null}
      <Button size="small" variant="ghost" onClick={onDone}>
        {t.clear}
      </Button>
    </fieldset>
  );
}
