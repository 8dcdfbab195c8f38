"use client";

import { Keyboard } from "lucide-react";
import { IconButton } from "@/components/ui/controls/button";
import { openDialog } from "./open-dialog";
import { keyboardTexts } from "./texts.en";

/** The way to the shortcuts for who doesn't know them yet. */
export function HelpButton() {
  return (
    <IconButton label={keyboardTexts().shortcuts} onClick={() => openDialog("help")}>
      <Keyboard aria-hidden className="size-4" />
    </IconButton>
  );
}
