"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";

/**
 * What the rail holds: always there on a wide screen, and behind a button on a narrow one, where it
 * closes when one has gone somewhere.
 */
export function ShellMenu({ label, children }: { label: string; children: React.ReactNode }) {
  const pathname = usePathname();
  const panelRef = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the new path is the reason to close
  useEffect(() => panelRef.current?.hidePopover(), [pathname]);

  useEffect(() => {
    const wide = window.matchMedia("(width >= 64rem)");
    const close = () => panelRef.current?.hidePopover();
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, []);

  return (
    <>
      <button
        type="button"
        popoverTarget="shell-menu"
        aria-label={label}
        className="inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text lg:hidden"
      >
        <Menu aria-hidden className="size-5" />
      </button>
      <div
        ref={panelRef}
        id="shell-menu"
        popover="auto"
        // In the rail it is none.
        {...(isOpen && { role: "dialog", "aria-label": label })}
        onToggle={({ newState }) => setIsOpen(newState === "open")}
        className="fixed inset-y-0 right-0 left-auto m-0 hidden h-dvh max-h-none w-72 max-w-[85vw] flex-col bg-canvas pt-2 text-text shadow-popover backdrop:bg-scrim open:flex lg:static lg:flex lg:h-auto lg:min-h-0 lg:w-auto lg:max-w-none lg:flex-1 lg:pt-0 lg:shadow-none"
      >
        {children}
      </div>
    </>
  );
}
