"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/** The rail's content on a narrow screen; it closes when one has gone somewhere. */
export function ShellMenu({ children }: { children: React.ReactNode }) {
  const pathname = usePathname();
  const panelRef = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the new path is the reason to close
  useEffect(() => panelRef.current?.hidePopover(), [pathname]);

  return (
    <>
      <button
        type="button"
        popoverTarget="shell-menu"
        aria-label="Menu"
        className="inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text"
      >
        <Menu aria-hidden className="size-5" />
      </button>
      <div
        ref={panelRef}
        id="shell-menu"
        popover="auto"
        role="dialog"
        aria-label="Menu"
        className="fixed inset-y-0 right-0 left-auto m-0 hidden h-dvh max-h-none w-72 max-w-[85vw] flex-col justify-between bg-canvas px-2 text-text shadow-popover pt-1 backdrop:bg-scrim open:flex lg:open:hidden"
      >
        {children}
      </div>
    </>
  );
}
