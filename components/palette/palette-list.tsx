"use client";

import { useEffect, useRef } from "react";
import { RawValue } from "@/components/vocabulary/named-value";

type PaletteListProps = {
  id: string;
  /** The items of a group follow each other. */
  items: PaletteItem[];
  chosen: number;
  onPoint: (index: number) => void;
  onChoose: (item: PaletteItem) => void;
};

/** What was found, under its headings; the keyboard stays in the box above. */
export function PaletteList({ id, items, chosen, onPoint, onChoose }: PaletteListProps) {
  const chosenRef = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen
  useEffect(() => {
    chosenRef.current?.scrollIntoView({ block: "nearest" });
  }, [chosen, items.length]);

  const groups = [...new Set(items.map(({ group }) => group))];
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Found"
      tabIndex={-1}
      className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain p-2 outline-none"
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: options stand in groups of a listbox
        <div key={group} role="group" aria-label={group} className="pb-1">
          <p aria-hidden className="px-2.5 pt-1.5 pb-1 font-medium text-muted text-xs">
            {group}
          </p>
          {items.map((item, index) =>
            item.group === group ? (
              // biome-ignore lint/a11y/useFocusableInteractive: the box above has the focus
              // biome-ignore lint/a11y/useKeyWithClickEvents: and the keys
              <div
                key={`${item.label} ${item.raw ?? ""}`}
                ref={index === chosen ? chosenRef : undefined}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === chosen}
                onPointerMove={() => onPoint(index)}
                onClick={() => onChoose(item)}
                className="flex min-h-9 cursor-pointer items-center rounded-md px-2.5 aria-selected:bg-accent-soft aria-selected:text-accent"
              >
                <span className="min-w-0 truncate">{item.label}</span>
                <span className="ml-2 flex min-w-0 empty:hidden">
                  <RawValue>{item.raw}</RawValue>
                </span>
              </div>
            ) : null,
          )}
        </div>
      ))}
      {items.length === 0 ? (
        <p className="px-2.5 py-6 text-center text-muted">Nothing found.</p>
      ) : null}
    </div>
  );
}

/** Something that can be found and done. */
export type PaletteItem = {
  group: "Pages" | "Views" | "Filters" | "Actions" | "Calls";
  label: string;
  /** How a value arrives that is called something else. */
  raw?: string;
  /** What else people may call it. */
  words?: string;
  /** Of those that are alike, shown only to who asks for it. */
  isOnlyIfSought?: boolean;
} & ({ href: string } | { run: () => unknown });
