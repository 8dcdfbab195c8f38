"use client";

import { useState } from "react";
import { Button } from "@/components/ui/controls/button";
import { Popover } from "@/components/ui/overlay/popover";
import { protectTexts } from "./protect-texts.en";

/** @returns of how many calls it changed the protection */
export type Protect = (ids: string[], isOn: boolean) => Promise<number>;

type BulkProtectProps = {
  ids: string[];
  protect: Protect;
  className: string;
  onDone: (said: string) => void;
};

/** Calls of one request; more than these go in several. */
const atOnce = 500;

/** Protects the audio of all selected calls from deletion, or no longer. */
export function BulkProtect({ ids, protect, className, onDone }: BulkProtectProps) {
  const t = protectTexts();
  const [isBusy, setBusy] = useState(false);
  const change = async (isOn: boolean) => {
    setBusy(true);
    let changed = 0;
    let from = 0;
    try {
      for (; from < ids.length; from += atOnce) {
        changed += await protect(ids.slice(from, from + atOnce), isOn);
      }
      const done = isOn ? t.protected(changed) : t.unprotected(changed);
      onDone(changed === 0 ? t.unchanged : done);
    } catch {
      onDone(t.notSaved(from));
    }
    setBusy(false);
  };
  return (
    <Popover triggerClassName={className} trigger={t.protection} className="sm:w-72">
      <div className="space-y-2 p-3">
        <p className="text-muted">{t.covers}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" disabled={isBusy} onClick={() => change(true)}>
            {t.protect}
          </Button>
          <Button size="small" variant="secondary" disabled={isBusy} onClick={() => change(false)}>
            {t.unprotect}
          </Button>
        </div>
      </div>
    </Popover>
  );
}
