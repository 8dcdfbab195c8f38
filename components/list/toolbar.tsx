"use client";

import { useEffect, useRef } from "react";
import { setTabIndex, useTabStops } from "@/components/keyboard/keys";

type ToolbarProps = { label: string; className: string; children: React.ReactNode };

/** Controls in a row that are one stop of the Tab key: the arrow keys go from one to the next. */
export function Toolbar({ label, className, children }: ToolbarProps) {
  "use no memo";
  const ref = useRef<HTMLDivElement>(null);
  useTabStops(() => {
    if (ref.current) makeOneStop(ref.current);
  });
  useEffect(() => {
    const strip = ref.current?.parentElement;
    strip?.addEventListener("wheel", scrollSideways, { passive: false });
    return () => strip?.removeEventListener("wheel", scrollSideways);
  }, []);
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label={label}
      onFocus={({ currentTarget }) => makeOneStop(currentTarget)}
      onKeyDown={(event) => {
        const to = findNext(event.currentTarget, event.key);
        if (!to) return;
        event.preventDefault();
        to.focus();
      }}
      className={className}
    >
      {children}
    </div>
  );
}

/** What has no room is reached by a wheel that turns one way only, too. */
function scrollSideways(event: WheelEvent): void {
  const { currentTarget: strip, deltaX, deltaY, ctrlKey } = event;
  if (!(strip instanceof HTMLElement) || deltaX !== 0 || ctrlKey) return;
  if (event.target instanceof Element && event.target.closest("[popover]")) return;
  const before = strip.scrollLeft;
  strip.scrollLeft += deltaY;
  if (strip.scrollLeft !== before) event.preventDefault();
}

/** Lets Tab find the control that has the focus, or had it, else the first one. */
function makeOneStop(toolbar: HTMLElement): void {
  const controls = listControls(toolbar);
  const stop =
    controls.find((one) => one === document.activeElement) ??
    controls.find((one) => one.getAttribute("tabindex") === "0") ??
    controls[0];
  for (const one of controls) setTabIndex(one, one === stop ? 0 : -1);
}

function findNext(toolbar: HTMLElement, key: string): HTMLElement | undefined {
  const controls = listControls(toolbar);
  const at = controls.findIndex((one) => one.matches(":focus"));
  if (at === -1) return undefined;
  if (key === "ArrowRight") return controls[at + 1] ?? controls[0];
  if (key === "ArrowLeft") return controls.at(at - 1);
  return key === "Home" ? controls[0] : key === "End" ? controls.at(-1) : undefined;
}

const controlsSelector =
  ":scope > button, :scope > span > button, :scope > div:not([popover]) > button, :scope > ul a";

/** In the order in which they are seen; what a control opens has keys of its own. */
function listControls(toolbar: HTMLElement): HTMLElement[] {
  const controls = [...toolbar.querySelectorAll<HTMLElement>(controlsSelector)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  const left = new Map(controls.map((one) => [one, one.getBoundingClientRect().left]));
  return controls.sort((one, other) => (left.get(one) ?? 0) - (left.get(other) ?? 0));
}
