"use client";

import { Keyboard, Search } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { keep, newStore, recall } from "@/components/live/store";
import {
  changeSpeed,
  hasPlayer,
  skipBy,
  skipSeconds,
  toggleAnyPlayer,
} from "@/components/player/remote-control";
import { IconButton } from "@/components/ui/controls/button";
import { texts } from "@/lib/language/texts";

/** What a key does on every page. A control says by `aria-keyshortcuts` that a key is its own. */
export function handleKey(event: KeyboardEvent): void {
  if (isPaletteKey(event)) {
    event.preventDefault();
    openDialog("palette");
    return;
  }
  const key = readKey(event);
  if (key === null) return;
  if (key === " ") playOrPause(event);
  else if (key === "<" || key === ">") changeSpeed(key === ">" ? 1 : -1);
  else if (key === "arrowleft" || key === "arrowright") skip(event, key === "arrowleft" ? -1 : 1);
  else if (!event.repeat && (pageKeys.get(key) ?? pressOwner)(key)) event.preventDefault();
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;
}

/** The keys of no control. */
const pageKeys = new Map([
  ["?", showHelp],
  ["u", playUnheard],
]);

function showHelp(): boolean {
  openDialog("help");
  return true;
}

/** Loads what finds it and plays it. */
export function playUnheard(): boolean {
  import("@/components/heard/play-next-unheard").then(({ playNextUnheard }) => playNextUnheard());
  return true;
}

/** Space plays the call that is open, unless it means something to what has the focus. */
function playOrPause(event: KeyboardEvent): void {
  if (!hasPlayer() || isForOther(event.target)) return;
  // Held down, it must not scroll either.
  event.preventDefault();
  if (!event.repeat) toggleAnyPlayer();
}

/** Arrows go back and forth in what is played, with Shift further, unless they lead somewhere else. */
function skip(event: KeyboardEvent, direction: 1 | -1): void {
  if (isForOther(event.target) || !skipBy(direction * (event.shiftKey ? skipSeconds : 5))) return;
  event.preventDefault();
}

/** A control has its own use for Space, and a row plays its own call. A link has none for it. */
function isForOther(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(others) !== null;
}

const roles = [
  "button",
  "checkbox",
  "combobox",
  "gridcell",
  "listbox",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "radio",
  "scrollbar",
  "searchbox",
  "separator",
  "slider",
  "spinbutton",
  "switch",
  "tab",
  "textbox",
  "treeitem",
].map((role) => `[role=${role}]`);

const others = [
  "button",
  "input",
  "select",
  "textarea",
  "summary",
  "audio",
  "video",
  "[contenteditable]:not([contenteditable=false])",
  ...roles,
  "tr[data-id] a",
].join(", ");

/** The control whose key this is. Of several the last one lies nearest: a panel comes after its list. */
export function findOwner(key: string): HTMLElement | undefined {
  const owners = document.querySelectorAll<HTMLElement>(
    `[aria-keyshortcuts~="${CSS.escape(key)}" i]`,
  );
  return [...owners].filter((one) => one.checkVisibility()).at(-1);
}

/** Does what the control does; false where nobody has this key. */
export function pressOwner(key: string): boolean {
  const owner = findOwner(key);
  if (owner instanceof HTMLInputElement) {
    owner.focus();
    owner.select();
  } else owner?.click();
  return owner !== undefined;
}

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
  "textarea",
  "select",
  "[contenteditable]:not([contenteditable=false])",
].join(", ");

const choiceKey = "earshot-single-keys";
const choice = newStore<boolean | undefined>(undefined);

/** Whether shortcuts of one character work in this browser; they do until somebody says no. */
export function singleKeysAreOn(): boolean {
  return choice.read() ?? recall("localStorage", choiceKey) !== "off";
}

export function turnSingleKeys(isOn: boolean): void {
  keep("localStorage", choiceKey, isOn ? "on" : "off");
  choice.set(isOn);
}

export const subscribeToSingleKeys = choice.watch;

type KeyboardDialog = "help" | "palette";

/** Which of the keyboard's dialogs is open; one at a time, whoever asks for it. */
export const keyboardDialog = newStore<KeyboardDialog | null>(null);

export const openDialog = keyboardDialog.set;

/** The way to the shortcuts for who doesn't know them yet. */
export function HelpButton() {
  return (
    <IconButton label={keyboardTexts().shortcuts} onClick={() => openDialog("help")}>
      <Keyboard aria-hidden className="size-4" />
    </IconButton>
  );
}

/** The way to the palette for who has no keyboard, or doesn't know its key yet. */
export function PaletteButton() {
  const control = useSyncExternalStore(() => () => undefined, nameControlKey, usualControlKey);
  return (
    <button
      type="button"
      onClick={() => openDialog("palette")}
      aria-keyshortcuts="Control+K Meta+K"
      className="flex h-8 w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-dense text-muted transition-colors hover:border-line-strong hover:text-text"
    >
      <Search aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0 flex-1 truncate text-left">{keyboardTexts().findAnything}</span>
      <span aria-hidden>
        <KeyCap>{control} K</KeyCap>
      </span>
    </button>
  );
}

/** The name of a key, as a key. */
export function KeyCap({ children }: { children: React.ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-line-strong bg-surface px-1.5 font-sans text-muted text-tiny">
      {children}
    </kbd>
  );
}

/** What people press for commands: Control, or Command on a Mac. */
export function nameControlKey(): string {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : usualControlKey();
}

/** What they press on most keyboards, which is all that a server knows. */
export function usualControlKey(): string {
  return keyboardTexts().keys.Ctrl;
}

/** Keys as their keyboard has them: "Shift J" is "Umschalt J" on a German one. */
export function nameKeys(keys: string): string {
  const names: Record<string, string> = { ...keyboardTexts().keys, Ctrl: nameControlKey() };
  return keys.replace(/[A-Z][a-z]+/g, (key) => names[key] ?? key);
}

export const keyboardTexts = texts("keyboard", {
  shortcuts: "Keyboard shortcuts",
  findAnything: "Find anything",
  /** What stands on the keys that have a word on them. */
  keys: { Ctrl: "Ctrl", Shift: "Shift", Space: "Space", Enter: "Enter" },
});

/**
 * Arranges for the Tab key what is drawn, in the next frame each time that it may be another. What this
 * asks of the layout costs nothing then, and whoever has caused the drawing doesn't wait for it.
 */
export function useTabStops(arrange: () => void): void {
  "use no memo";
  useEffect(() => {
    const frame = requestAnimationFrame(arrange);
    return () => cancelAnimationFrame(frame);
  });
}

/** To write the same again would have the browser look at all of them anew. */
export function setTabIndex(element: HTMLElement, tabIndex: 0 | -1): void {
  if (element.getAttribute("tabindex") !== String(tabIndex)) element.tabIndex = tabIndex;
}
