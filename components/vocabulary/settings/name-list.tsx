"use client";

import { startTransition, useOptimistic, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { Button } from "@/components/ui/controls/button";
import { inputStyle } from "@/components/ui/controls/field";
import { SortableList, sortableRowStyle } from "@/components/ui/controls/sortable";
import { Section } from "@/components/ui/page/sections";
import { currentLocale } from "@/lib/language/texts";
import type { ListedNameView, NameListView, VocabularyField } from "@/lib/vocabulary/views";
import { MergeBar, MergeSuggestions } from "./merging";
import { NameRow } from "./name-row";
import { vocabularySettingsTexts } from "./texts.en";
import type { Changes, NameActions } from "./vocabulary-settings";

type NameListProps = {
  field: VocabularyField;
  /** The name of the list. */
  label: string;
  list: NameListView;
  actions: NameActions | null;
  changes: Changes;
};

const maxShown = 200;

/** A row has no edge of its own to be moved with. */
const liftedStyle =
  "outline-line ring-raised data-dnd-dragging:border-transparent data-dnd-dragging:outline-1 data-dnd-dragging:outline-offset-6 data-dnd-dragging:ring-6";

/** The names of a field in their order, with what makes several of them one. */
export function NameList({ field, label, list, actions, changes }: NameListProps) {
  const t = vocabularySettingsTexts();
  const [search, setSearch] = useState("");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const naming = actions && { field, actions, changes };
  const { names, place } = useOrder(field, list.names, actions?.move ?? null, changes);

  const sought = search.trim().toLowerCase();
  const found = names.filter((one) => isFound(one, sought));
  const shown = found.slice(0, maxShown);
  const groups = [...new Set(names.flatMap(({ group }) => group ?? []))].sort((one, other) =>
    one.localeCompare(other, currentLocale()),
  );
  const chosen = names.filter(({ name }) => selected.has(name));

  /** Gives a name another place among those that a search shows. */
  const arrange = (name: string, to: number) => {
    const others = shown.filter((one) => one.name !== name);
    const last = names.findIndex((one) => one.name === others[to - 1]?.name);
    place(name, others[to]?.name ?? names[last + 1]?.name ?? null);
  };
  const select = (name: string) => {
    const next = new Set(selected);
    if (!next.delete(name)) next.add(name);
    setSelected(next);
  };

  return (
    <Section
      title={label}
      actions={
        <input
          type="search"
          aria-label={t.searchIn(label)}
          placeholder={t.searchHint}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className={classNames(inputStyle, "h-8! text-dense! sm:w-64!")}
        />
      }
    >
      <div className="flex flex-col gap-3">
        {naming && !sought ? (
          <MergeSuggestions naming={naming} suggestions={list.suggestions} names={names} />
        ) : null}
        <SortableList
          label={label}
          items={shown.map((one) => ({ id: headOf(one), name: one.name }))}
          onMove={
            actions &&
            ((id, to) => {
              const moved = shown.find((one) => headOf(one) === id);
              if (moved) arrange(moved.name, to);
            })
          }
          className="divide-y divide-line"
        >
          {shown.map((one, index) => (
            <li
              key={headOf(one)}
              data-item={headOf(one)}
              className={`${liftedStyle} ${sortableRowStyle}`}
            >
              <NameRow
                field={field}
                listed={one}
                names={names}
                groups={groups}
                change={
                  naming && {
                    naming,
                    isSelected: selected.has(one.name),
                    onSelect: () => select(one.name),
                    isFirst: index === 0,
                    isLast: index === shown.length - 1,
                    onStep: (by) => arrange(one.name, index + by),
                  }
                }
              />
            </li>
          ))}
        </SortableList>
        {found.length === 0 ? (
          <p className="text-dense text-muted">{sought ? t.noMatches : t.nothingYet}</p>
        ) : null}
        <p className="text-muted text-xs empty:hidden">
          {moreText(found.length - shown.length, list.more)}
        </p>
        {actions && names.some(({ position }) => position !== null) ? (
          <Button
            variant="ghost"
            size="small"
            className="-ml-2.5 self-start"
            onClick={() => changes.run(() => actions.resetOrder(field), t.orderReset)}
          >
            {t.resetOrder}
          </Button>
        ) : null}
        {naming && chosen.length > 0 ? (
          <MergeBar naming={naming} chosen={chosen} onDone={() => setSelected(new Set())} />
        ) : null}
      </div>
    </Section>
  );
}

/** The value that a name is known by, whatever it is called. */
function headOf({ values }: ListedNameView): string {
  return values[0]?.value ?? "";
}

function isFound({ name, group, values }: ListedNameView, sought: string): boolean {
  const texts = [name, group ?? "", ...values.map(({ value }) => value)];
  return texts.some((text) => text.toLowerCase().includes(sought));
}

/** What a list leaves out: values that match but stand further down, and those that are not listed. */
function moreText(hidden: number, unlisted: number | null): string {
  const t = vocabularySettingsTexts();
  return [
    hidden > 0 ? t.more(hidden) : null,
    unlisted === null ? t.uncounted : null,
    unlisted ? t.unlisted(unlisted) : null,
  ]
    .filter(Boolean)
    .join(" ");
}

type Move = { name: string; before: string | null };

/** The names in their order, which follows a move at once; it is back when the move failed. */
function useOrder(
  field: VocabularyField,
  names: ListedNameView[],
  move: NameActions["move"] | null,
  changes: Changes,
): { names: ListedNameView[]; place: (name: string, before: string | null) => void } {
  const [shown, showMoved] = useOptimistic(names, withMoved);
  const valueNamed = (name: string | null) =>
    shown.find((one) => one.name === name)?.values[0]?.value ?? null;
  return {
    names: shown,
    place: (name, before) => {
      const value = valueNamed(name);
      if (name === before || !move || value === null) return;
      startTransition(async () => {
        showMoved({ name, before });
        const place = withMoved(shown, { name, before }).findIndex((one) => one.name === name);
        const told = vocabularySettingsTexts().placed(name, place + 1, shown.length);
        await changes.run(() => move({ field, value }, valueNamed(before)), told);
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
