"use client";

import { useEffect, useRef, useState } from "react";

type WhenOpenedProps = { className?: string; children: React.ReactNode };

/** What stands in a popover only once it has been opened, so that nobody waits for it before. */
export function WhenOpened({ className, children }: WhenOpenedProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [wasOpened, setWasOpened] = useState(false);

  useEffect(() => {
    const popover = ref.current?.closest("[popover]");
    const open = () => setWasOpened(true);
    // It may have been opened before any script ran.
    if (popover?.matches(":popover-open")) open();
    popover?.addEventListener("beforetoggle", open, { once: true });
    return () => popover?.removeEventListener("beforetoggle", open);
  }, []);

  return (
    <div ref={ref} className={className}>
      {wasOpened ? children : null}
    </div>
  );
}
