"use client";

import { ArrowRight, Sparkles, X } from "lucide-react";
import { useState, useTransition } from "react";
import { countFormat } from "@/components/format/numbers";
import { Button, IconButton } from "@/components/ui/controls/button";
import { inputStyle } from "@/components/ui/controls/field";
import { Fault } from "@/components/ui/page/feedback";
import type { ListedNameView, MergeSuggestion } from "@/lib/vocabulary/views";
import { vocabularySettingsTexts } from "./texts.en";
import type { Naming } from "./vocabulary-settings";

type MergeBarProps = {
  naming: Naming;
  /** The names that are selected. */
  chosen: ListedNameView[];
  onDone: () => void;
};

/** Makes the selected names one, under the name of one of them. */
export function MergeBar({ naming, chosen, onDone }: MergeBarProps) {
  const { field, actions, changes } = naming;
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
      <Fault className="text-dense!">{fault}</Fault>
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

type MergeSuggestionsProps = {
  naming: Naming;
  suggestions: MergeSuggestion[];
  names: ListedNameView[];
};

const mostShown = 3;

/** Names that look alike: one click merges them, another one says that they differ. */
export function MergeSuggestions({ naming, suggestions, names }: MergeSuggestionsProps) {
  const { field, actions, changes } = naming;
  const t = vocabularySettingsTexts();
  const [isWhole, setIsWhole] = useState(false);
  if (suggestions.length === 0) return null;
  const shown = isWhole ? suggestions : suggestions.slice(0, mostShown);
  const of = (name: string) => names.find((one) => one.name === name);

  const merge = ({ into, names: alike }: MergeSuggestion) => {
    const values = alike.flatMap((name) => of(name)?.values.map(({ value }) => value) ?? []);
    return changes.run(
      () => actions.name({ field, values }, into, true),
      t.merged(alike.join(", "), into),
    );
  };
  const distinguish = ({ into, names: alike }: MergeSuggestion) => {
    const likeness = { field, into, names: alike };
    return changes.runOwn(
      () => actions.distinguish(likeness, true),
      t.dismissed,
      () => actions.distinguish(likeness, false),
    );
  };

  return (
    <div className="rounded-md bg-accent-soft px-3 py-2 text-dense">
      <p className="flex items-center gap-2 py-1 font-medium">
        <Sparkles aria-hidden className="size-3.5 text-accent" />
        {t.suggested(suggestions.length)}
      </p>
      <ul aria-label={t.suggestions}>
        {shown.map((suggestion) => {
          const { into, names: alike } = suggestion;
          return (
            <li key={into} className="flex items-center gap-2 py-1">
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
                {alike.map((name) => (
                  <Name key={name} name={name} calls={of(name)?.calls ?? null} />
                ))}
                <ArrowRight aria-label={t.into} className="size-3.5 shrink-0 text-muted" />
                <Name name={into} calls={of(into)?.calls ?? null} isTarget />
              </span>
              <Button
                size="small"
                aria-label={t.mergeInto(alike.join(", "), into)}
                onClick={() => merge(suggestion)}
              >
                {t.merge}
              </Button>
              <IconButton
                label={t.differ(alike.join(", "), into)}
                onClick={() => distinguish(suggestion)}
              >
                <X aria-hidden className="size-3.5" />
              </IconButton>
            </li>
          );
        })}
      </ul>
      {suggestions.length > mostShown ? (
        <Button
          variant="ghost"
          size="small"
          aria-expanded={isWhole}
          className="-ml-2.5"
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t.showFewer : t.showAll(suggestions.length)}
        </Button>
      ) : null}
    </div>
  );
}

type NameProps = { name: string; calls: number | null; isTarget?: boolean };

function Name({ name, calls, isTarget = false }: NameProps) {
  return (
    <span className="flex min-w-0 max-w-full items-baseline gap-1.5">
      <bdi title={name} className={`truncate ${isTarget ? "font-medium" : ""}`}>
        {name}
      </bdi>
      {calls === null ? null : (
        <span className="text-muted text-xs tabular-nums">{countFormat.format(calls)}</span>
      )}
    </span>
  );
}
