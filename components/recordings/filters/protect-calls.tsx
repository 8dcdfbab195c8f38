"use client";

import { useState } from "react";
import { counted, countFormat } from "@/components/format/numbers";
import { newUuid } from "@/components/live/new-uuid";
import { Button } from "@/components/ui/controls/button";
import { Popover } from "@/components/ui/overlay/popover";
import type { countListProtection, protectListSlice } from "@/lib/audio/actions";
import type { ProtectedSlice, ProtectionCount } from "@/lib/audio/kept/views";
import { texts } from "@/lib/language/texts";

/** What protecting all calls of a list takes. */
export type ProtectListActions = {
  count: typeof countListProtection;
  protect: typeof protectListSlice;
};

export type ProtectListProps = {
  /** The parameters of the list's address. */
  parameters: string;
  actions: ProtectListActions;
};

type Progress =
  | { step: "closed" | "counting" | "failed" }
  | { step: "counted"; count: ProtectionCount }
  | { step: "working" | "broken" | "done"; isOn: boolean; changed: number };

/** Says how many calls of a list are protected, and protects all of them, or none, once that is confirmed. */
export default function ProtectList({ parameters, actions }: ProtectListProps) {
  const t = protectTexts();
  const [state, setState] = useState<{ of: string; progress: Progress }>({
    of: parameters,
    progress: closed,
  });
  // What was begun goes on, and says so, under another filter too.
  const isHere = state.of === parameters || "changed" in state.progress;
  const progress = isHere ? state.progress : closed;
  const setProgress = (next: Progress) => setState({ of: parameters, progress: next });
  const count = async () => {
    setProgress({ step: "counting" });
    const counted = await actions.count(parameters).catch(() => null);
    setProgress(counted ? { step: "counted", count: counted } : { step: "failed" });
  };
  const protect = async (isOn: boolean) => {
    const operation = newUuid();
    let changed = 0;
    setProgress({ step: "working", isOn, changed });
    for (let after: string | null = null; ; ) {
      const slice: ProtectedSlice | null = await actions
        .protect(parameters, { isOn, after, operation })
        .catch(() => null);
      if (!slice) return setProgress({ step: "broken", isOn, changed });
      changed += slice.changed;
      after = slice.after;
      if (after === null) return setProgress({ step: "done", isOn, changed });
      setProgress({ step: "working", isOn, changed });
    }
  };

  switch (progress.step) {
    case "counting":
      return <Status>{t.counting}</Status>;
    case "working":
      return <Status>{t.working(progress.changed)}</Status>;
    case "counted": {
      const { calls, protectedCalls, isMore } = progress.count;
      const open = calls - protectedCalls;
      if (calls === 0) return <Status>{t.noCalls}</Status>;
      return (
        <div ref={reveal} className="space-y-2 pt-1">
          <p role="status" className="text-muted">
            {t.found(calls, protectedCalls, isMore)} {t.covers}
          </p>
          <div className="flex flex-wrap gap-2">
            {open > 0 || isMore ? (
              <Button size="small" variant="primary" onClick={() => protect(true)}>
                {isMore ? t.protectAll : t.protectCalls(open)}
              </Button>
            ) : null}
            {protectedCalls > 0 ? (
              <Button size="small" onClick={() => protect(false)}>
                {isMore ? t.unprotectAll : t.unprotectCalls(protectedCalls)}
              </Button>
            ) : null}
            <Button size="small" variant="ghost" onClick={() => setProgress(closed)}>
              {t.cancel}
            </Button>
          </div>
        </div>
      );
    }
    default:
      return (
        <div className="space-y-1">
          <Button size="small" variant="ghost" className="-ml-2.5" onClick={count}>
            {t.open}
          </Button>
          {progress.step === "done" ? <Status>{toDone(progress)}</Status> : null}
          {progress.step === "broken" || progress.step === "failed" ? (
            <p role="alert" className="text-bad">
              {"changed" in progress ? t.notSaved(progress.changed) : t.notCounted}
            </p>
          ) : null}
        </div>
      );
  }
}

function toDone({ isOn, changed }: { isOn: boolean; changed: number }): string {
  const t = protectTexts();
  if (changed === 0) return t.unchanged;
  return isOn ? t.protected(changed) : t.unprotected(changed);
}

/** The popover may have no room for the answer. */
function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

const closed: Progress = { step: "closed" };

function Status({ children }: { children: string }) {
  return (
    <p role="status" className="py-1.5 text-muted tabular-nums">
      {children}
    </p>
  );
}

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

const calls = (count: number) => counted(count, "call", "calls");

export const protectTexts = texts("protectCalls", {
  protection: "Protect",
  covers: "Retention never removes the audio of protected calls.",
  protect: "Protect from deletion",
  unprotect: "Remove protection",
  protected: (count: number) => `${calls(count)} protected`,
  unprotected: (count: number) => `${calls(count)} no longer protected`,
  unchanged: "Nothing to change",
  open: "Protect calls…",
  counting: "Counting…",
  notCounted: "This couldn’t be counted. Try again.",
  noCalls: "There are no calls here.",
  found: (count: number, kept: number, isMore: boolean) =>
    `${isMore ? "More than " : ""}${calls(count)} here, ${kept === 0 ? "none" : countFormat.format(kept)} protected.`,
  protectCalls: (count: number) => `Protect ${calls(count)}`,
  unprotectCalls: (count: number) => `Remove protection from ${calls(count)}`,
  protectAll: "Protect all calls here",
  unprotectAll: "Remove protection from all calls here",
  working: (count: number) => `Saving… ${calls(count)} so far. Keep this page open.`,
  cancel: "Cancel",
  notSaved: (saved: number) =>
    saved === 0
      ? "Not saved: the server isn’t responding."
      : `Saved for ${calls(saved)} only: the server isn’t responding.`,
});
