"use client";

import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { IconButton } from "@/components/ui/controls/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { texts } from "@/lib/language/texts";
import { KeyCap, nameKeys, singleKeysAreOn, subscribeToSingleKeys, turnSingleKeys } from "./keys";

/** Every shortcut, and the switch for those of one character. */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = keyboardHelpTexts();
  const isOn = useSyncExternalStore(subscribeToSingleKeys, singleKeysAreOn, () => true);
  return (
    <Dialog label={t.title} onClose={onClose}>
      <div className="sticky top-0 flex items-center justify-between border-line border-b bg-raised py-2 pr-2 pl-4">
        <h2 className="font-semibold text-sm">{t.title}</h2>
        <IconButton label={t.close} onClick={onClose}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
      <div className="grid gap-x-8 gap-y-5 p-4 sm:grid-cols-2">
        {listShortcuts().map(({ title, shortcuts }) => (
          <section key={title} aria-label={title} className="sm:nth-2:row-span-3">
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
            {t.singleKeys}
          </span>
          <span id="single-keys-hint" className="block text-muted">
            {t.singleKeysHint}
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
          <KeyCap key={key}>{nameKeys(key)}</KeyCap>
        ))}
      </span>
    </li>
  );
}

type Shortcut = { keys: string[]; does: string };

/** Every shortcut that there is; "Ctrl" is the key of the platform. */
function listShortcuts(): { title: string; shortcuts: Shortcut[] }[] {
  const t = keyboardHelpTexts();
  return [
    {
      title: t.everywhere,
      shortcuts: [
        { keys: ["Ctrl K"], does: t.find },
        { keys: ["?"], does: t.showHelp },
        { keys: ["Esc"], does: t.closeIt },
      ],
    },
    {
      title: t.inList,
      shortcuts: [
        { keys: ["J", "↓"], does: t.nextCall },
        { keys: ["K", "↑"], does: t.previousCall },
        { keys: ["Enter"], does: t.open },
        { keys: ["Space"], does: t.playRow },
        { keys: ["X"], does: t.select },
        { keys: ["←", "→"], does: t.toBox },
        { keys: ["Shift J", "Shift K"], does: t.extend },
        { keys: ["Ctrl A"], does: t.selectAll },
        { keys: ["/"], does: t.search },
        { keys: ["["], does: t.previousPage },
        { keys: ["]"], does: t.nextPage },
        { keys: ["N"], does: t.showNew },
      ],
    },
    {
      title: t.inCall,
      shortcuts: [
        { keys: ["J"], does: t.nextOfList },
        { keys: ["K"], does: t.previousOfList },
        { keys: ["Ctrl Enter"], does: t.saveNote },
      ],
    },
    {
      title: t.listening,
      shortcuts: [
        { keys: ["Space"], does: t.play },
        { keys: ["←", "→"], does: t.skip },
        { keys: ["Shift ←", "Shift →"], does: t.skipFurther },
        { keys: ["<", ">"], does: t.speed },
        { keys: ["{", "}"], does: t.playNeighbour },
        { keys: ["U"], does: t.playUnheard },
        { keys: ["+", "-"], does: t.zoom },
      ],
    },
  ];
}

export const keyboardHelpTexts = texts("keyboardHelp", {
  title: "Keyboard shortcuts",
  close: "Close",
  everywhere: "Everywhere",
  find: "Find a page, a filter, an action or a call",
  showHelp: "Show this help",
  closeIt: "Close",
  inList: "In the list",
  nextCall: "Next call, also from the panel and player",
  previousCall: "Previous call",
  open: "Open the call",
  playRow: "Play or pause the call",
  select: "Select the call",
  toBox: "Focus the call’s checkbox / value filters",
  extend: "Extend selection down / up",
  selectAll: "Select all loaded calls",
  search: "Search",
  previousPage: "Previous page",
  nextPage: "Next page",
  showNew: "Show new calls",
  inCall: "In a call",
  previousOfList: "Previous call in the list",
  nextOfList: "Next call in the list",
  saveNote: "Save the note",
  listening: "Listening",
  play: "Play or pause",
  skip: "Back / forward 5 seconds",
  skipFurther: "Back / forward 15 seconds",
  speed: "Slower / faster",
  playNeighbour: "Play the previous / next call",
  playUnheard: "Play the next unheard call",
  zoom: "Zoom the focused waveform",
  singleKeys: "Single-key shortcuts",
  singleKeysHint:
    "Turn them off if you speak to your computer or press keys by accident. Other shortcuts stay on.",
});
