/** What matters of a key that was pressed, and of where. */
type PressedKey = {
  key: string;
  hasModifier: boolean;
  isComposing: boolean;
  /** Whether whoever has the focus takes letters. */
  isTyping: boolean;
  /** Whether something lies over the page and has the keyboard for itself. */
  isCovered: boolean;
};

/** The key, if it is a command to the page; in lower case. */
export function toCommandKey(pressed: PressedKey, areSingleKeysOn: boolean): string | null {
  const { key, hasModifier, isComposing, isTyping, isCovered } = pressed;
  if (hasModifier || isComposing || isTyping || isCovered) return null;
  return areSingleKeysOn || key.length > 1 ? key.toLowerCase() : null;
}

export function readKey(event: KeyboardEvent): string | null {
  if (event.defaultPrevented) return null;
  // Where brackets need it, AltGr is a part of the character.
  const isAltGr = event.getModifierState("AltGraph");
  const pressed = {
    key: event.key,
    hasModifier: !isAltGr && (event.altKey || event.ctrlKey || event.metaKey),
    isComposing: event.isComposing,
    isTyping: event.target instanceof Element && event.target.closest(typing) !== null,
    isCovered: document.querySelector("dialog[open], [popover]:popover-open") !== null,
  };
  return toCommandKey(pressed, singleKeysAreOn());
}

const typing = [
  "input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit])",
  ...["textarea", "select", "[contenteditable]:not([contenteditable=false])"],
].join(", ");

const key = "earshot-single-keys";
const listeners = new Set<() => void>();
let chosen: boolean | undefined;

/** Whether shortcuts of one character work in this browser; they do until somebody says no. */
export function singleKeysAreOn(): boolean {
  chosen ??= recall();
  return chosen;
}

export function turnSingleKeys(isOn: boolean): void {
  chosen = isOn;
  try {
    localStorage.setItem(key, isOn ? "on" : "off");
  } catch {
    // Storage can be forbidden; the choice then holds for this page only.
  }
  for (const listener of listeners) listener();
}

export function subscribeToSingleKeys(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function recall(): boolean {
  try {
    return localStorage.getItem(key) !== "off";
  } catch {
    return true;
  }
}
