"use client";

import { ArrowDown, ArrowUp, Pencil, SlidersHorizontal, Split } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { countFormat } from "@/components/format/numbers";
import { Badge } from "@/components/ui/badge";
import { classNames } from "@/components/ui/class-names";
import { IconButton } from "@/components/ui/controls/button";
import { Grip } from "@/components/ui/controls/sortable";
import { ToneDot } from "@/components/ui/tone";
import type { ListedNameView, VocabularyField } from "@/lib/vocabulary/views";
import { RawValue, toAutomaticTone } from "../values";
import { RenameField, TraitsForm } from "./name-forms";
import { vocabularySettingsTexts } from "./texts.en";
import type { Naming } from "./vocabulary-settings";

type NameRowProps = {
  field: VocabularyField;
  listed: ListedNameView;
  /** All names of the field, and all groups. */
  names: ListedNameView[];
  groups: string[];
  /** Null for who may only look. */
  change: RowChange | null;
};

type RowChange = {
  naming: Naming;
  isSelected: boolean;
  onSelect: () => void;
  isFirst: boolean;
  isLast: boolean;
  onStep: (by: -1 | 1) => void;
};

/** A name with its values and their calls; it is changed in its place. */
export function NameRow({ field, listed, names, groups, change }: NameRowProps) {
  const t = vocabularySettingsTexts();
  const { name, calls, group } = listed;
  const [open, setOpen] = useState<"name" | "traits" | null>(null);
  const rowRef = useRef<HTMLDivElement>(null);
  const tone = listed.colour ?? (field === "status" ? toAutomaticTone(listed) : undefined);

  const close = useCallback((opener: "name" | "traits") => {
    setOpen(null);
    requestAnimationFrame(() => {
      rowRef.current?.querySelector<HTMLElement>(`[data-opens=${opener}]`)?.focus();
    });
  }, []);

  const split = ({ actions, changes }: Naming, value: string) =>
    changes.run(() => actions.reset({ field, values: [value] }), t.isSplit(value, name));

  return (
    <div ref={rowRef} className="group/row">
      <div className="flex min-h-11 items-start gap-2 py-1.5">
        {change ? <Selector name={name} change={change} /> : null}
        {tone ? (
          <span className="flex h-8 items-center">
            <ToneDot tone={tone} />
          </span>
        ) : null}
        <div className="min-w-0 flex-1 text-dense">
          {change && open === "name" ? (
            <RenameField
              naming={change.naming}
              listed={listed}
              names={names}
              onClose={() => close("name")}
            />
          ) : (
            <div className="flex min-h-8 flex-wrap items-center gap-x-3">
              {change ? (
                <button
                  type="button"
                  data-opens="name"
                  aria-label={t.rename(name)}
                  onClick={() => setOpen("name")}
                  className="group/name -mx-1.5 flex min-h-7 min-w-0 max-w-full cursor-text items-center gap-1.5 rounded px-1.5 text-left hover:bg-pressed"
                >
                  <bdi className="truncate font-medium">{name}</bdi>
                  <Pencil
                    aria-hidden
                    className="size-3 shrink-0 text-faint opacity-0 group-hover/name:opacity-100 group-focus-visible/name:opacity-100"
                  />
                </button>
              ) : (
                <bdi className="truncate font-medium">{name}</bdi>
              )}
              {group ? (
                <span className="min-w-0 max-w-full truncate">
                  <Badge>{group}</Badge>
                </span>
              ) : null}
            </div>
          )}
          <RawValues listed={listed} onSplit={change && ((value) => split(change.naming, value))} />
        </div>
        <span
          className={classNames(
            "flex h-8 shrink-0 items-center text-dense text-muted tabular-nums",
            open === "name" && "max-sm:hidden",
          )}
        >
          {describeCalls(calls)}
        </span>
        {change ? (
          <div className={classNames("-mr-1.5 flex shrink-0", open === "name" && "max-sm:hidden")}>
            <Steps name={name} change={change} className="max-sm:hidden" />
            <IconButton
              label={t.change(name)}
              data-opens="traits"
              aria-expanded={open === "traits"}
              className="pointer-coarse:-my-1"
              onClick={() => setOpen(open === "traits" ? null : "traits")}
            >
              <SlidersHorizontal aria-hidden className="size-3.5" />
            </IconButton>
          </div>
        ) : null}
      </div>
      {change && open === "traits" ? (
        <div className="pb-3">
          <TraitsForm
            naming={change.naming}
            listed={listed}
            groups={groups}
            onClose={() => close("traits")}
          >
            <Steps name={name} change={change} className="sm:hidden" />
          </TraitsForm>
        </div>
      ) : null}
    </div>
  );
}

/** Holds a name to be moved, and chooses it to be merged. */
function Selector({ name, change }: { name: string; change: RowChange }) {
  return (
    <span className="-ml-1.5 flex h-8 items-center">
      <Grip
        name={name}
        className="h-8 w-6 opacity-40 focus-visible:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100"
      />
      <label className="flex size-7 cursor-pointer items-center justify-center">
        <input
          type="checkbox"
          aria-label={vocabularySettingsTexts().select(name)}
          checked={change.isSelected}
          onChange={change.onSelect}
          className="size-3.5 accent-accent-solid"
        />
      </label>
    </span>
  );
}

type StepsProps = { name: string; change: RowChange; className: string };

function Steps({ name, change, className }: StepsProps) {
  const t = vocabularySettingsTexts();
  const { isFirst, isLast, onStep } = change;
  return (
    <span className={`flex text-faint ${className}`}>
      <IconButton
        label={t.moveUp(name)}
        aria-disabled={isFirst}
        className="aria-disabled:opacity-40"
        onClick={() => isFirst || onStep(-1)}
      >
        <ArrowUp aria-hidden className="size-3.5" />
      </IconButton>
      <IconButton
        label={t.moveDown(name)}
        aria-disabled={isLast}
        className="-ml-1 aria-disabled:opacity-40"
        onClick={() => isLast || onStep(1)}
      >
        <ArrowDown aria-hidden className="size-3.5" />
      </IconButton>
    </span>
  );
}

function describeCalls(calls: number | null): string {
  const t = vocabularySettingsTexts();
  if (calls === null) return t.notCounted;
  return calls === 0 ? t.noCalls : t.calls(calls);
}

type RawValuesProps = {
  listed: ListedNameView;
  /** Gives a value its own name again; null for who may only look. */
  onSplit: ((value: string) => void) | null;
};

/** How a name arrives: of several values each with its calls, of one only what differs. */
function RawValues({ listed: { name, values }, onSplit }: RawValuesProps) {
  const t = vocabularySettingsTexts();
  const [only] = values;
  if (values.length <= 1) {
    if (only === undefined || only.value === name) return null;
    return (
      <span className="flex pb-1">
        <RawValue>{only.value}</RawValue>
      </span>
    );
  }
  return (
    <ul aria-label={t.valuesOf(name)} className="flex flex-wrap gap-1.5 pt-0.5 pb-1.5">
      {values.map(({ value, calls }) => (
        <li
          key={value}
          className="flex h-6 pointer-coarse:h-8 max-w-full items-center gap-1.5 rounded border border-line bg-canvas pl-1.5 text-xs"
        >
          <RawValue isAlone>{value}</RawValue>
          <span className="shrink-0 pr-1.5 text-muted tabular-nums">
            {calls === null ? "" : countFormat.format(calls)}
          </span>
          {onSplit && value !== name ? (
            <button
              type="button"
              aria-label={t.splitFrom(value, name)}
              title={t.split}
              onClick={() => onSplit(value)}
              className="-ml-1.5 flex size-6 pointer-coarse:size-8 shrink-0 items-center justify-center rounded text-faint hover:bg-pressed hover:text-text"
            >
              <Split aria-hidden className="size-3" />
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
