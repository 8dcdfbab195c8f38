"use client";

import { Suspense, type ToggleEvent, useEffect, useId, useRef, useState } from "react";
import { classNames } from "@/components/ui/class-names";

type PopoverProps = {
  /** What the button shows; text in it is its name. */
  trigger: React.ReactNode;
  triggerClassName: string;
  triggerStyle?: React.CSSProperties;
  /** The button's name, where the trigger alone does not tell. */
  triggerLabel?: string;
  /** -1: other keys than Tab lead to it. */
  triggerTabIndex?: number;
  className?: string;
  children: React.ReactNode;
};

/**
 * A button that opens a panel. The browser's own popover brings the top layer, Escape, a click
 * outside, the return of focus and `aria-expanded`, and works before any script has run.
 */
export function Popover({
  trigger,
  triggerClassName,
  triggerStyle,
  triggerLabel,
  triggerTabIndex,
  className,
  children,
}: PopoverProps) {
  const id = useId();
  const triggerId = `${id}-trigger`;
  const triggerRef = useRef<HTMLButtonElement>(null);

  return (
    <>
      <button
        ref={triggerRef}
        id={triggerId}
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-label={triggerLabel}
        tabIndex={triggerTabIndex}
        className={triggerClassName}
        style={triggerStyle}
      >
        {trigger}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={triggerId}
        onToggle={(event) => placeBelow(event, triggerRef.current)}
        className={classNames(
          "popover max-h-[min(28rem,80dvh)] overflow-y-auto overscroll-contain rounded-lg bg-raised text-dense text-text shadow-popover",
          className,
        )}
      >
        {children}
      </div>
    </>
  );
}

/** Says where "below" is, for browsers without anchor positioning. */
function placeBelow(event: ToggleEvent<HTMLDivElement>, trigger: HTMLElement | null) {
  if (event.newState !== "open" || !trigger) return;
  const panel = event.currentTarget;
  const at = trigger.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, window.innerWidth - panel.offsetWidth - 8));
  panel.style.setProperty("--below-left", `${left}px`);
  panel.style.setProperty("--below-top", `${at.bottom + 4}px`);
}

type WhenOpenedProps = {
  className?: string;
  /** Stands for what is on its way. */
  fallback?: React.ReactNode;
  children: React.ReactNode;
};

/** What stands in a popover only once it has been opened, so that nobody waits for it before. */
export function WhenOpened({ className, fallback, children }: WhenOpenedProps) {
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
      {wasOpened ? <Suspense fallback={fallback}>{children}</Suspense> : null}
    </div>
  );
}
