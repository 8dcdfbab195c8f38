import { toggleAnyPlayer } from "@/components/player/remote-control";
import { openDialog } from "./open-dialog";
import { pressOwner } from "./press-owner";
import { readKey } from "./read-key";

/** What a key does on every page. A control says by `aria-keyshortcuts` that a key is its own. */
export function handleKey(event: KeyboardEvent): void {
  if (isPaletteKey(event)) {
    event.preventDefault();
    openDialog("palette");
    return;
  }
  const key = readKey(event);
  if (key === null || event.repeat) return;
  const isDone = key === "?" ? showHelp() : key === " " ? playFrom(event) : pressOwner(key);
  if (isDone) event.preventDefault();
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;
}

function showHelp(): boolean {
  openDialog("help");
  return true;
}

/** Space is for whoever has the focus; when nobody has, it is for the call that is open. */
function playFrom({ target }: KeyboardEvent): boolean {
  return target === document.body && toggleAnyPlayer();
}
