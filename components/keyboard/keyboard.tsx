"use client";

import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { handleKey } from "./handle-key";
import { openDialog, readDialog, subscribeToDialog } from "./open-dialog";

// Nobody waits for them before they are asked for.
const HelpDialog = lazy(() => import("./help-dialog"));

/** The keys that work on every page, and the dialogs that they open. */
export function Keyboard() {
  const dialog = useSyncExternalStore(subscribeToDialog, readDialog, () => null);

  useEffect(() => {
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);

  return (
    <Suspense fallback={null}>
      {dialog === "help" ? <HelpDialog onClose={() => openDialog(null)} /> : null}
    </Suspense>
  );
}
