"use client";

import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { IconButton } from "@/components/ui/controls/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { KeyCap, nameControlKey } from "./key-cap";
import { singleKeysAreOn, subscribeToSingleKeys, turnSingleKeys } from "./read-key";

/** Every shortcut, and the switch for those of one character. */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const isOn = useSyncExternalStore(subscribeToSingleKeys, singleKeysAreOn, () => true);
  return (
    <Dialog label="Keyboard shortcuts" onClose={onClose}>
      <div className="sticky top-0 flex items-center justify-between border-line border-b bg-raised py-2 pr-2 pl-4">
        <h2 className="font-semibold text-sm">Keyboard shortcuts</h2>
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="grid gap-x-8 gap-y-5 p-4 sm:grid-cols-2">
        {shortcutGroups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title} className="sm:nth-2:row-span-2">
            <h3 className="pb-1 font-medium text-muted text-xs">{title}</h3>
            <ul>
              {shortcuts.map((shortcut) => (
                <ShortcutLine key={shortcut.does} {...shortcut} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <label className="flex items-start gap-3 border-line border-t px-4 py-3">
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          aria-labelledby="single-keys"
          onChange={(event) => turnSingleKeys(event.target.checked)}
          aria-describedby="single-keys-hint"
          className="mt-0.5 size-4 shrink-0 accent-accent-solid"
        />
        <span>
          <span id="single-keys" className="font-medium">
            Single-key shortcuts
          </span>
          <span id="single-keys-hint" className="block text-muted">
            Turn them off if you speak to your computer or press keys by accident. The others stay.
          </span>
        </span>
      </label>
    </Dialog>
  );
}

function ShortcutLine({ keys, does }: Shortcut) {
  return (
    <li className="flex min-h-8 items-center justify-between gap-4">
      <span>{does}</span>
      <span className="flex shrink-0 gap-1">
        {keys.map((key) => (
          <KeyCap key={key}>{key.replace("Ctrl", nameControlKey())}</KeyCap>
        ))}
      </span>
    </li>
  );
}

export type Shortcut = { keys: string[]; does: string };

/** Every shortcut that there is, as the help shows them; "Ctrl" is the key of the platform. */
export const shortcutGroups: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: "Everywhere",
    shortcuts: [
      { keys: ["Ctrl K"], does: "Find a page, a filter, an action or a call" },
      { keys: ["?"], does: "Show this help" },
      { keys: ["Esc"], does: "Close" },
    ],
  },
  {
    title: "In the list",
    shortcuts: [
      { keys: ["J", "↓"], does: "Next call" },
      { keys: ["K", "↑"], does: "Previous call" },
      { keys: ["Enter"], does: "Open the call" },
      { keys: ["Space"], does: "Play or pause the call" },
      { keys: ["X"], does: "Select the call" },
      { keys: ["←", "→"], does: "To the call’s box, to the filters of its values" },
      { keys: ["Shift J", "Shift K"], does: "Extend selection down / up" },
      { keys: ["Ctrl A"], does: "Select all that are loaded" },
      { keys: ["/"], does: "Search" },
      { keys: ["["], does: "Previous page" },
      { keys: ["]"], does: "Next page" },
      { keys: ["N"], does: "Show new calls" },
    ],
  },
  {
    title: "In a call",
    shortcuts: [
      { keys: ["["], does: "Previous call of the list" },
      { keys: ["]"], does: "Next call of the list" },
      { keys: ["Ctrl Enter"], does: "Save the note" },
    ],
  },
  {
    title: "Listening",
    shortcuts: [
      { keys: ["Space"], does: "Play or pause" },
      { keys: ["←", "→"], does: "Back / forward 5 seconds" },
      { keys: ["J", "L"], does: "Back / forward 15 seconds, in the player" },
      { keys: ["<", ">"], does: "Slower / faster" },
      { keys: ["{", "}"], does: "Play the previous / next call" },
      { keys: ["U"], does: "Play the next unheard call" },
      { keys: ["+", "-"], does: "Zoom the focused waveform" },
    ],
  },
];
