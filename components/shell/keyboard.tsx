"use client";

import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { handleKey, openDialog, readDialog, subscribeToDialog } from "@/components/keyboard/keys";

// Nobody waits for them before they are asked for.
const HelpDialog = lazy(() => import("@/components/keyboard/help-dialog"));
const Palette = lazy(() => import("@/components/palette/palette"));

type KeyboardProps = { isAdministrator: boolean; signOut: () => unknown };

/** The keys that work on every page, and the dialogs that they open. */
export function Keyboard(props: KeyboardProps) {
  const dialog = useSyncExternalStore(subscribeToDialog, readDialog, () => null);

  useEffect(() => {
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);

  return (
    <Suspense fallback={null}>
      {dialog === "help" ? <HelpDialog onClose={close} /> : null}
      {dialog === "palette" ? <Palette onClose={close} {...props} /> : null}
    </Suspense>
  );
}

const close = () => openDialog(null);
