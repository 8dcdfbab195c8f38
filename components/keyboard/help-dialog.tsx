"use client";

import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { IconButton } from "@/components/ui/controls/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { singleKeysAreOn, subscribeToSingleKeys, turnSingleKeys } from "./handle-key";
import { keyboardHelpTexts } from "./help-texts.en";
import { KeyCap, nameKeys } from "./key-cap";

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
