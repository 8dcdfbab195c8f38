"use client";

import { useLayoutEffect, useRef } from "react";
import { classNames } from "@/components/ui/class-names";

type DialogProps = {
  label: string;
  onClose: () => void;
  className?: string;
  children: React.ReactNode;
};

/**
 * A window over the page, open as long as it is there. The browser's own dialog keeps the focus in
 * it, closes on Escape, and gives the focus back.
 */
export function Dialog({ label, onClose, className, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);

  // Closed before it is taken from the page: one that is gone gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: for the keyboard there is Escape
    <dialog
      ref={ref}
      aria-label={label}
      onClose={onClose}
      // At once: "close" comes later, when it may have been asked for again.
      onCancel={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
      className={classNames(
        "m-auto max-h-[85dvh] w-full max-w-[min(42rem,calc(100vw-2rem))] overflow-y-auto overscroll-contain rounded-xl bg-raised p-0 text-dense text-text shadow-popover backdrop:bg-scrim",
        className,
      )}
    >
      {children}
    </dialog>
  );
}
