"use client";

import { Search } from "lucide-react";
import { useSyncExternalStore } from "react";
import { KeyCap, nameControlKey, openDialog, usualControlKey } from "@/components/keyboard/keys";
import { texts } from "@/lib/language/texts";

/** The way to the palette for who has no keyboard, or doesn't know its key yet. */
export function PaletteButton() {
  const control = useSyncExternalStore(() => () => undefined, nameControlKey, usualControlKey);
  return (
    <button
      type="button"
      onClick={() => openDialog("palette")}
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-8 w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-dense text-muted transition-colors hover:border-line-strong hover:text-text"
    >
      <Search aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 flex-1 truncate text-left">{paletteButtonTexts().findAnything}</span>
      <span aria-hidden>
        <KeyCap>{control} K</KeyCap>
      </span>
    </button>
  );
}

export const paletteButtonTexts = texts("paletteButton", { findAnything: "Find anything" });
