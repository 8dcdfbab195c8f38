"use client";

import { Keyboard } from "lucide-react";
import { IconButton } from "@/components/ui/controls/button";
import { keyboardTexts } from "./texts.en";

type KeyboardDialog = "help" | "palette";

const listeners = new Set<() => void>();
let open: KeyboardDialog | null = null;

/** Which of the keyboard's dialogs is open; one at a time, whoever asks for it. */
export function readDialog(): KeyboardDialog | null {
  return open;
}

export function openDialog(dialog: KeyboardDialog | null): void {
  open = dialog;
  for (const listener of listeners) listener();
}

export function subscribeToDialog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The way to the shortcuts for who doesn't know them yet. */
export function HelpButton() {
  return (
    <IconButton label={keyboardTexts().shortcuts} onClick={() => openDialog("help")}>
      <Keyboard aria-hidden className="size-4" />
    </IconButton>
  );
}
