const lastsMs = 5_000;
let shown: { element: HTMLElement; timer: ReturnType<typeof setTimeout> } | undefined;

/** Says something in passing, at the lower edge of the window: one thing at a time. */
export function showToast(text: string): void {
  const element = shown?.element ?? document.createElement("p");
  clearTimeout(shown?.timer);
  if (!shown) {
    element.role = "status";
    element.className = style;
    document.body.append(element);
  }
  // What is read aloud is what changes in it.
  element.textContent = text;
  shown = { element, timer: setTimeout(() => hide(element), lastsMs) };
}

function hide(element: HTMLElement): void {
  element.remove();
  shown = undefined;
}

const style =
  "fixed bottom-24 left-1/2 z-50 max-w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 rounded-md bg-text px-3.5 py-2 text-center text-dense text-surface shadow-popover print:hidden";
