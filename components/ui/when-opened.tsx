"use client";

import { useEffect, useRef, useState } from "react";

/** What stands in a popover only once it has been opened, so that nobody waits for it before. */
export function WhenOpened({ children }: { children: React.ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [wasOpened, setWasOpened] = useState(false);

  useEffect(() => {
    const popover = ref.current?.closest("[popover]");
    const open = () => setWasOpened(true);
    if (popover?.matches(":popover-open")) open();
    popover?.addEventListener("beforetoggle", open, { once: true });
    return () => popover?.removeEventListener("beforetoggle", open);
  }, []);

  return <div ref={ref}>{wasOpened ? children : null}</div>;
}
