"use client";

import { useEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";

type Combobox = {
  listId: string;
  /** Null: its list is closed. Of an open one the option that is meant; -1: none. */
  active: number | null;
};

/**
 * Makes a text input the box of a list (the combobox of ARIA 1.2): the focus stays in it, and it says
 * which option is meant.
 */
export function comboboxProps({ listId, active }: Combobox) {
  return {
    type: "text",
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": active !== null,
    "aria-controls": active === null ? undefined : listId,
    "aria-activedescendant": active === null || active < 0 ? undefined : toOptionId(listId, active),
    autoComplete: "off",
    autoCapitalize: "none",
    spellCheck: false,
  } as const;
}

/** The option that a key leads to, around the ends; null: the key is for something else. */
export function stepOption(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (active + 1) % count;
  if (key === "ArrowUp") return (active <= 0 ? count : active) - 1;
  return null;
}

type ComboboxListProps<Option> = {
  id: string;
  label: string;
  /** Those of a group follow each other. */
  options: Option[];
  active: number;
  render: (option: Option) => React.ReactNode;
  onChoose: (option: Option) => void;
  /** Where the option under the pointer is the one that is meant. */
  onPoint?: (index: number) => void;
  className: string;
};

/** The options of a combobox, under their headings. */
export function ComboboxList<Option extends { key: string; group?: string }>(
  props: ComboboxListProps<Option>,
) {
  const { id, label, options, active, render, onChoose, onPoint, className } = props;
  const listRef = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const option = document.getElementById(toOptionId(id, active));
    // The heading above the first one is seen, too.
    if (active === 0) listRef.current?.scrollTo({ top: 0 });
    else option?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  const toOption = (option: Option, index: number) => (
    // biome-ignore lint/a11y/useFocusableInteractive: the box above has the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: and the keys
    <div
      key={option.key}
      id={toOptionId(id, index)}
      role="option"
      aria-selected={index === active}
      onPointerMove={() => onPoint?.(index)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(option)}
      className="flex min-h-8 pointer-coarse:min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-hover aria-selected:bg-accent-soft aria-selected:text-accent"
    >
      {render(option)}
    </div>
  );
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <div
      ref={listRef}
      id={id}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      className={classNames("overflow-y-auto overscroll-contain outline-none", className)}
    >
      {groups.map((group) => {
        const own = options.map((option, index) =>
          option.group === group ? toOption(option, index) : null,
        );
        return group === undefined ? (
          own
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: options stand in groups of a listbox
          <div key={group} role="group" aria-label={group} className="pb-1">
            <p aria-hidden className="px-2 pt-1.5 pb-1 font-medium text-muted text-xs">
              {group}
            </p>
            {own}
          </div>
        );
      })}
    </div>
  );
}

function toOptionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}
