import { findOwner, pressOwner } from "@/components/keyboard/handle-key";
import { openDialog } from "@/components/keyboard/open-dialog";
import { singleKeysAreOn, turnSingleKeys } from "@/components/keyboard/read-key";
import { hasPlayer, toggleAnyPlayer } from "@/components/player/remote-control";
import { chooseTheme } from "@/components/theme/theme-toggle";
import type { PaletteItem } from "./palette-list";

/** What can be done on this page, in the list of `search`, and anywhere. */
export function toActionItems(search: string, signOut: () => unknown): PaletteItem[] {
  const action = (label: string, words: string, run: () => unknown): PaletteItem => ({
    group: "Actions",
    label,
    words,
    run,
  });
  const owned = ownedActions.filter(({ key }) => findOwner(key) !== undefined);
  return [
    ...owned.map(({ key, label, words }) => action(label, words, () => pressOwner(key))),
    ...(hasPlayer() ? [action("Play or pause", "listen audio sound", toggleAnyPlayer)] : []),
    { group: "Actions", label: "Clear all filters", words: "reset", href: "/recordings" },
    ...formats.map(({ format, label }) =>
      action(`Export as ${label}`, "download save file", () => {
        window.location.assign(toExportHref(search, format));
      }),
    ),
    ...(findLinkButton() || navigator.clipboard
      ? [action("Copy link", "address url share", copyLink)]
      : []),
    action("Keyboard shortcuts", "help keys", () => openDialog("help")),
    singleKeysAreOn()
      ? action("Turn single-key shortcuts off", "keyboard", () => turnSingleKeys(false))
      : action("Turn single-key shortcuts on", "keyboard", () => turnSingleKeys(true)),
    action("Light theme", "appearance day", () => chooseTheme("light")),
    action("Dark theme", "appearance night", () => chooseTheme("dark")),
    action("Theme as the system", "appearance automatic", () => chooseTheme("system")),
    action("Sign out", "log off leave", signOut),
  ];
}

/** Where the page has a button for it, that knows more. */
function copyLink(): void {
  const button = findLinkButton();
  // The clipboard exists on https and localhost only, and there it may be forbidden.
  if (button) button.click();
  else navigator.clipboard.writeText(window.location.href).catch(() => undefined);
}

function findLinkButton(): HTMLElement | null {
  return document.querySelector("[data-copy-link]");
}

/** What the page itself offers, where it does, by the key that it has for it. */
const ownedActions = [
  { key: "N", label: "Show new calls", words: "refresh live" },
  { key: "/", label: "Search recordings", words: "find calls" },
  { key: "]", label: "Next", words: "page call older forward" },
  { key: "[", label: "Previous", words: "page call newer back" },
  { key: "Escape", label: "Close the open call", words: "panel" },
];

const formats = [
  { format: "csv", label: "CSV" },
  { format: "jsonl", label: "JSON Lines" },
];

function toExportHref(search: string, format: string): string {
  const parameters = new URLSearchParams(search);
  parameters.set("format", format);
  return `/api/recordings/export?${parameters}`;
}
