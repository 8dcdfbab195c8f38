"use client";

import { Search } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { startTransition, useId, useState } from "react";
import { toListHref } from "@/components/list/href";
import { Dialog } from "@/components/ui/overlay/dialog";
import { addSearch, readSearch } from "@/lib/recordings/filter/read-search";
import { toActionItems } from "./action-items";
import { toFilterItems, toTypedItems } from "./filter-items";
import { findItems } from "./find-items";
import { toPageItems, toViewItems } from "./page-items";
import { useFacetOptions, useSavedViews } from "./palette-data";
import { type PaletteItem, PaletteList } from "./palette-list";

type PaletteProps = { isAdministrator: boolean; signOut: () => unknown; onClose: () => void };

/** One box that leads to every page, filter and action, and to every call by a search. */
export default function Palette({ isAdministrator, signOut, onClose }: PaletteProps) {
  const router = useRouter();
  const isOnList = usePathname() === "/recordings";
  const options = useFacetOptions();
  const views = useSavedViews();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const listId = useId();

  const search = isOnList ? window.location.search : "";
  const items = findItems(
    [
      ...toPageItems({ isAdministrator }),
      ...toViewItems(views),
      ...toTypedItems(search, text),
      ...toFilterItems(search, options),
      ...toActionItems(search, signOut),
      ...toSearchItems(text),
    ],
    text,
  );
  const chosen = Math.min(active, items.length - 1);

  const perform = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    // The focus is back where it was before anything else happens to it.
    setTimeout(() => {
      if ("run" in item) startTransition(() => void item.run());
      else router.push(item.href as Parameters<typeof router.push>[0], { scroll: false });
    });
  };
  const step = (key: string): boolean => {
    if (key === "Enter") perform(items[chosen]);
    else if (key === "ArrowDown") setActive((chosen + 1) % Math.max(items.length, 1));
    else if (key === "ArrowUp") setActive((chosen || items.length) - 1);
    else return false;
    return true;
  };

  return (
    <Dialog label="Find anything" onClose={onClose} className="mt-[12dvh] mb-auto">
      <div className="relative border-line border-b">
        <Search aria-hidden className="absolute top-4 left-4 size-4 text-faint" />
        <input
          role="combobox"
          aria-label="Find a page, a filter, an action or a call"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={items.length > 0 ? `${listId}-${chosen}` : undefined}
          aria-autocomplete="list"
          placeholder="Find a page, a filter, an action or a call"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            if (!event.nativeEvent.isComposing && step(event.key)) event.preventDefault();
          }}
          className="h-12 w-full bg-transparent pr-4 pl-11 text-sm outline-none"
        />
      </div>
      <PaletteList
        id={listId}
        items={items}
        chosen={chosen}
        onPoint={setActive}
        onChoose={perform}
      />
    </Dialog>
  );
}

function toSearchItems(text: string): PaletteItem[] {
  const q = text.trim();
  if (q === "") return [];
  const href = toListHref(addSearch([], readSearch(q)));
  return [{ group: "Calls", label: `Search calls for “${q}”`, href }];
}
