"use client";

import { type RefObject, useEffect, useState } from "react";

/** Whether the popover around an element was opened yet, so that what it shows can come late. */
export function useHasOpened(ref: RefObject<HTMLElement | null>): boolean {
  const [hasOpened, setHasOpened] = useState(false);

  useEffect(() => {
    const panel = ref.current?.closest<HTMLElement>("[popover]");
    if (!panel) return;
    const open = () => setHasOpened(true);
    // It may have been opened before any script ran.
    if (panel.matches(":popover-open")) open();
    panel.addEventListener("beforetoggle", open, { once: true });
    return () => panel.removeEventListener("beforetoggle", open);
  }, [ref]);

  return hasOpened;
}
