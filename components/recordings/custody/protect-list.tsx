"use client";

import { useState } from "react";
import { newUuid } from "@/components/live/fetch-json";
import { Button } from "@/components/ui/controls/button";
import type { countListProtection, protectListSlice } from "@/lib/audio/actions";
import type { ProtectedSlice, ProtectionCount } from "@/lib/audio/kept/views";
import { protectTexts } from "./protect-texts.en";

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

type Told =
  | { step: "closed" | "counting" | "failed" }
  | { step: "counted"; count: ProtectionCount }
  | { step: "working" | "broken" | "done"; isOn: boolean; changed: number };

/** Says how many calls of a list are protected, and protects all of them, or none, once that is confirmed. */
export default function ProtectList({ parameters, actions }: ProtectListProps) {
  const t = protectTexts();
  const [state, setState] = useState<{ of: string; told: Told }>({ of: parameters, told: closed });
  // What was begun goes on, and says so, under another filter too.
  const isHere = state.of === parameters || "changed" in state.told;
  const told = isHere ? state.told : closed;
  const tell = (next: Told) => setState({ of: parameters, told: next });
  const count = async () => {
    tell({ step: "counting" });
    const counted = await actions.count(parameters).catch(() => null);
    tell(counted ? { step: "counted", count: counted } : { step: "failed" });
  };
  const protect = async (isOn: boolean) => {
    const operation = newUuid();
    let changed = 0;
    tell({ step: "working", isOn, changed });
    for (let after: string | null = null; ; ) {
      const slice: ProtectedSlice | null = await actions
        .protect(parameters, { isOn, after, operation })
        .catch(() => null);
      if (!slice) return tell({ step: "broken", isOn, changed });
      changed += slice.changed;
      after = slice.after;
      if (after === null) return tell({ step: "done", isOn, changed });
      tell({ step: "working", isOn, changed });
    }
  };

  switch (told.step) {
    case "counting":
      return <Status>{t.counting}</Status>;
    case "working":
      return <Status>{t.working(told.changed)}</Status>;
    case "counted": {
      const { calls, protectedCalls, isMore } = told.count;
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
            <Button size="small" variant="ghost" onClick={() => tell(closed)}>
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
          {told.step === "done" ? <Status>{toDone(told)}</Status> : null}
          {told.step === "broken" || told.step === "failed" ? (
            <p role="alert" className="text-bad">
              {"changed" in told ? t.notSaved(told.changed) : t.notCounted}
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

const closed: Told = { step: "closed" };

function Status({ children }: { children: string }) {
  return (
    <p role="status" className="py-1.5 text-muted tabular-nums">
      {children}
    </p>
  );
}
