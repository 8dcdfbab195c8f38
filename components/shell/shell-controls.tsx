"use client";

import { Menu } from "lucide-react";
import type { Route } from "next";
import { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { handleKey, keyboardDialog, openDialog } from "@/components/keyboard/keys";
import { PageLink } from "@/components/ui/controls/page-link";

/**
 * What the rail holds: always there on a wide screen, and behind a button on a narrow one, where it
 * closes when one has gone somewhere.
 */
export function ShellMenu({ label, children }: { label: string; children: React.ReactNode }) {
  const pathname = usePathname();
  const panelRef = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  const former = useRef(pathname);
  useEffect(() => {
    const panel = panelRef.current;
    const hasGone = former.current !== pathname;
    former.current = pathname;
    if (!panel || !hasGone) return;
    const isFromHere = panel.contains(document.activeElement);
    panel.hidePopover();
    // Who has chosen a page here goes on in it, though the rail comes after it.
    if (isFromHere) document.getElementById("content")?.focus({ preventScroll: true });
  }, [pathname]);

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

type NavigationLinkProps = {
  href: Route;
  /** The path under which one is there, where the link itself leads elsewhere. */
  place?: string;
  icon: React.ReactNode;
  children: React.ReactNode;
};

/** A place in the rail; it knows whether one is there. */
export function NavigationLink({ href, place, icon, children }: NavigationLinkProps) {
  const pathname = usePathname();
  const path = place ?? href.split("?")[0];
  const isHere = pathname === path;
  const isWithin = isHere || pathname.startsWith(`${path}/`);
  return (
    <PageLink
      href={href}
      aria-current={isHere ? "page" : isWithin ? "true" : undefined}
      className="flex h-8 items-center gap-2.5 rounded-md px-2.5 text-dense text-muted transition-colors hover:bg-pressed/70 hover:text-text aria-[current]:bg-pressed aria-[current]:font-medium aria-[current]:text-text"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <PendingDot />
    </PageLink>
  );
}

function PendingDot() {
  const { pending } = useLinkStatus();
  return pending ? (
    <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-accent" />
  ) : null;
}

const slotId = "status-slot";

/** Stays in sight on every page; a page says here, aloud too, what it has no room for where one is. */
export function StatusSlot() {
  return <div id={slotId} aria-live="polite" aria-atomic className="flex items-center gap-1.5" />;
}

/** For a portal; null while there is no frame. */
export function findStatusSlot(): HTMLElement | null {
  return document.getElementById(slotId);
}

// Nobody waits for them before they are asked for.
const HelpDialog = lazy(() => import("@/components/keyboard/help-dialog"));
const Palette = lazy(() => import("@/components/palette/palette"));

type KeyboardProps = { isAdministrator: boolean; signOut: () => unknown };

/** The keys that work on every page, and the dialogs that they open. */
export function Keyboard(props: KeyboardProps) {
  const dialog = useSyncExternalStore(keyboardDialog.watch, keyboardDialog.read, () => null);

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
