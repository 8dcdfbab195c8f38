const slotId = "status-slot";

/** Stays in sight on every page; a page says here, aloud too, what it has no room for where one is. */
export function StatusSlot() {
  return <div id={slotId} aria-live="polite" aria-atomic className="flex items-center gap-1.5" />;
}

/** For a portal; null while there is no frame. */
export function findStatusSlot(): HTMLElement | null {
  return document.getElementById(slotId);
}
